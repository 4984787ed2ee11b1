-- Alerts to operators get an owner, and files of banks a closing balance, which is compared as their movements are. Times are epoch
-- milliseconds, days are those of Brasília, money is cents of the source's asset. Forward only: a landed file is never edited.

-- Who looks into it, and since when; NULL: nobody. An incident that begins again is another row, which nobody has.
ALTER TABLE operator_alerts ADD COLUMN owner_id TEXT REFERENCES users (id);
-- CHECK: whoever has it took it at some time.
ALTER TABLE operator_alerts ADD COLUMN taken_at INTEGER CHECK ((taken_at IS NULL) = (owner_id IS NULL));

-- What the bank says is on the account at the end of a day; NULL: the file says none, or one of a day that was not over.
ALTER TABLE bank_files ADD COLUMN balance_day TEXT CHECK (date(balance_day) IS balance_day);
-- CHECK: an amount has its day.
ALTER TABLE bank_files ADD COLUMN balance_cents INTEGER CHECK ((balance_cents IS NULL) = (balance_day IS NULL));
-- From one closing balance of a source to the next.
CREATE INDEX bank_files_by_balance ON bank_files (source, balance_day, loaded_at, id) WHERE balance_day IS NOT NULL;
-- What moved in between.
CREATE INDEX bank_lines_by_day ON bank_lines (source, day, cents);

-- A closing balance that does not follow from the one before it and the movements since is a break like the others, so the table is made
-- anew with that kind. Nothing refers to it.
CREATE TABLE bank_breaks_new (
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
  -- closed: a later file had the other side.
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'resolved', 'closed')),
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
  CONSTRAINT resolved_means_by_whom_and_why
    CHECK ((state = 'resolved') = (resolved_by IS NOT NULL) AND (resolved_by IS NULL) = (resolution IS NULL)),
  CONSTRAINT over_means_when CHECK ((state = 'open') = (ended_at IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO bank_breaks_new (id, source, kind, file_id, line, operation_id, day, bank_cents, our_cents, found_at, state, owner_id,
  resolution, resolved_by, ended_at)
SELECT id, source, kind, file_id, line, operation_id, day, bank_cents, our_cents, found_at, state, owner_id, resolution, resolved_by,
  ended_at
FROM bank_breaks;
DROP TABLE bank_breaks;
ALTER TABLE bank_breaks_new RENAME TO bank_breaks;

-- One break of each side at a time.
CREATE UNIQUE INDEX bank_breaks_of_line ON bank_breaks (file_id, line) WHERE line IS NOT NULL AND state <> 'closed';
CREATE UNIQUE INDEX bank_breaks_of_operation ON bank_breaks (source, operation_id) WHERE operation_id IS NOT NULL AND state <> 'closed';
-- A balance that was explained once may differ otherwise later: one open break of it at a time.
CREATE UNIQUE INDEX bank_breaks_of_balance ON bank_breaks (file_id) WHERE kind = 'balance-differs' AND state = 'open';
-- What was said of a balance.
CREATE INDEX bank_breaks_by_balance ON bank_breaks (file_id, state, our_cents) WHERE kind = 'balance-differs';
-- The list, and what waits.
CREATE INDEX bank_breaks_by_state ON bank_breaks (state, found_at);
-- A break that is over stays as it ended.
CREATE TRIGGER bank_breaks_end_once BEFORE UPDATE ON bank_breaks WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'a break ends once'); END;
CREATE TRIGGER bank_breaks_are_never_deleted BEFORE DELETE ON bank_breaks
BEGIN SELECT RAISE(ABORT, 'a break is never deleted'); END;
