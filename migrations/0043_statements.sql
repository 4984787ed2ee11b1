-- Statements of closed months: what was stated, under which hash and signature. The statement itself is made of entries and closes
-- whenever somebody asks for it, and has to come out under the same hash (D78). Times are epoch milliseconds. Forward only: a landed file
-- is never edited.

CREATE TABLE statements (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  month TEXT NOT NULL CHECK (length(month) = 7 AND month IS strftime('%Y-%m', month || '-01')),
  -- The words and the form that its files have for ever (worker/domain/statements.ts).
  template INTEGER NOT NULL CHECK (template > 0),
  -- Its movements are those of the operations after the one, up to the other.
  seq_from INTEGER NOT NULL CHECK (seq_from >= 0),
  seq_to INTEGER NOT NULL CHECK (seq_to >= seq_from),
  -- How many there are, and what the customer had at the end: the nightly check holds them against the entries.
  movements INTEGER NOT NULL CHECK (movements >= 0),
  cash_cents INTEGER NOT NULL CHECK (cash_cents >= 0),
  gold_e4 INTEGER NOT NULL CHECK (gold_e4 >= 0),
  silver_e4 INTEGER NOT NULL CHECK (silver_e4 >= 0),
  -- The hash of the statement of the month before; NULL: the account's first.
  previous_sha256 TEXT CHECK (length(previous_sha256) = 64),
  -- SHA-256 over the content in canonical form, and the signature over it.
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'),
  kid TEXT NOT NULL CHECK (length(kid) BETWEEN 1 AND 100),
  signature TEXT NOT NULL CHECK (length(signature) = 86),
  -- The time in the content: no clock's (worker/services/statements.ts).
  issued_at INTEGER NOT NULL,
  -- Who the customer was when it was made, as files show it: name, and number of the identity with most of it covered. Signed in no
  -- content, so that closing the account can take them away. NULL: not known, or the account is closed.
  holder_name TEXT CHECK (length(holder_name) BETWEEN 1 AND 200),
  holder_number TEXT CHECK (length(holder_number) BETWEEN 1 AND 100),
  -- The address of the site, which files name.
  origin TEXT NOT NULL CHECK (length(origin) BETWEEN 8 AND 300),
  made_at INTEGER NOT NULL,
  -- One statement for each month, also when two jobs make it at the same time.
  PRIMARY KEY (account_id, month),
  CONSTRAINT the_first_begins_at_the_beginning CHECK (previous_sha256 IS NOT NULL OR seq_from = 0)
) STRICT, WITHOUT ROWID;

-- Month follows month, each begins where the one before ended, and ends with the close of its last day.
CREATE TRIGGER statements_follow_one_another BEFORE INSERT ON statements
BEGIN
  SELECT CASE
    WHEN NEW.month IS NOT strftime('%Y-%m', last.month || '-01', '+1 month') THEN RAISE(ABORT, 'statements are made in their order')
    WHEN NEW.seq_from <> last.seq_to THEN RAISE(ABORT, 'a statement begins where the one before it ended')
    WHEN NEW.previous_sha256 IS NOT last.sha256 THEN RAISE(ABORT, 'a statement names the one before it')
  END FROM statements last WHERE last.account_id = NEW.account_id
    AND last.month = (SELECT max(month) FROM statements WHERE account_id = NEW.account_id AND month < NEW.month);
  SELECT RAISE(ABORT, 'the first statement has none before it')
  WHERE NEW.previous_sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM statements WHERE account_id = NEW.account_id);
  SELECT RAISE(ABORT, 'a statement ends with the close of its month') WHERE NOT EXISTS (
    SELECT 1 FROM day_closes WHERE day = date(NEW.month || '-01', '+1 month', '-1 day') AND seq_to = NEW.seq_to);
END;
-- What was stated stays stated; the holder can only be taken away.
CREATE TRIGGER statements_are_never_changed
BEFORE UPDATE OF account_id, month, template, seq_from, seq_to, movements, cash_cents, gold_e4, silver_e4, previous_sha256, sha256, kid,
  signature, issued_at, origin, made_at ON statements
BEGIN SELECT RAISE(ABORT, 'a statement is never changed'); END;
CREATE TRIGGER statements_only_lose_their_holder BEFORE UPDATE OF holder_name, holder_number ON statements
WHEN NEW.holder_name IS NOT NULL OR NEW.holder_number IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a statement is never changed'); END;
CREATE TRIGGER statements_are_never_deleted BEFORE DELETE ON statements
BEGIN SELECT RAISE(ABORT, 'a statement is never deleted'); END;

-- A file of a statement that somebody has had: made again it must be the same bytes, and gets the same signature.
CREATE TABLE statement_files (
  account_id TEXT NOT NULL,
  month TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('pdf', 'csv')),
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  -- SHA-256 of all bytes before the record that signs them.
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'),
  kid TEXT NOT NULL CHECK (length(kid) BETWEEN 1 AND 100),
  signature TEXT NOT NULL CHECK (length(signature) = 86),
  issued_at INTEGER NOT NULL,
  -- One signature for each file, also when two requests sign it at the same time.
  PRIMARY KEY (account_id, month, format, language),
  FOREIGN KEY (account_id, month) REFERENCES statements (account_id, month)
) STRICT, WITHOUT ROWID;
-- A file that was signed stays as it was.
CREATE TRIGGER statement_files_are_never_changed BEFORE UPDATE ON statement_files
BEGIN SELECT RAISE(ABORT, 'a signed file is never changed'); END;

-- How far the job has come that makes the statements of a month for who moved something: the operations up to this one are done.
CREATE TABLE statement_runs (
  month TEXT PRIMARY KEY CHECK (length(month) = 7),
  seq_done INTEGER NOT NULL CHECK (seq_done >= 0)
) STRICT, WITHOUT ROWID;

-- The movements of one account in the order of commits.
CREATE INDEX operations_by_account_and_seq ON operations (account_id, seq);

INSERT INTO mail_kinds (kind) VALUES ('statement-ready');
