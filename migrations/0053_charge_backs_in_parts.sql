-- What a bank takes back of a payment, part by part: each charge-back has an amount and the number of the bank's case, and a deposit may
-- have several. Times are epoch milliseconds; money is cents of a US dollar, and of a payment in reais centavos. Forward only: a landed
-- file is never edited.
-- A table cannot change its PRIMARY KEY in place. Only dispute_steps refers to disputes, and is made anew with it.

-- Until now the case stood in the proposal alone, and one number could be typed twice: the deposit tells the second from the first.
CREATE TABLE disputes_kept AS
SELECT x.deposit_id, x.account_id, d.gateway,
  c.reference || iif(row_number() OVER (PARTITION BY d.gateway, lower(c.reference) ORDER BY x.opened_at, x.deposit_id) = 1, '',
    ' / ' || x.deposit_id) AS case_number,
  coalesce(b.brl_cents, d.amount_cents + d.fee_cents) AS amount_cents, coalesce(b.spread_brl_cents, d.fee_cents) AS fee_cents,
  coalesce(b.iof_brl_cents, 0) AS tax_cents, x.amount_cents AS due_cents, x.taken_cents, x.owed_cents, x.forgiven_cents, x.opened_at,
  x.won_at
FROM disputes x JOIN deposits d ON d.id = x.deposit_id LEFT JOIN brl_deposits b ON b.id = d.id
  JOIN (SELECT k.deposit_id, coalesce((SELECT json_extract(p.detail, '$.reference') FROM dispute_steps s
          JOIN operator_proposals p ON p.id = s.proposal_id WHERE s.deposit_id = k.deposit_id AND p.kind = 'charge-back'),
        k.deposit_id) AS reference FROM disputes k) c ON c.deposit_id = x.deposit_id;
CREATE TABLE dispute_steps_kept AS SELECT operation_id, deposit_id, proposal_id FROM dispute_steps;
DROP INDEX dispute_steps_by_deposit;
DROP TABLE dispute_steps;
DROP TABLE disputes;

