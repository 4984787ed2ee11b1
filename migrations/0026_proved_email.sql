-- Kinds of letters become rows, so that a new one is an INSERT; and customers prove their e-mail address. Times are epoch
-- milliseconds. Forward only: a landed file is never edited.

CREATE TABLE mail_kinds (
  -- PRIMARY KEY: the words of worker/domain/mail-messages.ts; a test compares them.
  kind TEXT PRIMARY KEY CHECK (length(kind) BETWEEN 3 AND 40),
  -- Goes to people without an account too.
  to_strangers INTEGER NOT NULL DEFAULT 0 CHECK (to_strangers IN (0, 1))
) STRICT, WITHOUT ROWID;
INSERT INTO mail_kinds (kind) VALUES ('welcome'), ('deposit-receipt'), ('trade-receipt'), ('reversal-receipt'), ('alert-fired'),
  ('password-reset'), ('new-sign-in'), ('security-change'), ('confirm-email');
INSERT INTO mail_kinds (kind, to_strangers) VALUES ('contact-answer', 1);

CREATE TABLE mail_outbox_anew (
  -- PRIMARY KEY: one event, one message. Whoever derives the id from the event may write it again without a second mail.
  id TEXT PRIMARY KEY,
  -- NULL: whoever wrote to us without an account.
  user_id TEXT REFERENCES users (id),
  -- FOREIGN KEY: a message that nobody can write as a letter is not stored.
  kind TEXT NOT NULL REFERENCES mail_kinds (kind),
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
  -- The letter that it went out in: its own, or the one that several were gathered in. NULL: not sent by a release that says so.
  letter_id TEXT,
  CONSTRAINT mail_expires_later CHECK (expires_at > created_at),
  -- What is over is never taken again; what waits has a time at which it will be.
  CONSTRAINT waiting_has_a_time CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO mail_outbox_anew (id, user_id, kind, message, email, full_name, language, origin, state, rank, attempts,
  next_attempt_at, expires_at, last_error, provider_id, created_at, updated_at, discarded_at, letter_id)
SELECT id, user_id, kind, message, email, full_name, language, origin, state, rank, attempts,
  next_attempt_at, expires_at, last_error, provider_id, created_at, updated_at, discarded_at, letter_id FROM mail_outbox;

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
-- The letters of one kind that a recipient got in the last hour.
CREATE INDEX mail_outbox_letters ON mail_outbox (email, kind, updated_at) WHERE attempts > 0;
-- What else is due to the recipient of a letter.
CREATE INDEX mail_outbox_due_to ON mail_outbox (email, kind, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Everything but some kinds is about an account.
CREATE TRIGGER mail_outbox_strangers BEFORE INSERT ON mail_outbox
WHEN NEW.user_id IS NULL AND NOT EXISTS (SELECT 1 FROM mail_kinds WHERE kind = NEW.kind AND to_strangers = 1)
BEGIN SELECT RAISE(ABORT, 'only_some_kinds_go_to_strangers'); END;

-- When the customer proved that the mailbox is theirs; NULL: not yet. Nobody was ever asked before this release.
ALTER TABLE users ADD COLUMN email_confirmed_at INTEGER;

-- Links that were sent by e-mail: a new password, the proof of an address, a factor that its owner did not add.
CREATE TABLE mailed_links (
  id TEXT PRIMARY KEY,
  -- One of MAILED_LINKS (worker/domain/mailed-links.ts).
  purpose TEXT NOT NULL CHECK (length(purpose) BETWEEN 3 AND 40 AND purpose NOT GLOB '*[^a-z-]*'),
  user_id TEXT NOT NULL REFERENCES users (id),
  -- The mailbox it was sent to: it proves this one and no other.
  email TEXT NOT NULL,
  -- What it is about besides the account: the factor, the change of address.
  subject_id TEXT,
  -- SHA-256 of the link's token, base64url; the token itself is stored nowhere. UNIQUE: it is looked up by this.
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 43),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  -- Counted up in the batch of what it does: the second of two racing uses breaks the CHECK, and with it its batch.
  uses INTEGER NOT NULL DEFAULT 0,
  -- When it was used, or closed because of another one.
  spent_at INTEGER,
  CONSTRAINT a_link_works_once CHECK (uses BETWEEN 0 AND 1),
  CONSTRAINT spent_has_a_time CHECK ((uses = 1) = (spent_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- The links of one customer that still work: those of a purpose are closed together.
CREATE INDEX mailed_links_open ON mailed_links (user_id, purpose) WHERE uses = 0;
-- The nightly sweep of links that are long over.
CREATE INDEX mailed_links_by_expiry ON mailed_links (expires_at);
-- The links of the last release keep working: each is good for half an hour.
INSERT INTO mailed_links (id, purpose, user_id, email, token_hash, created_at, expires_at, uses, spent_at)
SELECT r.id, 'password-reset', r.user_id, u.email, r.token_hash, r.created_at, r.expires_at, r.uses, r.spent_at
FROM password_resets r JOIN users u ON u.id = r.user_id;
DROP INDEX password_resets_open;
DROP INDEX password_resets_by_expiry;
DROP TABLE password_resets;

-- A change of a proved address: it happens once both mailboxes have said yes.
CREATE TABLE email_changes (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  from_email TEXT NOT NULL,
  to_email TEXT NOT NULL CHECK (to_email = lower(trim(to_email)) AND length(to_email) BETWEEN 5 AND 254),
  requested_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > requested_at),
  old_confirmed_at INTEGER,
  new_confirmed_at INTEGER,
  done_at INTEGER,
  -- Taken back by the customer, or replaced by a later one.
  cancelled_at INTEGER,
  CONSTRAINT to_another_address CHECK (to_email <> from_email),
  CONSTRAINT both_mailboxes_said_yes CHECK (done_at IS NULL OR (old_confirmed_at IS NOT NULL AND new_confirmed_at IS NOT NULL)),
  CONSTRAINT done_or_cancelled CHECK (done_at IS NULL OR cancelled_at IS NULL)
) STRICT, WITHOUT ROWID;
-- UNIQUE: one open change of a customer; a later one cancels it in its own batch.
CREATE UNIQUE INDEX email_changes_open ON email_changes (user_id) WHERE done_at IS NULL AND cancelled_at IS NULL;

INSERT INTO mail_kinds (kind) VALUES ('email-change-old'), ('email-change-new');
