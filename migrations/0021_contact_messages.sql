-- Contact messages become work: a state, an operator who has taken it, and answers by e-mail. Times are epoch milliseconds.
-- Forward only: a landed file is never edited.

CREATE TABLE contact_messages (
  -- PRIMARY KEY: one state per message.
  submission_id TEXT PRIMARY KEY REFERENCES submissions (id),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  -- The operator who has taken it; NULL: nobody.
  owner_id TEXT REFERENCES users (id),
  -- Grows with each change, which names the number it saw: of two operators who act at once, one is told to look again.
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- As in submissions: the order of the list.
  sent_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The list, newest first, in all states or one; also the number and the age of the open ones.
CREATE INDEX contact_messages_by_time ON contact_messages (sent_at DESC, submission_id DESC);
CREATE INDEX contact_messages_by_state ON contact_messages (state, sent_at DESC, submission_id DESC);

-- Every contact message is work, whoever stores it, in the same batch.
CREATE TRIGGER contact_messages_begin_open AFTER INSERT ON submissions WHEN NEW.type = 'contact'
BEGIN
  INSERT INTO contact_messages (submission_id, sent_at, updated_at) VALUES (NEW.id, NEW.submitted_at, NEW.submitted_at);
END;
-- Nobody knows which of the earlier ones were answered.
INSERT INTO contact_messages (submission_id, sent_at, updated_at)
SELECT id, submitted_at, submitted_at FROM submissions WHERE type = 'contact';

CREATE TABLE contact_answers (
  -- PRIMARY KEY: made by the form, so that a repeated request sends no second e-mail.
  id TEXT PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES contact_messages (submission_id),
  answered_by TEXT NOT NULL REFERENCES users (id),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  answered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Those of one message, in order.
CREATE INDEX contact_answers_of_message ON contact_answers (submission_id, answered_at);

-- The outbox carries a kind of message more, which also goes to people without an account.
CREATE TABLE mail_outbox_anew (
  -- PRIMARY KEY: one event, one message. Whoever derives the id from the event may write it again without a second mail.
  id TEXT PRIMARY KEY,
  -- NULL: whoever wrote to us without an account.
  user_id TEXT REFERENCES users (id),
  kind TEXT NOT NULL CHECK (kind IN ('welcome', 'deposit-receipt', 'trade-receipt', 'reversal-receipt', 'alert-fired', 'password-reset', 'new-sign-in', 'security-change', 'contact-answer')),
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
  -- When an operator took a message out of the line for good. The row stays until the nightly sweep, so that the audit
  -- log's line has something to point at. CHECK: only what is over can have been discarded.
  discarded_at INTEGER CHECK (discarded_at IS NULL OR state = 'dead'),
  CONSTRAINT mail_expires_later CHECK (expires_at > created_at),
  -- What is over is never taken again; what waits has a time at which it will be.
  CONSTRAINT waiting_has_a_time CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
  -- Everything else is about an account.
  CONSTRAINT only_answers_go_to_strangers CHECK (user_id IS NOT NULL OR kind = 'contact-answer')
) STRICT, WITHOUT ROWID;

INSERT INTO mail_outbox_anew (id, user_id, kind, message, email, full_name, language, origin, state, rank, attempts,
  next_attempt_at, expires_at, last_error, provider_id, created_at, updated_at, discarded_at)
SELECT id, user_id, kind, message, email, full_name, language, origin, state, rank, attempts,
  next_attempt_at, expires_at, last_error, provider_id, created_at, updated_at, discarded_at FROM mail_outbox;

DROP TABLE mail_outbox;
ALTER TABLE mail_outbox_anew RENAME TO mail_outbox;

-- What is due, security first; rows that are over are not in it.
CREATE INDEX mail_outbox_due ON mail_outbox (rank, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- What came too late to be sent.
CREATE INDEX mail_outbox_expiring ON mail_outbox (expires_at) WHERE state = 'waiting';
-- The lag: the oldest message that waits.
CREATE INDEX mail_outbox_waiting ON mail_outbox (created_at) WHERE state = 'waiting';
-- What was given up lately, for operators, and the nightly sweep of what is over.
CREATE INDEX mail_outbox_over ON mail_outbox (state, updated_at) WHERE state <> 'waiting';
-- What was given up and waits for an operator's word, last first.
CREATE INDEX mail_outbox_given_up ON mail_outbox (updated_at) WHERE state = 'dead' AND discarded_at IS NULL;
