-- Stored prices: one bar per metal, kind, length and start; the same for the dollar in reais.
-- Simulated and real prices are different bars (kind), so they never mix in one reply.

-- Who said it and under which licence: a set of live sources, or an imported file.
CREATE TABLE price_sources (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 300),
  licence TEXT NOT NULL CHECK (length(licence) BETWEEN 1 AND 300),
  created_at INTEGER NOT NULL,
  -- One row per source and licence, however often it is written.
  UNIQUE (name, licence)
) STRICT;

-- US cents per troy ounce.
CREATE TABLE candles (
  metal TEXT NOT NULL CHECK (metal IN ('gold', 'silver', 'platinum', 'palladium')),
  kind TEXT NOT NULL CHECK (kind IN ('spot', 'simulated')),
  resolution TEXT NOT NULL CHECK (resolution IN ('minute', 'hour', 'day', 'week', 'month', 'year')),
  -- Start of the bar, UTC; weeks start on Monday.
  start_at INTEGER NOT NULL CHECK (start_at % 60000 = 0),
  open_cents INTEGER NOT NULL,
  high_cents INTEGER NOT NULL,
  low_cents INTEGER NOT NULL CHECK (low_cents > 0),
  close_cents INTEGER NOT NULL,
  -- Time of the price that closed the bar.
  last_at INTEGER NOT NULL,
  -- 'observed': our own; 'close' and 'average': imported, and labelled where shown.
  basis TEXT NOT NULL CHECK (basis IN ('observed', 'close', 'average')),
  source_id INTEGER NOT NULL REFERENCES price_sources (id),
  -- One bar per metal, kind, length and start; also the order in which a chart reads them.
  PRIMARY KEY (metal, kind, resolution, start_at),
  -- A bar holds its open and close.
  CHECK (low_cents <= min(open_cents, close_cents) AND high_cents >= max(open_cents, close_cents))
) STRICT, WITHOUT ROWID;

-- Ten-thousandths of a real per dollar.
CREATE TABLE fx_candles (
  pair TEXT NOT NULL CHECK (pair = 'usd-brl'),
  kind TEXT NOT NULL CHECK (kind IN ('spot', 'simulated')),
  resolution TEXT NOT NULL CHECK (resolution IN ('minute', 'hour', 'day', 'week', 'month', 'year')),
  start_at INTEGER NOT NULL CHECK (start_at % 60000 = 0),
  open_e4 INTEGER NOT NULL,
  high_e4 INTEGER NOT NULL,
  low_e4 INTEGER NOT NULL CHECK (low_e4 > 0),
  close_e4 INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  basis TEXT NOT NULL CHECK (basis IN ('observed', 'close', 'average')),
  source_id INTEGER NOT NULL REFERENCES price_sources (id),
  -- One bar per pair, kind, length and start; also the order in which a chart reads them.
  PRIMARY KEY (pair, kind, resolution, start_at),
  CHECK (low_e4 <= min(open_e4, close_e4) AND high_e4 >= max(open_e4, close_e4))
) STRICT, WITHOUT ROWID;
