-- Payments that nothing credits by itself are rows of their own: a deposit may have several, each with its name at the bank and its end.
-- And a transfer may be credited as what arrived, where that is not what was announced (P105, P106). Times are epoch milliseconds, money is
-- cents of a US dollar. Forward only: a landed file is never edited.
-- A CHECK cannot change in place. What refers to deposits is not touched: it does so by name, and at the end of this file's transaction each
-- row that is referred to is there again.
PRAGMA defer_foreign_keys = on;

CREATE TABLE deposits_kept AS SELECT * FROM deposits;
DROP INDEX deposits_stray;
DROP TABLE deposits;

CREATE TABLE deposits (
  -- The id of its transaction.
  id TEXT PRIMARY KEY REFERENCES transactions (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- What is credited: what was asked for, or what arrived in its place. The fee comes on top.
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  fee_cents INTEGER NOT NULL CHECK (fee_cents >= 0),
  -- What had been asked for where another amount was credited. NULL: that is the amount.
  announced_cents INTEGER,
  method TEXT NOT NULL REFERENCES payment_methods (method),
  gateway TEXT NOT NULL,
  gateway_reference TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  -- When the gateway had been called and the customer's answer stored; null means: resume it.
  acknowledged_at INTEGER,
  -- The operation that moved the money.
  settlement_id TEXT UNIQUE REFERENCES operations (id),
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  -- How often the gateway was asked what became of the payment, when last, and when it is asked again. NULL: nobody asks by the key.
  asks INTEGER NOT NULL DEFAULT 0 CHECK (asks >= 0),
  asked_at INTEGER,
  next_ask_at INTEGER,
  -- P5, of what is asked for: what arrives has no bounds but those of the account.
  CONSTRAINT deposit_within_bounds CHECK (coalesce(announced_cents, amount_cents) BETWEEN 10000 AND 10000000),
  CONSTRAINT another_amount_was_credited CHECK (announced_cents IS NULL OR (announced_cents <> amount_cents AND status = 'completed')),
  CONSTRAINT completed_means_settled CHECK ((status = 'completed') = (settlement_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO deposits (id, account_id, amount_cents, fee_cents, method, gateway, gateway_reference, status, acknowledged_at, settlement_id,
  created_at, settled_at, asks, asked_at, next_ask_at)
SELECT id, account_id, amount_cents, fee_cents, method, gateway, gateway_reference, status, acknowledged_at, settlement_id, created_at,
  settled_at, asks, asked_at, next_ask_at FROM deposits_kept;

-- pendingCashCents of the portfolio.
CREATE INDEX deposits_pending ON deposits (account_id, amount_cents) WHERE status = 'pending';
-- What the cron resumes, and what it asks about.
CREATE INDEX deposits_unacknowledged ON deposits (created_at) WHERE acknowledged_at IS NULL;
CREATE INDEX deposits_to_ask ON deposits (next_ask_at) WHERE status = 'pending' AND next_ask_at IS NOT NULL;
-- A gateway's payment belongs to one deposit.
CREATE UNIQUE INDEX deposits_by_reference ON deposits (gateway, gateway_reference) WHERE gateway_reference IS NOT NULL;
-- The limits on deposits of one customer, and on failed ones.
CREATE INDEX deposits_by_account ON deposits (account_id, created_at);
CREATE INDEX deposits_failed ON deposits (account_id, settled_at) WHERE status = 'failed';
-- Which accounts ever had a deposit that settled: the customers of the public counts.
CREATE INDEX deposits_settled ON deposits (account_id, id) WHERE status = 'completed';
-- The operators' queue, oldest first, and their list of all of them, newest first.
CREATE INDEX deposits_waiting ON deposits (created_at, id) WHERE status = 'pending';
CREATE INDEX deposits_by_time ON deposits (created_at DESC, id DESC);

-- A payment that reached a gateway for a deposit and that nothing credits by itself: it is not what was asked for, or came after the
-- deposit had failed. Two operators decide what becomes of it.
CREATE TABLE stray_payments (
  id TEXT PRIMARY KEY,
  deposit_id TEXT NOT NULL REFERENCES deposits (id),
  -- What the gateway calls it. NULL: from before this file, when nobody kept it.
  reference TEXT CHECK (length(reference) BETWEEN 1 AND 200),
  cents INTEGER NOT NULL CHECK (cents > 0),
  -- When the gateway first said so.
  at INTEGER NOT NULL,
  -- returned: it went back to who paid it. kept: nothing is to be returned, as the reason of the proposal says.
  outcome TEXT CHECK (outcome IN ('credited', 'returned', 'kept')),
  ended_at INTEGER,
  -- By whom, why and by what evidence. UNIQUE: a decision ends one payment.
  proposal_id TEXT UNIQUE REFERENCES operator_proposals (id),
  CONSTRAINT over_means_how_and_when
    CHECK ((outcome IS NULL) = (ended_at IS NULL) AND (proposal_id IS NULL OR ended_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO stray_payments (id, deposit_id, cents, at, outcome, ended_at, proposal_id)
SELECT d.id, d.id, d.stray_cents, d.stray_at,
  -- Two that credited it did so at the moment in which the deposit was settled.
  CASE WHEN d.stray_closed_at IS NULL THEN NULL WHEN d.status = 'completed' AND d.settled_at = d.stray_closed_at THEN 'credited'
    ELSE 'returned' END,
  d.stray_closed_at,
  iif(d.stray_closed_at IS NULL, NULL, (SELECT p.id FROM operator_proposals p
    WHERE p.deposit_id = d.id AND p.state = 'approved' AND p.kind IN ('deposit-settle', 'deposit-return')
    ORDER BY p.decided_at = d.stray_closed_at DESC, p.decided_at DESC LIMIT 1))
FROM deposits_kept d WHERE d.stray_cents IS NOT NULL;
DROP TABLE deposits_kept;
-- UNIQUE: the same payment is one row, however often the gateway says it.
CREATE UNIQUE INDEX stray_payments_once ON stray_payments (deposit_id, reference, cents);
-- What waits, the oldest first; and that a payment is credited once.
CREATE INDEX stray_payments_open ON stray_payments (at, deposit_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX stray_payments_one_credited ON stray_payments (deposit_id) WHERE outcome = 'credited';
CREATE TRIGGER stray_payments_keep_their_terms BEFORE UPDATE OF id, deposit_id, reference, cents, at ON stray_payments
BEGIN SELECT RAISE(ABORT, 'a payment keeps its terms'); END;
CREATE TRIGGER stray_payments_end_once BEFORE UPDATE OF outcome, ended_at, proposal_id ON stray_payments WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a payment ends once'); END;
CREATE TRIGGER stray_payments_are_never_deleted BEFORE DELETE ON stray_payments
BEGIN SELECT RAISE(ABORT, 'payments are never deleted'); END;

-- A deposit that is over stays as it ended; one that failed is credited only where a payment came after all.
CREATE TRIGGER deposits_end_once BEFORE UPDATE OF status ON deposits
WHEN NEW.status <> OLD.status AND NOT (OLD.status = 'pending' OR (OLD.status = 'failed' AND NEW.status = 'completed'
  AND EXISTS (SELECT 1 FROM stray_payments s WHERE s.deposit_id = OLD.id AND s.ended_at IS NULL)))
BEGIN SELECT RAISE(ABORT, 'a deposit ends once'); END;
-- It is of the amount that was asked for until it is credited as another one, and keeps both from then on.
CREATE TRIGGER deposits_keep_what_was_asked_for BEFORE UPDATE OF amount_cents, fee_cents, announced_cents ON deposits
WHEN NOT (OLD.status <> 'completed' AND NEW.status = 'completed' AND NEW.announced_cents IS OLD.amount_cents)
BEGIN SELECT RAISE(ABORT, 'a deposit keeps what was asked for'); END;

-- Nothing is to be returned; what arrived is credited in place of what was announced.
INSERT INTO proposal_kinds (kind) VALUES ('deposit-keep'), ('deposit-arrived');
-- What waits for a second operator names its payment from now on.
UPDATE operator_proposals SET detail = json_set(detail, '$.strayId', deposit_id) WHERE state = 'open' AND kind = 'deposit-return';
