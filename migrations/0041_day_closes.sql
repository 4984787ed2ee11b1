-- The close of each day (UTC): a signed, chained copy of what the books said, which is computed again from the entries.
-- Times are epoch milliseconds, money is cents of a US dollar, metal and rates are ten-thousandths. Forward only: a landed file is
-- never edited.

CREATE TABLE day_closes (
  -- PRIMARY KEY: a day is closed once, also when two jobs do it at the same time.
  day TEXT PRIMARY KEY CHECK (length(day) = 10 AND day IS date(day)),
  -- Which stored prices the marks are of: simulated and real ones never share a close. Another kind begins another chain.
  price_kind TEXT NOT NULL CHECK (price_kind IN ('spot', 'simulated')),
  -- The last operation of the day, in the order of commits: the highest whose clock was before midnight when the day was closed.
  -- Whatever commits later belongs to the next day, whatever its clock says. 0: none yet.
  seq_to INTEGER NOT NULL CHECK (seq_to >= 0),
  -- The last accepted prices and rate before midnight, and their times. NULL: none within the five days before, so unknown.
  gold_cents INTEGER CHECK (gold_cents > 0),
  gold_at INTEGER,
  silver_cents INTEGER CHECK (silver_cents > 0),
  silver_at INTEGER,
  usd_brl_e4 INTEGER CHECK (usd_brl_e4 > 0),
  usd_brl_at INTEGER,
  -- How many customers have cash or metal, and what all of them have.
  customers INTEGER NOT NULL CHECK (customers >= 0),
  cash_cents INTEGER NOT NULL CHECK (cash_cents >= 0),
  gold_e4 INTEGER NOT NULL CHECK (gold_e4 >= 0),
  silver_e4 INTEGER NOT NULL CHECK (silver_e4 >= 0),
  -- The house's own metal: what came in less what is customers'. Below zero where they have metal that no bar covers.
  stock_gold_e4 INTEGER NOT NULL,
  stock_silver_e4 INTEGER NOT NULL,
  -- SHA-256 over the lines of the day's entries in the order of (seq, line); of a day without any that of the empty text.
  entries_hash TEXT NOT NULL CHECK (length(entries_hash) = 64 AND entries_hash NOT GLOB '*[^0-9a-f]*'),
  -- The root of the tree of all balances. NULL: none was made.
  root TEXT CHECK (length(root) = 64 AND root NOT GLOB '*[^0-9a-f]*'),
  -- The hash of the day before. NULL: the first of its chain.
  previous_hash TEXT CHECK (length(previous_hash) = 64),
  -- SHA-256 over all of the above in canonical form (worker/domain/day-closes.ts).
  hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
  -- The signature over all of it, its time included, and the name of the key.
  kid TEXT NOT NULL CHECK (length(kid) BETWEEN 1 AND 100),
  signature TEXT NOT NULL CHECK (length(signature) = 86),
  closed_at INTEGER NOT NULL,
  CONSTRAINT a_mark_has_its_time CHECK ((gold_cents IS NULL) = (gold_at IS NULL) AND (silver_cents IS NULL) = (silver_at IS NULL)
    AND (usd_brl_e4 IS NULL) = (usd_brl_at IS NULL)),
  -- Midnight UTC at its end, in milliseconds.
  CONSTRAINT a_day_is_closed_after_its_end CHECK (closed_at >= 1000 * unixepoch(day, '+1 day'))
) STRICT, WITHOUT ROWID;

-- In which close an operation is: the first whose seq_to reaches it.
CREATE INDEX day_closes_by_seq ON day_closes (seq_to, day);

-- Days are closed one after the other, none is left out, and a chain goes on where it ended.
CREATE TRIGGER day_closes_follow_one_another BEFORE INSERT ON day_closes
BEGIN
  SELECT CASE
    WHEN NEW.day IS NOT date(last.day, '+1 day') THEN RAISE(ABORT, 'days are closed in their order')
    WHEN NEW.seq_to < last.seq_to THEN RAISE(ABORT, 'a close does not go back in the order of commits')
    WHEN NEW.previous_hash IS NOT iif(NEW.price_kind = last.price_kind, last.hash, NULL) THEN RAISE(ABORT, 'a close names the one before it')
  END FROM day_closes last WHERE last.day = (SELECT max(day) FROM day_closes);
  SELECT RAISE(ABORT, 'the first close begins a chain')
  WHERE NEW.previous_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM day_closes);
END;
-- What was closed stays closed.
CREATE TRIGGER day_closes_are_never_updated BEFORE UPDATE ON day_closes
BEGIN SELECT RAISE(ABORT, 'a close is never changed'); END;
CREATE TRIGGER day_closes_are_never_deleted BEFORE DELETE ON day_closes
BEGIN SELECT RAISE(ABORT, 'a close is never deleted'); END;
