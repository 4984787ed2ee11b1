-- A wrong file of a bank can be set aside by two operators (P107): its lines are readable and count no more, and the same may be loaded again.
-- Times are epoch milliseconds. Forward only: a landed file is never edited.
-- A UNIQUE and a CHECK cannot change in place, so the four tables are made anew; they refer to each other by name.
PRAGMA defer_foreign_keys = on;

CREATE TABLE bank_files_kept AS SELECT * FROM bank_files;
CREATE TABLE bank_lines_kept AS SELECT * FROM bank_lines;
CREATE TABLE bank_matches_kept AS SELECT * FROM bank_matches;
CREATE TABLE bank_breaks_kept AS SELECT * FROM bank_breaks;
DROP TABLE bank_breaks;
DROP TABLE bank_matches;
DROP TABLE bank_lines;
DROP TABLE bank_files;

-- A file of a gateway or a bank, as an operator handed it in.
CREATE TABLE bank_files (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL REFERENCES bank_sources (source),
  format TEXT NOT NULL CHECK (format IN ('csv', 'ofx')),
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 120),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  -- Its movements, and how many of them an earlier file had already.
  lines INTEGER NOT NULL CHECK (lines > 0),
  repeated INTEGER NOT NULL CHECK (repeated BETWEEN 0 AND lines),
  from_day TEXT NOT NULL CHECK (date(from_day) IS from_day),
  to_day TEXT NOT NULL CHECK (date(to_day) IS to_day),
  loaded_by TEXT NOT NULL REFERENCES users (id),
  loaded_at INTEGER NOT NULL,
  -- What the bank says is on the account at the end of a day; NULL: the file says none, or one of a day that was not over.
  balance_day TEXT CHECK (date(balance_day) IS balance_day),
  -- CHECK: an amount has its day.
  balance_cents INTEGER CHECK ((balance_cents IS NULL) = (balance_day IS NULL)),
  -- When two operators set it aside.
  set_aside_at INTEGER,
  CONSTRAINT days_are_in_order CHECK (from_day <= to_day)
) STRICT, WITHOUT ROWID;
INSERT INTO bank_files (id, source, format, label, sha256, lines, repeated, from_day, to_day, loaded_by, loaded_at, balance_day, balance_cents)
SELECT id, source, format, label, sha256, lines, repeated, from_day, to_day, loaded_by, loaded_at, balance_day, balance_cents
FROM bank_files_kept;
DROP TABLE bank_files_kept;
-- UNIQUE: the same file is taken once.
CREATE UNIQUE INDEX bank_files_taken_once ON bank_files (sha256) WHERE set_aside_at IS NULL;
CREATE INDEX bank_files_by_source ON bank_files (source, loaded_at);
-- The operators' list of them, newest first.
CREATE INDEX bank_files_by_time ON bank_files (loaded_at DESC, id DESC);
-- From one closing balance of a source to the next.
CREATE INDEX bank_files_by_balance ON bank_files (source, balance_day, loaded_at, id) WHERE balance_day IS NOT NULL;

-- One movement of the bank account. What two files have is stored once.
CREATE TABLE bank_lines (
  file_id TEXT NOT NULL REFERENCES bank_files (id),
  line INTEGER NOT NULL CHECK (line > 0),
  source TEXT NOT NULL REFERENCES bank_sources (source),
  -- What tells it from others of its source: reference, day, amount and which of equal ones it is.
  line_key TEXT NOT NULL CHECK (length(line_key) BETWEEN 1 AND 200),
  day TEXT NOT NULL CHECK (date(day) IS day),
  -- What came in is positive.
  cents INTEGER NOT NULL CHECK (cents <> 0),
  -- The names that the bank gives the payment: JSON, a list of texts. What else it wrote is not kept, because it names people: the
  -- number of the line leads to it in the file.
  payment_ids TEXT NOT NULL CHECK (json_valid(payment_ids) AND json_type(payment_ids) = 'array'),
  -- That of its file.
  set_aside_at INTEGER,
  PRIMARY KEY (file_id, line)
) STRICT, WITHOUT ROWID;
INSERT INTO bank_lines (file_id, line, source, line_key, day, cents, payment_ids)
SELECT file_id, line, source, line_key, day, cents, payment_ids FROM bank_lines_kept;
DROP TABLE bank_lines_kept;
CREATE UNIQUE INDEX bank_lines_stored_once ON bank_lines (source, line_key) WHERE set_aside_at IS NULL;
-- What moved from one closing balance to the next.
CREATE INDEX bank_lines_by_day ON bank_lines (source, day, cents) WHERE set_aside_at IS NULL;

