-- PTAX, the Banco Central's dollar in reais, day by day, and what customers choose for their tax workbook. Times are epoch
-- milliseconds, days are those of Brasília. Forward only: a landed file is never edited.

CREATE TABLE ptax_days (
  -- Bulletins of the Banco Central and simulated ones never stand in one series.
  kind TEXT NOT NULL CHECK (kind IN ('spot', 'simulated')),
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- Ten-thousandths of a real per dollar. NULL: the day was over when it was asked for, and had no bulletin.
  buy_e4 INTEGER,
  sell_e4 INTEGER,
  published_at INTEGER,
  -- Where it was read, and when for the first time.
  source TEXT NOT NULL,
  fetched_at INTEGER NOT NULL,
  -- When a second reading, on a later day, said the same.
  checked_at INTEGER,
  -- Why the day counts for nothing until an operator has decided. NULL: it counts.
  held TEXT CHECK (held IN ('implausible', 'differs')),
  -- What a second reading said that said something else, and when; the first one is never written over by it.
  second_buy_e4 INTEGER,
  second_sell_e4 INTEGER,
  second_published_at INTEGER,
  second_fetched_at INTEGER,
  -- When an operator decided about a day that was held.
  decided_at INTEGER,
  PRIMARY KEY (kind, day),
  CONSTRAINT a_bulletin_is_whole CHECK ((buy_e4 IS NULL) = (sell_e4 IS NULL) AND (buy_e4 IS NULL) = (published_at IS NULL)),
  -- Who sells dollars asks for no less than who buys them pays. What breaks this is kept for an operator to see, and counts for nothing.
  CONSTRAINT what_counts_is_sound CHECK (held IS NOT NULL OR (buy_e4 > 0 AND sell_e4 >= buy_e4)),
  CONSTRAINT read_again_later CHECK (checked_at > fetched_at AND second_fetched_at > fetched_at),
  CONSTRAINT the_second_says_the_same_or_not CHECK (checked_at IS NULL OR second_fetched_at IS NULL),
  CONSTRAINT what_differs_is_held CHECK (second_fetched_at IS NULL OR held IS NOT NULL OR decided_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
-- What waits for its second reading, and what waits for an operator.
CREATE INDEX ptax_days_unchecked ON ptax_days (kind, day) WHERE checked_at IS NULL AND second_fetched_at IS NULL;
CREATE INDEX ptax_days_held ON ptax_days (kind, day) WHERE held IS NOT NULL;

-- A stored bulletin is never written over, unless an operator decides about a day that was held.
CREATE TRIGGER a_bulletin_stays BEFORE UPDATE OF buy_e4, sell_e4, published_at, source, fetched_at ON ptax_days
WHEN OLD.held IS NULL OR NEW.decided_at IS NULL
BEGIN SELECT RAISE(ABORT, 'a bulletin is written once'); END;

CREATE TABLE tax_choices (
  user_id TEXT NOT NULL REFERENCES users (id),
  year INTEGER NOT NULL CHECK (year BETWEEN 2000 AND 2999),
  -- How the cost of what was sold is found. NULL: not chosen, both are shown.
  method TEXT CHECK (method IN ('average', 'fifo')),
  -- The first file of the year that was made with the method: from then on it stays.
  method_fixed_at INTEGER,
  -- Under which law the customer wants to look at the year. NULL: facts alone.
  regime TEXT CHECK (regime IN ('A', 'B', 'C')),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, year),
  CONSTRAINT what_is_fixed_was_chosen CHECK (method_fixed_at IS NULL OR method IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- One year, one method: a second file of the same year never says another cost by another method.
CREATE TRIGGER a_fixed_method_stays BEFORE UPDATE ON tax_choices
WHEN OLD.method_fixed_at IS NOT NULL AND (NEW.method IS NOT OLD.method OR NEW.method_fixed_at IS NOT OLD.method_fixed_at)
BEGIN SELECT RAISE(ABORT, 'the method of this year is fixed'); END;
