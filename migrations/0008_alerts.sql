-- Price alerts: what a customer watches for, and the log of every crossing that was reported to them.
-- Times are epoch milliseconds. Forward only: a landed file is never edited.

CREATE TABLE alerts (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  metal TEXT NOT NULL CHECK (metal IN ('gold', 'silver')),
  direction TEXT NOT NULL CHECK (direction IN ('above', 'below')),
  -- US cents per troy ounce; the same bounds as worker/domain/alerts.ts.
  target_cents INTEGER NOT NULL CHECK (target_cents BETWEEN 1 AND 100000000),
  -- Where the price must have been again before the alert fires anew: 0.25 % back from the target (hysteresis).
  rearm_cents INTEGER NOT NULL,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  -- 'armed': fires when the price reaches the target. 'fired': waits until the price has moved back to rearm_cents.
  state TEXT NOT NULL CHECK (state IN ('armed', 'fired')),
  -- The tick since which it is so. Only later ticks act on it: a tick that is evaluated twice, or late, changes nothing.
  since INTEGER NOT NULL,
  last_fired_at INTEGER,
  created_at INTEGER NOT NULL,
  -- Re-arming lies on the far side of firing, so no price ever does both.
  CONSTRAINT rearm_is_behind CHECK (
    (direction = 'above' AND rearm_cents < target_cents) OR (direction = 'below' AND rearm_cents > target_cents))
) STRICT;

-- The customer's list, newest first, and the count that bounds it.
CREATE INDEX alerts_by_user ON alerts (user_id, created_at DESC, id DESC);
-- What a tick fires and what it re-arms: each is a range of one of these, so a tick reads only what it changes.
CREATE INDEX alerts_armed ON alerts (metal, direction, target_cents) WHERE is_active = 1 AND state = 'armed';
CREATE INDEX alerts_fired ON alerts (metal, direction, rearm_cents) WHERE is_active = 1 AND state = 'fired';

-- One row per crossing that was reported. It says all by itself: the alert may be deleted, the log stays.
CREATE TABLE alert_deliveries (
  id TEXT PRIMARY KEY,
  alert_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  metal TEXT NOT NULL,
  direction TEXT NOT NULL,
  target_cents INTEGER NOT NULL,
  -- The accepted price that crossed the target, and its own time.
  price_cents INTEGER NOT NULL,
  price_at INTEGER NOT NULL,
  tick INTEGER NOT NULL,
  -- Whether an e-mail was written with it: the customer's switch at that moment.
  by_email INTEGER NOT NULL CHECK (by_email IN (0, 1)),
  read_at INTEGER,
  created_at INTEGER NOT NULL,
  -- A crossing is counted once, however often its tick is evaluated; also how a tick finds whom to tell.
  UNIQUE (tick, alert_id)
) STRICT;

-- The log, newest first, page by page.
CREATE INDEX alert_deliveries_by_user ON alert_deliveries (user_id, tick DESC, id DESC);
-- The count on the bell, and what reading it marks.
CREATE INDEX alert_deliveries_unread ON alert_deliveries (user_id, tick) WHERE read_at IS NULL;
