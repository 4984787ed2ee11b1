-- E-mail: an outbox written in the same batch as the event a message tells of, and the mailbox that stands in for the
-- world outside on a developer's machine. Times are epoch milliseconds. Forward only: a landed file is never edited.

CREATE TABLE mail_outbox (
  -- PRIMARY KEY: one event, one message. Whoever derives the id from the event may write it again without a second mail.
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL CHECK (kind IN ('welcome', 'deposit-receipt', 'trade-receipt', 'alert-fired', 'password-reset', 'new-sign-in', 'security-change')),
  -- What the message says, as plain data (worker/domain/mail-messages.ts). Never a secret: links are made when it is sent.
  message TEXT NOT NULL CHECK (json_valid(message) AND json_type(message) = 'object'),
  -- Whom it goes to, as it was when the event happened: a later change of the account sends nothing elsewhere.
  email TEXT NOT NULL,
  full_name TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  -- The address the customer used, for links where SITE_ORIGIN does not say one (never in production).
  origin TEXT,
  -- 'dead': given up, for the reason in last_error.
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
  -- 0: account security, sent before everything that waits.
  rank INTEGER NOT NULL CHECK (rank IN (0, 1)),
  -- Counted when a row is taken, so an attempt whose taker died counts too.
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Whoever takes a row moves this past the longest attempt: that is the claim, and its end when the taker dies.
  next_attempt_at INTEGER,
  -- After this the message would only confuse: it is given up.
  expires_at INTEGER NOT NULL,
  last_error TEXT CHECK (length(last_error) <= 300),
  -- The transport's own name for what it accepted.
  provider_id TEXT CHECK (length(provider_id) <= 300),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CONSTRAINT mail_expires_later CHECK (expires_at > created_at),
  -- What is over is never taken again; what waits has a time at which it will be.
  CONSTRAINT waiting_has_a_time CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- What is due, security first; rows that are over are not in it.
CREATE INDEX mail_outbox_due ON mail_outbox (rank, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- What came too late to be sent.
CREATE INDEX mail_outbox_expiring ON mail_outbox (expires_at) WHERE state = 'waiting';
-- The lag: the oldest message that waits.
CREATE INDEX mail_outbox_waiting ON mail_outbox (created_at) WHERE state = 'waiting';
-- What was given up lately, for operators, and the nightly sweep of what is over.
CREATE INDEX mail_outbox_over ON mail_outbox (state, updated_at) WHERE state <> 'waiting';

-- Messages the local transport accepted, shown at /dev/mailbox. Empty in production, where nothing writes here.
CREATE TABLE local_mailbox (
  -- PRIMARY KEY: a message that is sent again after a lost answer replaces itself.
  id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  sender TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  kind TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The page's order, for everybody and for one recipient.
CREATE INDEX local_mailbox_by_time ON local_mailbox (received_at DESC, id DESC);
CREATE INDEX local_mailbox_by_recipient ON local_mailbox (recipient, received_at DESC, id DESC);
