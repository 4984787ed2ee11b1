-- The rights of customers over their data: accounts are closed, identities are retained under seal, data is exported, and the
-- newsletter asks twice. Times are epoch milliseconds. Forward only: a landed file is never edited.

-- Types of submissions become rows, so that a new one is an INSERT. A CHECK cannot be changed in place: the tables are made anew
-- and filled from the old ones, with whatever earlier migrations put on them.
CREATE TABLE submission_counts_anew (
  type TEXT PRIMARY KEY CHECK (length(type) BETWEEN 3 AND 40),
  -- CHECK: a count that falls below nothing has lost something.
  submissions INTEGER NOT NULL CHECK (submissions >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO submission_counts_anew (type, submissions) SELECT type, submissions FROM submission_counts;
-- Tells the spreadsheet which of its rows must go.
INSERT INTO submission_counts_anew (type, submissions) VALUES ('erasure', 0);

CREATE TABLE submissions_anew (
  id TEXT PRIMARY KEY,
  -- FOREIGN KEY: the words of worker/domain/submissions.ts; a test compares them.
  type TEXT NOT NULL REFERENCES submission_counts_anew (type),
  user_id TEXT REFERENCES users (id),
  email TEXT NOT NULL,
  phone TEXT,
  user_agent TEXT,
  -- A flat map of what was sent. worker/db/submissions.ts is its only writer and drops fields named like a password.
  data TEXT NOT NULL CHECK (json_valid(data) AND json_type(data) = 'object'),
  submitted_at INTEGER NOT NULL
) STRICT;
INSERT INTO submissions_anew (id, type, user_id, email, phone, user_agent, data, submitted_at)
SELECT id, type, user_id, email, phone, user_agent, data, submitted_at FROM submissions ORDER BY rowid;

CREATE TABLE submission_forwards_anew (
  -- PRIMARY KEY: one way per submission, whatever its type.
  submission_id TEXT PRIMARY KEY REFERENCES submissions_anew (id),
  -- 'failed': the last round failed; it is tried again while next_attempt_at says when.
  state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'failed')),
  -- Requests made so far, over all rounds.
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Rounds begun so far: back-off counts these, so an interrupted round counts too.
  rounds INTEGER NOT NULL DEFAULT 0 CHECK (rounds >= 0),
  -- Whoever takes a row moves this past the longest round: that is the claim, and its end when the taker dies.
  next_attempt_at INTEGER,
  last_error TEXT CHECK (length(last_error) <= 300),
  updated_at INTEGER NOT NULL,
  -- What has arrived is never sent again; what has not been sent yet has a time at which it will be.
  CONSTRAINT sent_is_over CHECK (state <> 'sent' OR next_attempt_at IS NULL),
  CONSTRAINT pending_has_a_time CHECK (state <> 'pending' OR next_attempt_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO submission_forwards_anew (submission_id, state, attempts, rounds, next_attempt_at, last_error, updated_at)
SELECT submission_id, state, attempts, rounds, next_attempt_at, last_error, updated_at FROM submission_forwards;

CREATE TABLE contact_messages_anew (
  -- PRIMARY KEY: one state per message.
  submission_id TEXT PRIMARY KEY REFERENCES submissions_anew (id),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  -- The operator who has taken it; NULL: nobody.
  owner_id TEXT REFERENCES users (id),
  -- Grows with each change, which names the number it saw: of two operators who act at once, one is told to look again.
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- As in submissions: the order of the list.
  sent_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO contact_messages_anew (submission_id, state, owner_id, revision, sent_at, updated_at)
SELECT submission_id, state, owner_id, revision, sent_at, updated_at FROM contact_messages;

CREATE TABLE contact_answers_anew (
  -- PRIMARY KEY: made by the form, so that a repeated request sends no second e-mail.
  id TEXT PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES contact_messages_anew (submission_id),
  answered_by TEXT NOT NULL REFERENCES users (id),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 5000),
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  answered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO contact_answers_anew (id, submission_id, answered_by, body, language, answered_at)
SELECT id, submission_id, answered_by, body, language, answered_at FROM contact_answers;

CREATE TABLE complaints_anew (
  -- PRIMARY KEY: a message is one complaint.
  submission_id TEXT PRIMARY KEY REFERENCES contact_messages_anew (submission_id),
  -- UNIQUE: what a customer quotes names one complaint (worker/domain/complaints.ts).
  number TEXT NOT NULL UNIQUE CHECK (length(number) = 14 AND instr(number, '-') = 9 AND number NOT GLOB '*[^0-9-]*'),
  -- The end of its fifth business day: reckoned when it came, so that a later change of the calendar moves no promise.
  due_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO complaints_anew (submission_id, number, due_at) SELECT submission_id, number, due_at FROM complaints;

-- Those that refer first: nothing is left behind that could dangle. The triggers of the old tables go with them, and the one
-- that counts what goes must not see it.
DROP TRIGGER submissions_gone_are_not_counted;
DROP TABLE complaints;
DROP TABLE contact_answers;
DROP TABLE contact_messages;
DROP TABLE submission_forwards;
DROP TABLE submissions;
DROP TABLE submission_counts;
ALTER TABLE submission_counts_anew RENAME TO submission_counts;
ALTER TABLE submissions_anew RENAME TO submissions;
ALTER TABLE submission_forwards_anew RENAME TO submission_forwards;
ALTER TABLE contact_messages_anew RENAME TO contact_messages;
ALTER TABLE contact_answers_anew RENAME TO contact_answers;
ALTER TABLE complaints_anew RENAME TO complaints;

CREATE INDEX submissions_by_time ON submissions (submitted_at DESC, id DESC);
CREATE INDEX submissions_by_type ON submissions (type, submitted_at DESC, id DESC);
CREATE TRIGGER submissions_are_forwarded AFTER INSERT ON submissions
BEGIN
  INSERT INTO submission_forwards (submission_id, state, next_attempt_at, updated_at)
  VALUES (NEW.id, 'pending', NEW.submitted_at, NEW.submitted_at);
END;
CREATE TRIGGER submissions_are_counted AFTER INSERT ON submissions
BEGIN
  UPDATE submission_counts SET submissions = submissions + 1 WHERE type = NEW.type;
END;
CREATE TRIGGER submissions_gone_are_not_counted AFTER DELETE ON submissions
BEGIN
  UPDATE submission_counts SET submissions = submissions - 1 WHERE type = OLD.type;
END;
CREATE TRIGGER submissions_hold_no_password BEFORE INSERT ON submissions
WHEN EXISTS (SELECT 1 FROM json_tree(NEW.data) WHERE instr(lower(key), 'password') > 0)
BEGIN
  SELECT RAISE(ABORT, 'a submission must not hold a password');
END;
CREATE TRIGGER contact_messages_begin_open AFTER INSERT ON submissions WHEN NEW.type = 'contact'
BEGIN
  INSERT INTO contact_messages (submission_id, sent_at, updated_at) VALUES (NEW.id, NEW.submitted_at, NEW.submitted_at);
END;
CREATE INDEX submissions_by_user ON submissions (user_id, type, submitted_at) WHERE user_id IS NOT NULL;
CREATE INDEX submission_forwards_due ON submission_forwards (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX submission_forwards_failed ON submission_forwards (submission_id) WHERE state = 'failed';
CREATE INDEX contact_messages_by_time ON contact_messages (sent_at DESC, submission_id DESC);
CREATE INDEX contact_messages_by_state ON contact_messages (state, sent_at DESC, submission_id DESC);
CREATE INDEX contact_answers_of_message ON contact_answers (submission_id, answered_at);

-- What somebody wrote to us without an account, found by the address.
CREATE INDEX submissions_by_email ON submissions (email) WHERE user_id IS NULL;

-- When the account was closed for good; NULL: it is open.
ALTER TABLE users ADD COLUMN closed_at INTEGER;
CREATE INDEX users_closed ON users (id) WHERE closed_at IS NOT NULL;
CREATE TRIGGER users_closed_stay_closed BEFORE UPDATE ON users
WHEN OLD.closed_at IS NOT NULL AND (NEW.closed_at IS NOT OLD.closed_at OR NEW.email <> OLD.email OR NEW.full_name <> OLD.full_name
  OR NEW.phone <> OLD.phone OR NEW.password_hash <> OLD.password_hash OR NEW.status <> OLD.status)
BEGIN SELECT RAISE(ABORT, 'a closed account stays closed'); END;

-- A customer asked for the closing of the account: seven days in which signing in takes it back, then it is done.
CREATE TABLE account_closings (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  requested_at INTEGER NOT NULL,
  -- From this moment on nobody signs in, whether or not it has been done yet.
  due_at INTEGER NOT NULL CHECK (due_at > requested_at),
  -- What the customer gives up: what is left of the cash, less than a dollar.
  waived_cents INTEGER NOT NULL DEFAULT 0 CHECK (waived_cents BETWEEN 0 AND 99),
  cancelled_at INTEGER,
  -- 'signed-in': by the customer. 'not-empty': something had come in between. 'suspended': the account is being looked into.
  cancelled_because TEXT CHECK (cancelled_because IN ('signed-in', 'not-empty', 'suspended')),
  closed_at INTEGER,
  CONSTRAINT cancelled_says_why CHECK ((cancelled_at IS NULL) = (cancelled_because IS NULL)),
  CONSTRAINT closed_or_cancelled CHECK (closed_at IS NULL OR cancelled_at IS NULL),
  CONSTRAINT not_before_it_is_due CHECK (closed_at IS NULL OR closed_at >= due_at)
) STRICT, WITHOUT ROWID;
-- UNIQUE: one that waits, also when two requests race; and one that was done.
CREATE UNIQUE INDEX account_closings_one ON account_closings (user_id) WHERE cancelled_at IS NULL;
CREATE INDEX account_closings_due ON account_closings (due_at) WHERE cancelled_at IS NULL AND closed_at IS NULL;
CREATE INDEX account_closings_by_user ON account_closings (user_id, requested_at DESC);

-- Also where a sign-in races the end of the seven days.
CREATE TRIGGER sessions_none_after_closing BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM account_closings c
  WHERE c.user_id = NEW.user_id AND c.cancelled_at IS NULL AND c.due_at <= NEW.created_at)
BEGIN SELECT RAISE(ABORT, 'a closed account has no session'); END;

-- Who a closed account was: sealed under a key of its own, which is destroyed when the law's time is over.
CREATE TABLE retained_identities (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  -- JSON under the key below (worker/auth/retained-identity-seal.ts).
  sealed TEXT,
  -- That key, sealed by the Worker's own.
  sealed_key TEXT,
  retained_at INTEGER NOT NULL,
  keep_until INTEGER NOT NULL CHECK (keep_until > retained_at),
  destroyed_at INTEGER,
  -- Of the number of the identity (0033): who opens another account is known again, and no bonus is paid twice.
  number_mac TEXT,
  CONSTRAINT there_or_destroyed CHECK (
    (destroyed_at IS NULL AND sealed IS NOT NULL AND sealed_key IS NOT NULL)
    OR (destroyed_at IS NOT NULL AND sealed IS NULL AND sealed_key IS NULL)),
  CONSTRAINT kept_as_long_as_the_law_asks CHECK (destroyed_at IS NULL OR destroyed_at >= keep_until)
) STRICT, WITHOUT ROWID;
CREATE INDEX retained_identities_by_number ON retained_identities (number_mac) WHERE number_mac IS NOT NULL;
CREATE INDEX retained_identities_over ON retained_identities (keep_until) WHERE destroyed_at IS NULL;

-- A retained identity that two operators opened: the one who proposed it reads it once.
CREATE TABLE identity_openings (
  -- PRIMARY KEY: an approved proposal opens once.
  proposal_id TEXT PRIMARY KEY REFERENCES operator_proposals (id),
  account_id TEXT NOT NULL REFERENCES retained_identities (account_id),
  reader_id TEXT NOT NULL REFERENCES users (id),
  opened_at INTEGER NOT NULL,
  until INTEGER NOT NULL CHECK (until > opened_at),
  -- Counted up in the batch of the reading: the second of two breaks the CHECK.
  reads INTEGER NOT NULL DEFAULT 0,
  read_at INTEGER,
  CONSTRAINT an_identity_is_read_once CHECK (reads BETWEEN 0 AND 1),
  CONSTRAINT read_has_a_time CHECK ((reads = 1) = (read_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_openings_by_account ON identity_openings (account_id, opened_at DESC);
INSERT INTO proposal_kinds (kind) VALUES ('identity');

-- Notes of operators stay as they were written, until the account is closed.
DROP TRIGGER customer_notes_are_never_deleted;
CREATE TRIGGER customer_notes_are_never_deleted BEFORE DELETE ON customer_notes
WHEN NOT EXISTS (SELECT 1 FROM account_closings WHERE user_id = OLD.user_id AND closed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;

-- Less than a dollar that was left in a closed account.
INSERT INTO accounts (id, kind, created_at) VALUES ('house:waived-balances', 'house', 0);

-- A complete copy of what is stored about a customer: made once a day at most, kept in the bucket for seven days.
CREATE TABLE data_exports (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  requested_at INTEGER NOT NULL,
  -- Of the page, and of the file's own words.
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed', 'removed')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Whoever makes it moves this past the longest attempt: that is the claim, and its end when the maker dies.
  next_attempt_at INTEGER,
  ready_at INTEGER,
  expires_at INTEGER,
  bytes INTEGER CHECK (bytes > 0),
  -- SHA-256 of the file, hexadecimal.
  sha256 TEXT CHECK (length(sha256) = 64),
  CONSTRAINT waiting_has_a_time CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT ready_says_what CHECK (state <> 'ready' OR (ready_at IS NOT NULL AND expires_at IS NOT NULL AND bytes IS NOT NULL AND sha256 IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX data_exports_by_user ON data_exports (user_id, requested_at DESC);
CREATE INDEX data_exports_due ON data_exports (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX data_exports_over ON data_exports (expires_at) WHERE state = 'ready';

-- Whoever subscribes presses a link in a letter first, and leaves by one press. Addresses from before were never confirmed.
CREATE TABLE newsletter_subscribers_anew (
  -- PRIMARY KEY: an address subscribes once, also when twenty requests race (AlreadySubscribed).
  -- CHECK: only the normalised form is stored, so the key cannot be dodged by case or spaces.
  email TEXT PRIMARY KEY CHECK (email = lower(trim(email)) AND length(email) BETWEEN 5 AND 254),
  -- The page's language: what the letters will be written in.
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  -- When it was asked for.
  created_at INTEGER NOT NULL,
  -- The link of the last letter: its id, the SHA-256 of its token, and how long it is good. NULL: no letter was written.
  link_id TEXT UNIQUE,
  link_hash TEXT UNIQUE CHECK (length(link_hash) = 43),
  link_until INTEGER,
  -- When the link was pressed: until then nothing else is sent.
  confirmed_at INTEGER,
  -- In every letter: whoever has it may take the address off the list, and nothing more.
  leave_token TEXT NOT NULL UNIQUE CHECK (length(leave_token) >= 43),
  CONSTRAINT a_link_is_whole CHECK ((link_id IS NULL) = (link_hash IS NULL) AND (link_id IS NULL) = (link_until IS NULL)),
  CONSTRAINT only_a_pressed_link_confirms CHECK (confirmed_at IS NULL OR link_id IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO newsletter_subscribers_anew (email, language, created_at, leave_token)
SELECT email, language, created_at, lower(hex(randomblob(32))) FROM newsletter_subscribers;
DROP TABLE newsletter_subscribers;
ALTER TABLE newsletter_subscribers_anew RENAME TO newsletter_subscribers;
-- The nightly sweep of those that nobody confirmed.
CREATE INDEX newsletter_unconfirmed ON newsletter_subscribers (created_at) WHERE confirmed_at IS NULL;

-- What the local mailbox shows of a letter besides its text.
ALTER TABLE local_mailbox ADD COLUMN headers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(headers));

INSERT INTO mail_kinds (kind) VALUES ('account-closing'), ('closing-stopped'), ('data-export-ready');
INSERT INTO mail_kinds (kind, to_strangers) VALUES ('newsletter-confirm', 1), ('newsletter-welcome', 1);
