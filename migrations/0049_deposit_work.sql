-- Deposits that are worked: what the gateway is asked about those that wait, payments that cannot be credited by themselves, decisions
-- of two operators, and payments that the payer's bank took back. Times are epoch milliseconds, money is cents of a US dollar. Forward
-- only: a landed file is never edited.

-- How often the gateway was asked what became of a payment, when last, and when it is asked again. NULL: nobody asks by the key.
ALTER TABLE deposits ADD COLUMN asks INTEGER NOT NULL DEFAULT 0 CHECK (asks >= 0);
ALTER TABLE deposits ADD COLUMN asked_at INTEGER;
ALTER TABLE deposits ADD COLUMN next_ask_at INTEGER;
-- What the gateway says was paid where it is not what was asked for, or came after the deposit had failed: two operators decide.
ALTER TABLE deposits ADD COLUMN stray_cents INTEGER CHECK (stray_cents > 0);
ALTER TABLE deposits ADD COLUMN stray_at INTEGER CHECK ((stray_at IS NULL) = (stray_cents IS NULL));
-- When it was decided what becomes of it; NULL: it waits.
ALTER TABLE deposits ADD COLUMN stray_closed_at INTEGER CHECK (stray_closed_at IS NULL OR stray_at IS NOT NULL);
UPDATE deposits SET next_ask_at = created_at WHERE status = 'pending' AND acknowledged_at IS NOT NULL;

-- What the cron asks about.
CREATE INDEX deposits_to_ask ON deposits (next_ask_at) WHERE status = 'pending' AND next_ask_at IS NOT NULL;
-- The operators' queues, oldest first: what waits for the payer or the bank, and payments that nobody could credit.
CREATE INDEX deposits_waiting ON deposits (created_at, id) WHERE status = 'pending';
CREATE INDEX deposits_stray ON deposits (stray_at, id) WHERE stray_at IS NOT NULL AND stray_closed_at IS NULL;
-- The operators' list of all of them, newest first.
CREATE INDEX deposits_by_time ON deposits (created_at DESC, id DESC);

-- A deposit that is over stays as it ended; one that failed is credited only where its payment came after all.
CREATE TRIGGER deposits_end_once BEFORE UPDATE OF status ON deposits
WHEN NEW.status <> OLD.status AND NOT (OLD.status = 'pending'
  OR (OLD.status = 'failed' AND NEW.status = 'completed' AND OLD.stray_at IS NOT NULL AND OLD.stray_closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'a deposit ends once'); END;

-- What customers owe for payments that were taken back, below zero; and what of it the house has given up.
INSERT INTO accounts (id, kind, created_at) VALUES ('house:disputes', 'house', 0), ('house:written-off', 'house', 0);
-- The customer's own money goes, or comes back: no loss and no gain.
INSERT INTO operation_kinds (kind, own_money) VALUES ('dispute', 1);
INSERT INTO transaction_types (type, moves_metal, has_method, removes_basis, reversible) VALUES
  -- Taken from the customer's cash for a deposit that the payer's bank took back.
  ('charge-back', 0, 1, 0, 0),
  -- The bank gave it up: what was taken is there again.
  ('charge-back-return', 0, 1, 0, 0);

CREATE TABLE disputes (
  -- PRIMARY KEY: a deposit is taken back once.
  deposit_id TEXT PRIMARY KEY REFERENCES deposits (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- What had been credited.
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  -- What of it was there and was taken, at once or later; what the customer owes; what the house has given up.
  taken_cents INTEGER NOT NULL CHECK (taken_cents >= 0),
  owed_cents INTEGER NOT NULL CHECK (owed_cents >= 0),
  forgiven_cents INTEGER NOT NULL DEFAULT 0 CHECK (forgiven_cents >= 0),
  opened_at INTEGER NOT NULL,
  -- The bank gave it up, and everything is as before.
  won_at INTEGER,
  CONSTRAINT every_cent_is_taken_owed_or_forgiven
    CHECK (taken_cents + owed_cents + forgiven_cents = iif(won_at IS NULL, amount_cents, 0))
) STRICT, WITHOUT ROWID;
-- What a customer owes.
CREATE INDEX disputes_owed ON disputes (account_id, owed_cents) WHERE owed_cents > 0;
CREATE TRIGGER disputes_keep_what_they_are_about BEFORE UPDATE ON disputes
WHEN OLD.won_at IS NOT NULL OR NEW.deposit_id <> OLD.deposit_id OR NEW.account_id <> OLD.account_id
  OR NEW.amount_cents <> OLD.amount_cents OR NEW.opened_at <> OLD.opened_at
BEGIN SELECT RAISE(ABORT, 'a dispute keeps what it is about'); END;
CREATE TRIGGER disputes_are_never_deleted BEFORE DELETE ON disputes
BEGIN SELECT RAISE(ABORT, 'disputes are never deleted'); END;

-- Decided by the proposals of two operators, as people and bars. The customer is their subject, so that nobody decides about his own.
INSERT INTO proposal_kinds (kind) VALUES ('deposit-settle'), ('deposit-fail'), ('deposit-return'), ('charge-back'),
  ('charge-back-won'), ('debt-collect'), ('debt-forgive');
ALTER TABLE operator_proposals ADD COLUMN deposit_id TEXT REFERENCES deposits (id);
CREATE TRIGGER operator_proposals_name_the_customer_of_a_deposit BEFORE INSERT ON operator_proposals
WHEN NEW.deposit_id IS NOT NULL AND NEW.subject_id IS NOT (SELECT account_id FROM deposits WHERE id = NEW.deposit_id)
BEGIN SELECT RAISE(ABORT, 'a proposal about a deposit is about its customer'); END;
-- UNIQUE: of each kind there is one open proposal about somebody, and one about a deposit, whatever its kind.
DROP INDEX operator_proposals_one_open;
CREATE UNIQUE INDEX operator_proposals_one_open ON operator_proposals (subject_id, kind) WHERE state = 'open' AND deposit_id IS NULL;
CREATE UNIQUE INDEX operator_proposals_one_open_of_a_deposit ON operator_proposals (deposit_id)
  WHERE state = 'open' AND deposit_id IS NOT NULL;
CREATE INDEX operator_proposals_by_deposit ON operator_proposals (deposit_id, proposed_at) WHERE deposit_id IS NOT NULL;

-- Each operation of a dispute with the decision that it is the doing of.
CREATE TABLE dispute_steps (
  operation_id TEXT PRIMARY KEY REFERENCES operations (id),
  deposit_id TEXT NOT NULL REFERENCES disputes (deposit_id),
  -- UNIQUE: an approval moves money once.
  proposal_id TEXT NOT NULL UNIQUE REFERENCES operator_proposals (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dispute_steps_by_deposit ON dispute_steps (deposit_id);
CREATE TRIGGER dispute_steps_are_never_updated BEFORE UPDATE ON dispute_steps
BEGIN SELECT RAISE(ABORT, 'a step stays'); END;
CREATE TRIGGER dispute_steps_are_never_deleted BEFORE DELETE ON dispute_steps
BEGIN SELECT RAISE(ABORT, 'a step stays'); END;

-- A deposit that came to nothing, and what became of one that was taken back.
INSERT INTO mail_kinds (kind) VALUES ('deposit-failed'), ('charge-back');