-- A movement of the bank that is one of ours.
CREATE TABLE bank_matches (
  file_id TEXT NOT NULL,
  line INTEGER NOT NULL,
  source TEXT NOT NULL REFERENCES bank_sources (source),
  operation_id TEXT NOT NULL REFERENCES operations (id),
  how TEXT NOT NULL CHECK (how IN ('reference', 'amount-and-day')),
  matched_at INTEGER NOT NULL,
  -- That of its file.
  set_aside_at INTEGER,
  PRIMARY KEY (file_id, line),
  FOREIGN KEY (file_id, line) REFERENCES bank_lines (file_id, line)
) STRICT, WITHOUT ROWID;
INSERT INTO bank_matches (file_id, line, source, operation_id, how, matched_at)
SELECT file_id, line, source, operation_id, how, matched_at FROM bank_matches_kept;
DROP TABLE bank_matches_kept;
-- What one line of the bank is explains no second one.
CREATE UNIQUE INDEX bank_matches_one_per_operation ON bank_matches (source, operation_id) WHERE set_aside_at IS NULL;

-- Where the bank and the books do not say the same: somebody looks at it and says what it is.
CREATE TABLE bank_breaks (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL REFERENCES bank_sources (source),
  kind TEXT NOT NULL CHECK (kind IN ('amount-differs', 'ours-alone', 'theirs-alone', 'balance-differs')),
  -- The bank's side, and ours. A balance is said by a file and by no line of it.
  file_id TEXT REFERENCES bank_files (id),
  line INTEGER,
  operation_id TEXT REFERENCES operations (id),
  -- The day of the bank's side, or of ours where there is none.
  day TEXT NOT NULL CHECK (date(day) IS day),
  bank_cents INTEGER,
  -- Of a balance: what it would be by the one before and the movements since.
  our_cents INTEGER,
  found_at INTEGER NOT NULL,
  -- closed: a later file had the other side. set-aside: the file that said so is.
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'resolved', 'closed', 'set-aside')),
  owner_id TEXT REFERENCES users (id),
  resolution TEXT CHECK (length(resolution) BETWEEN 1 AND 500),
  resolved_by TEXT REFERENCES users (id),
  ended_at INTEGER,
  FOREIGN KEY (file_id, line) REFERENCES bank_lines (file_id, line),
  CONSTRAINT a_break_has_the_sides_of_its_kind CHECK (
    (kind <> 'ours-alone') = (file_id IS NOT NULL) AND (file_id IS NULL) = (bank_cents IS NULL)
    AND (kind IN ('amount-differs', 'theirs-alone')) = (line IS NOT NULL)
    AND (kind IN ('amount-differs', 'ours-alone')) = (operation_id IS NOT NULL)
    AND (kind <> 'theirs-alone') = (our_cents IS NOT NULL)),
  -- What somebody had resolved is read on where its file is set aside.
  CONSTRAINT resolved_means_by_whom_and_why CHECK ((resolved_by IS NULL) = (resolution IS NULL)
    AND iif(resolved_by IS NULL, state <> 'resolved', state IN ('resolved', 'set-aside'))),
  CONSTRAINT over_means_when CHECK ((state = 'open') = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO bank_breaks (id, source, kind, file_id, line, operation_id, day, bank_cents, our_cents, found_at, state, owner_id, resolution,
  resolved_by, ended_at)
SELECT id, source, kind, file_id, line, operation_id, day, bank_cents, our_cents, found_at, state, owner_id, resolution, resolved_by, ended_at
FROM bank_breaks_kept;
DROP TABLE bank_breaks_kept;
-- One break of each side at a time.
CREATE UNIQUE INDEX bank_breaks_of_line ON bank_breaks (file_id, line) WHERE line IS NOT NULL AND state IN ('open', 'resolved');
CREATE UNIQUE INDEX bank_breaks_of_operation ON bank_breaks (source, operation_id)
  WHERE operation_id IS NOT NULL AND state IN ('open', 'resolved');
-- A balance that was explained once may differ otherwise later: one open break of it at a time.
CREATE UNIQUE INDEX bank_breaks_of_balance ON bank_breaks (file_id) WHERE kind = 'balance-differs' AND state = 'open';
-- What was said of a balance.
CREATE INDEX bank_breaks_by_balance ON bank_breaks (file_id, state, our_cents) WHERE kind = 'balance-differs';
-- The list, and what waits.
CREATE INDEX bank_breaks_by_state ON bank_breaks (state, found_at);

-- What the bank said is never changed, and what was found of it stays. A file is set aside once, with all that is of it.
CREATE TRIGGER bank_files_are_never_updated BEFORE UPDATE OF id, source, format, label, sha256, lines, repeated, from_day, to_day, loaded_by,
  loaded_at, balance_day, balance_cents ON bank_files
BEGIN SELECT RAISE(ABORT, 'a file of the bank is never changed'); END;
CREATE TRIGGER bank_files_are_set_aside_once BEFORE UPDATE OF set_aside_at ON bank_files
WHEN OLD.set_aside_at IS NOT NULL OR NEW.set_aside_at IS NULL
BEGIN SELECT RAISE(ABORT, 'a file is set aside once'); END;
CREATE TRIGGER bank_files_are_never_deleted BEFORE DELETE ON bank_files
BEGIN SELECT RAISE(ABORT, 'a file of the bank is never deleted'); END;
CREATE TRIGGER bank_lines_are_never_updated BEFORE UPDATE OF file_id, line, source, line_key, day, cents, payment_ids ON bank_lines
BEGIN SELECT RAISE(ABORT, 'a line of the bank is never changed'); END;
CREATE TRIGGER bank_lines_go_with_their_file BEFORE UPDATE OF set_aside_at ON bank_lines
WHEN NEW.set_aside_at IS NOT (SELECT set_aside_at FROM bank_files WHERE id = NEW.file_id)
BEGIN SELECT RAISE(ABORT, 'a line goes with its file'); END;
CREATE TRIGGER bank_lines_are_never_deleted BEFORE DELETE ON bank_lines
BEGIN SELECT RAISE(ABORT, 'a line of the bank is never deleted'); END;
CREATE TRIGGER bank_matches_are_never_updated BEFORE UPDATE OF file_id, line, source, operation_id, how, matched_at ON bank_matches
BEGIN SELECT RAISE(ABORT, 'a match is never changed'); END;
CREATE TRIGGER bank_matches_go_with_their_file BEFORE UPDATE OF set_aside_at ON bank_matches
WHEN NEW.set_aside_at IS NOT (SELECT set_aside_at FROM bank_files WHERE id = NEW.file_id)
BEGIN SELECT RAISE(ABORT, 'a match goes with its file'); END;
CREATE TRIGGER bank_matches_are_never_deleted BEFORE DELETE ON bank_matches
BEGIN SELECT RAISE(ABORT, 'a match is never deleted'); END;
-- A break that is over stays as it ended, but that its file is set aside.
CREATE TRIGGER bank_breaks_end_once BEFORE UPDATE ON bank_breaks
WHEN OLD.state <> 'open' AND NOT (OLD.state = 'resolved' AND NEW.state = 'set-aside' AND NEW.ended_at = OLD.ended_at
  AND NEW.resolution = OLD.resolution AND NEW.resolved_by = OLD.resolved_by)
BEGIN SELECT RAISE(ABORT, 'a break ends once'); END;
CREATE TRIGGER bank_breaks_are_never_deleted BEFORE DELETE ON bank_breaks
BEGIN SELECT RAISE(ABORT, 'a break is never deleted'); END;

-- That a file is to be set aside: said by one operator, done by another.
CREATE TABLE bank_set_asides (
  id TEXT PRIMARY KEY,
  file_id TEXT NOT NULL REFERENCES bank_files (id),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  proposed_by TEXT NOT NULL REFERENCES users (id),
  proposed_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'rejected', 'withdrawn')),
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  CONSTRAINT decided_means_by_whom_and_when CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  CONSTRAINT two_operators_set_aside CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_proposals_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by)
) STRICT, WITHOUT ROWID;
-- UNIQUE: one waits or stands for a file.
CREATE UNIQUE INDEX bank_set_asides_one_per_file ON bank_set_asides (file_id) WHERE state IN ('open', 'approved');
CREATE INDEX bank_set_asides_open ON bank_set_asides (proposed_at) WHERE state = 'open';
CREATE TRIGGER bank_set_asides_keep_their_terms BEFORE UPDATE OF file_id, reason, proposed_by, proposed_at ON bank_set_asides
BEGIN SELECT RAISE(ABORT, 'a proposal keeps its terms'); END;
CREATE TRIGGER bank_set_asides_are_decided_once BEFORE UPDATE OF state, decided_by, decided_at ON bank_set_asides WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'a proposal is decided once'); END;
CREATE TRIGGER bank_set_asides_are_never_deleted BEFORE DELETE ON bank_set_asides
BEGIN SELECT RAISE(ABORT, 'proposals are never deleted'); END;
