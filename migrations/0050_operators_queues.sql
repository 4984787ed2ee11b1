-- What operators are told because it cannot wait, and what the banks say of the house's money. Times are epoch milliseconds, days are
-- those of Brasília, money is cents of the source's asset. Forward only: a landed file is never edited.

INSERT INTO mail_kinds (kind) VALUES ('operator-alert');

-- An incident that cannot wait: it begins when its rule finds it and ends when the rule finds it no more.
CREATE TABLE operator_alerts (
  id TEXT PRIMARY KEY,
  -- A word of worker/domain/operator-alerts.ts.
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 3 AND 40),
  -- What it is about within its kind: a gateway, a metal, a day.
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 100),
  -- How many or how much, as the rule last found it.
  figure INTEGER NOT NULL,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  CONSTRAINT it_ends_after_it_began CHECK (ended_at IS NULL OR ended_at >= began_at)
) STRICT, WITHOUT ROWID;
-- An incident is told once: while it lasts there is no second one of it.
CREATE UNIQUE INDEX operator_alerts_open ON operator_alerts (kind, subject) WHERE ended_at IS NULL;
CREATE TRIGGER operator_alerts_end_once BEFORE UPDATE ON operator_alerts
WHEN OLD.ended_at IS NOT NULL OR NEW.kind <> OLD.kind OR NEW.subject <> OLD.subject OR NEW.began_at <> OLD.began_at
BEGIN SELECT RAISE(ABORT, 'an alert that ended stays as it was'); END;