CREATE TABLE disputes (
  -- The one that a deposit had before this file has the deposit's id.
  id TEXT PRIMARY KEY,
  deposit_id TEXT NOT NULL REFERENCES deposits (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  gateway TEXT NOT NULL,
  -- What the bank calls it, in capitals or not.
  case_number TEXT NOT NULL COLLATE NOCASE CHECK (length(case_number) BETWEEN 3 AND 200),
  -- What the bank took of the payment, and what of that was the fee, or the spread, and the tax: in the currency that was paid.
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  fee_cents INTEGER NOT NULL CHECK (fee_cents >= 0),
  tax_cents INTEGER NOT NULL CHECK (tax_cents >= 0),
  -- The dollars that had been credited for it.
  due_cents INTEGER NOT NULL CHECK (due_cents >= 0),
  -- What of them was there and was taken, at once or later; what the customer owes; what the house has given up.
  taken_cents INTEGER NOT NULL CHECK (taken_cents >= 0),
  owed_cents INTEGER NOT NULL CHECK (owed_cents >= 0),
  forgiven_cents INTEGER NOT NULL DEFAULT 0 CHECK (forgiven_cents >= 0),
  opened_at INTEGER NOT NULL,
  -- The bank gave it up, and everything is as before it.
  won_at INTEGER,
  CONSTRAINT fee_and_tax_are_parts_of_it CHECK (fee_cents + tax_cents <= amount_cents),
  CONSTRAINT every_cent_is_taken_owed_or_forgiven
    CHECK (taken_cents + owed_cents + forgiven_cents = iif(won_at IS NULL, due_cents, 0))
) STRICT, WITHOUT ROWID;
-- A case of the bank is recorded once.
CREATE UNIQUE INDEX disputes_one_per_case ON disputes (gateway, case_number);
CREATE INDEX disputes_by_deposit ON disputes (deposit_id);
-- What a customer owes.
CREATE INDEX disputes_owed ON disputes (account_id, owed_cents) WHERE owed_cents > 0;

INSERT INTO disputes (id, deposit_id, account_id, gateway, case_number, amount_cents, fee_cents, tax_cents, due_cents, taken_cents, owed_cents,
  forgiven_cents, opened_at, won_at)
SELECT deposit_id, deposit_id, account_id, gateway, case_number, amount_cents, fee_cents, tax_cents, due_cents, taken_cents, owed_cents,
  forgiven_cents, opened_at, won_at FROM disputes_kept;
DROP TABLE disputes_kept;

-- All that stand together take no more than was paid.
CREATE TRIGGER disputes_take_no_more_than_was_paid BEFORE INSERT ON disputes
WHEN NEW.amount_cents + (SELECT coalesce(sum(amount_cents), 0) FROM disputes WHERE deposit_id = NEW.deposit_id AND won_at IS NULL)
  > (SELECT coalesce(b.brl_cents, d.amount_cents + d.fee_cents) FROM deposits d LEFT JOIN brl_deposits b ON b.id = d.id
     WHERE d.id = NEW.deposit_id)
BEGIN SELECT RAISE(ABORT, 'a bank takes back what was paid'); END;
CREATE TRIGGER disputes_keep_what_they_are_about BEFORE UPDATE ON disputes
WHEN OLD.won_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.deposit_id <> OLD.deposit_id OR NEW.account_id <> OLD.account_id
  OR NEW.gateway <> OLD.gateway OR NEW.case_number <> OLD.case_number OR NEW.amount_cents <> OLD.amount_cents
  OR NEW.fee_cents <> OLD.fee_cents OR NEW.tax_cents <> OLD.tax_cents OR NEW.due_cents <> OLD.due_cents OR NEW.opened_at <> OLD.opened_at
BEGIN SELECT RAISE(ABORT, 'a dispute keeps what it is about'); END;
CREATE TRIGGER disputes_are_never_deleted BEFORE DELETE ON disputes
BEGIN SELECT RAISE(ABORT, 'disputes are never deleted'); END;

-- Each operation of a dispute with the decision that it is the doing of.
CREATE TABLE dispute_steps (
  operation_id TEXT PRIMARY KEY REFERENCES operations (id),
  dispute_id TEXT NOT NULL REFERENCES disputes (id),
  -- UNIQUE: an approval moves money once.
  proposal_id TEXT NOT NULL UNIQUE REFERENCES operator_proposals (id)
) STRICT, WITHOUT ROWID;
INSERT INTO dispute_steps (operation_id, dispute_id, proposal_id) SELECT operation_id, deposit_id, proposal_id FROM dispute_steps_kept;
DROP TABLE dispute_steps_kept;
CREATE INDEX dispute_steps_by_dispute ON dispute_steps (dispute_id);
CREATE TRIGGER dispute_steps_are_never_updated BEFORE UPDATE ON dispute_steps
BEGIN SELECT RAISE(ABORT, 'a step stays'); END;
CREATE TRIGGER dispute_steps_are_never_deleted BEFORE DELETE ON dispute_steps
BEGIN SELECT RAISE(ABORT, 'a step stays'); END;

-- Proposals from before this file name no dispute and no amount: another one takes their place.
UPDATE operator_proposals SET state = 'expired', decided_at = expires_at
WHERE state = 'open' AND kind IN ('charge-back', 'charge-back-won', 'debt-collect', 'debt-forgive');

-- What an operator has seen that a bank took stays with the customer until a second one has decided.
CREATE INDEX operator_proposals_reserving ON operator_proposals (subject_id) WHERE state = 'open' AND kind = 'charge-back';

-- What of a contested payment its bank says that it took, up to now. Of those from before this file nobody kept the sum: all of it.
ALTER TABLE brl_deposits ADD COLUMN taken_back_brl_cents INTEGER CHECK (taken_back_brl_cents > 0);
UPDATE brl_deposits SET taken_back_brl_cents = brl_cents WHERE taken_back_at IS NOT NULL;
