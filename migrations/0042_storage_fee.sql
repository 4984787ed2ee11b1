-- The storage fee: the tariff with its notice, what counts on each day, and what each month comes to. Times are epoch milliseconds,
-- days and months are of UTC. Forward only: a landed file is never edited.

-- A tariff is proposed by one operator and announced by another; whoever is announced one has thirty days before it begins.
CREATE TABLE tariffs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind = 'storage'),
  -- The first day that counts.
  from_day TEXT NOT NULL CHECK (date(from_day) IS from_day),
  -- Days after the day of the first purchase that are free as well.
  free_days INTEGER NOT NULL CHECK (free_days >= 0),
  -- Up to here nothing is charged.
  above_cents INTEGER NOT NULL CHECK (above_cents >= 0),
  -- 0.5 % of 365 days. What is carried from month to month is counted in these: another rate needs more than a row.
  cent_days_per_cent INTEGER NOT NULL CHECK (cent_days_per_cent = 73000),
  proposed_by TEXT NOT NULL REFERENCES users (id),
  proposed_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'announced', 'rejected', 'withdrawn')),
  decided_by TEXT REFERENCES users (id),
  -- Of an announced one: when it was announced.
  decided_at INTEGER,
  -- The letters to all customers are queued some at a time: the last customer who has one, and when everybody had.
  mailed_to TEXT NOT NULL DEFAULT '',
  mailed_at INTEGER,
  -- The pricing page promises notice, so a fee cannot begin without it.
  CONSTRAINT thirty_days_of_notice
    CHECK (state <> 'announced' OR julianday(from_day) >= julianday(decided_at / 1000, 'unixepoch', 'start of day') + 30),
  CONSTRAINT decided_means_by_whom_and_when CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  -- One proposes, another decides; only the proposer takes it back.
  CONSTRAINT two_operators_announce CHECK (state NOT IN ('announced', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_tariffs_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  CONSTRAINT only_what_is_announced_is_mailed CHECK (mailed_at IS NULL OR state = 'announced')
) STRICT, WITHOUT ROWID;
-- UNIQUE: no day has two tariffs, and one proposal waits at a time.
CREATE UNIQUE INDEX tariffs_one_per_day ON tariffs (kind, from_day) WHERE state = 'announced';
CREATE UNIQUE INDEX tariffs_one_open ON tariffs (kind) WHERE state = 'open';
-- What was announced is what is charged.
CREATE TRIGGER tariffs_keep_their_terms BEFORE UPDATE OF kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at
ON tariffs
BEGIN SELECT RAISE(ABORT, 'a tariff keeps its terms'); END;
CREATE TRIGGER tariffs_are_decided_once BEFORE UPDATE OF state, decided_by, decided_at ON tariffs WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'a tariff is decided once'); END;
CREATE TRIGGER tariffs_are_never_deleted BEFORE DELETE ON tariffs
BEGIN SELECT RAISE(ABORT, 'tariffs are never deleted'); END;

-- A day on which something counts, written with the close of that day: no row means nothing.
CREATE TABLE storage_days (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- FOREIGN KEY: of a day that is closed.
  day TEXT NOT NULL REFERENCES day_closes (day),
  -- Gold and silver at the marks of the close.
  value_cents INTEGER NOT NULL,
  -- What is above the bound of the tariff: the cent-days of this day.
  excess_cents INTEGER NOT NULL CHECK (excess_cents > 0),
  PRIMARY KEY (account_id, day),
  CONSTRAINT no_more_than_there_is CHECK (excess_cents <= value_cents)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER storage_days_are_never_updated BEFORE UPDATE ON storage_days
BEGIN SELECT RAISE(ABORT, 'storage days are append-only'); END;
CREATE TRIGGER storage_days_are_never_deleted BEFORE DELETE ON storage_days
BEGIN SELECT RAISE(ABORT, 'storage days are append-only'); END;

-- What a month comes to, written with the close of its last day; what is charged is written when it is charged.
CREATE TABLE storage_months (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  month TEXT NOT NULL CHECK (date(month || '-01') IS month || '-01'),
  -- The sum of its days.
  cent_days INTEGER NOT NULL CHECK (cent_days >= 0),
  carried_in INTEGER NOT NULL,
  due_cents INTEGER NOT NULL CHECK (due_cents >= 0),
  -- Less than a cent.
  carried_out INTEGER NOT NULL CHECK (carried_out BETWEEN 0 AND 72999),
  -- Of the months before.
  owed_before_cents INTEGER CHECK (owed_before_cents >= 0),
  charged_cents INTEGER CHECK (charged_cents >= 0),
  owed_cents INTEGER CHECK (owed_cents >= 0),
  charged_at INTEGER,
  -- UNIQUE: one operation charges one month.
  operation_id TEXT UNIQUE REFERENCES operations (id),
  PRIMARY KEY (account_id, month),
  CONSTRAINT every_cent_day_counts CHECK (carried_in + cent_days = due_cents * 73000 + carried_out),
  CONSTRAINT every_cent_is_charged_or_owed
    CHECK (charged_at IS NULL OR owed_before_cents + due_cents = charged_cents + owed_cents),
  CONSTRAINT charged_says_what CHECK ((charged_at IS NULL) = (charged_cents IS NULL) AND (charged_at IS NULL) = (owed_cents IS NULL)
    AND (charged_at IS NULL) = (owed_before_cents IS NULL)),
  CONSTRAINT money_moves_by_an_operation CHECK ((operation_id IS NOT NULL) = (coalesce(charged_cents, 0) > 0))
) STRICT, WITHOUT ROWID;
-- What the cron charges.
CREATE INDEX storage_months_open ON storage_months (month, account_id) WHERE charged_at IS NULL;
CREATE TRIGGER storage_months_follow_one_another BEFORE INSERT ON storage_months
WHEN NEW.carried_in IS NOT coalesce((SELECT carried_out FROM storage_months WHERE account_id = NEW.account_id ORDER BY month DESC LIMIT 1), 0)
  OR NEW.month <= (SELECT max(month) FROM storage_months WHERE account_id = NEW.account_id)
BEGIN SELECT RAISE(ABORT, 'a month carries what the one before it left'); END;
CREATE TRIGGER storage_months_are_charged_once BEFORE UPDATE ON storage_months
WHEN OLD.charged_at IS NOT NULL OR NEW.account_id <> OLD.account_id OR NEW.month <> OLD.month OR NEW.cent_days <> OLD.cent_days
  OR NEW.carried_in <> OLD.carried_in
BEGIN SELECT RAISE(ABORT, 'a month is counted and charged once'); END;
CREATE TRIGGER storage_months_are_charged_in_order BEFORE UPDATE OF charged_at ON storage_months
WHEN NEW.owed_before_cents IS NOT coalesce((SELECT owed_cents FROM storage_months
    WHERE account_id = NEW.account_id AND month < NEW.month ORDER BY month DESC LIMIT 1), 0)
  OR EXISTS (SELECT 1 FROM storage_months WHERE account_id = NEW.account_id AND month < NEW.month AND charged_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'months are charged in their order'); END;
CREATE TRIGGER storage_months_are_never_deleted BEFORE DELETE ON storage_months
BEGIN SELECT RAISE(ABORT, 'storage months are never deleted'); END;

-- Where the fee goes.
INSERT INTO accounts (id, kind, created_at) VALUES ('house:storage-income', 'house', 0);
-- The announcement of a tariff, and the receipt of a charge.
INSERT INTO mail_kinds (kind) VALUES ('storage-tariff'), ('storage-receipt');