-- The calls of the operators' webhook: one when it begins, one when it ends.
CREATE TABLE operator_alert_calls (
  alert_id TEXT NOT NULL REFERENCES operator_alerts (id),
  event TEXT NOT NULL CHECK (event IN ('began', 'ended')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Whoever takes a row moves this past the longest attempt: that is the claim. NULL: it arrived, or was given up.
  next_attempt_at INTEGER,
  sent_at INTEGER,
  last_error TEXT CHECK (length(last_error) <= 300),
  PRIMARY KEY (alert_id, event),
  CONSTRAINT what_arrived_is_not_tried_again CHECK (sent_at IS NULL OR next_attempt_at IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX operator_alert_calls_due ON operator_alert_calls (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Where files of movements come from, and what they count.
CREATE TABLE bank_sources (
  -- PRIMARY KEY: the words of worker/domain/bank-files.ts; a test compares them and what they say.
  source TEXT PRIMARY KEY CHECK (length(source) BETWEEN 3 AND 40),
  asset TEXT NOT NULL REFERENCES assets (asset),
  -- The account of the house that says the same from our side.
  house_account TEXT NOT NULL CHECK (house_account GLOB 'house:*')
) STRICT, WITHOUT ROWID;
INSERT INTO bank_sources (source, asset, house_account) VALUES ('dollars', 'usd', 'house:cash-clearing'), ('reais', 'brl', 'house:pix');

-- A file of a gateway or a bank, as an operator handed it in.
CREATE TABLE bank_files (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL REFERENCES bank_sources (source),
  format TEXT NOT NULL CHECK (format IN ('csv', 'ofx')),
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 120),
  -- UNIQUE: the same file is taken once.
  sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
  -- Its movements, and how many of them an earlier file had already.
  lines INTEGER NOT NULL CHECK (lines > 0),
  repeated INTEGER NOT NULL CHECK (repeated BETWEEN 0 AND lines),
  from_day TEXT NOT NULL CHECK (date(from_day) IS from_day),
  to_day TEXT NOT NULL CHECK (date(to_day) IS to_day),
  loaded_by TEXT NOT NULL REFERENCES users (id),
  loaded_at INTEGER NOT NULL,
  CONSTRAINT days_are_in_order CHECK (from_day <= to_day)
) STRICT, WITHOUT ROWID;
CREATE INDEX bank_files_by_source ON bank_files (source, loaded_at);

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
  PRIMARY KEY (file_id, line),
  UNIQUE (source, line_key)
) STRICT, WITHOUT ROWID;

-- A movement of the bank that is one of ours.
CREATE TABLE bank_matches (
  file_id TEXT NOT NULL,
  line INTEGER NOT NULL,
  source TEXT NOT NULL REFERENCES bank_sources (source),
  operation_id TEXT NOT NULL REFERENCES operations (id),
  how TEXT NOT NULL CHECK (how IN ('reference', 'amount-and-day')),
  matched_at INTEGER NOT NULL,
  PRIMARY KEY (file_id, line),
  -- What one line of the bank is explains no second one.
  UNIQUE (source, operation_id),
  FOREIGN KEY (file_id, line) REFERENCES bank_lines (file_id, line)
) STRICT, WITHOUT ROWID;

-- Where the bank and the books do not say the same: somebody looks at it and says what it is.
CREATE TABLE bank_breaks (
  id TEXT PRIMARY KEY,
  source TEXT NOT NULL REFERENCES bank_sources (source),
  kind TEXT NOT NULL CHECK (kind IN ('amount-differs', 'ours-alone', 'theirs-alone')),
  -- The bank's side, and ours.
  file_id TEXT,
  line INTEGER,
  operation_id TEXT REFERENCES operations (id),
  -- The day of the bank's side, or of ours where there is none.
  day TEXT NOT NULL CHECK (date(day) IS day),
  bank_cents INTEGER,
  our_cents INTEGER,
  found_at INTEGER NOT NULL,
  -- closed: a later file had the other side.
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'resolved', 'closed')),
  owner_id TEXT REFERENCES users (id),
  resolution TEXT CHECK (length(resolution) BETWEEN 1 AND 500),
  resolved_by TEXT REFERENCES users (id),
  ended_at INTEGER,
  FOREIGN KEY (file_id, line) REFERENCES bank_lines (file_id, line),
  CONSTRAINT a_break_has_the_sides_of_its_kind CHECK (
    (kind <> 'ours-alone') = (file_id IS NOT NULL) AND (file_id IS NULL) = (line IS NULL) AND (file_id IS NULL) = (bank_cents IS NULL)
    AND (kind <> 'theirs-alone') = (operation_id IS NOT NULL) AND (operation_id IS NULL) = (our_cents IS NULL)),
  CONSTRAINT resolved_means_by_whom_and_why
    CHECK ((state = 'resolved') = (resolved_by IS NOT NULL) AND (resolved_by IS NULL) = (resolution IS NULL)),
  CONSTRAINT over_means_when CHECK ((state = 'open') = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;
-- One break of each side at a time.
CREATE UNIQUE INDEX bank_breaks_of_line ON bank_breaks (file_id, line) WHERE line IS NOT NULL AND state <> 'closed';
CREATE UNIQUE INDEX bank_breaks_of_operation ON bank_breaks (source, operation_id) WHERE operation_id IS NOT NULL AND state <> 'closed';
-- The list, and what waits.
CREATE INDEX bank_breaks_by_state ON bank_breaks (state, found_at);

-- What the bank said is never changed, and what was found of it stays.
CREATE TRIGGER bank_files_are_never_updated BEFORE UPDATE ON bank_files
BEGIN SELECT RAISE(ABORT, 'a file of the bank is never changed'); END;
CREATE TRIGGER bank_files_are_never_deleted BEFORE DELETE ON bank_files
BEGIN SELECT RAISE(ABORT, 'a file of the bank is never deleted'); END;
CREATE TRIGGER bank_lines_are_never_updated BEFORE UPDATE ON bank_lines
BEGIN SELECT RAISE(ABORT, 'a line of the bank is never changed'); END;
CREATE TRIGGER bank_lines_are_never_deleted BEFORE DELETE ON bank_lines
BEGIN SELECT RAISE(ABORT, 'a line of the bank is never deleted'); END;
CREATE TRIGGER bank_matches_are_never_updated BEFORE UPDATE ON bank_matches
BEGIN SELECT RAISE(ABORT, 'a match is never changed'); END;
CREATE TRIGGER bank_matches_are_never_deleted BEFORE DELETE ON bank_matches
BEGIN SELECT RAISE(ABORT, 'a match is never deleted'); END;
-- A break that is over stays as it ended.
CREATE TRIGGER bank_breaks_end_once BEFORE UPDATE ON bank_breaks WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'a break ends once'); END;
CREATE TRIGGER bank_breaks_are_never_deleted BEFORE DELETE ON bank_breaks
BEGIN SELECT RAISE(ABORT, 'a break is never deleted'); END;
