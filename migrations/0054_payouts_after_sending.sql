-- What becomes of a withdrawal that is with the bank: questions after it was paid, refusals that are not about the receiver, words of the bank
-- that contradict the books, and ends that two operators record. Times are epoch milliseconds, money is cents: of a US dollar for a wire, of
-- a real by PIX and TED. Forward only: a landed file is never edited.

-- Why the cron could not send it, and since when, while it is ready.
ALTER TABLE withdrawals ADD COLUMN unsent_because TEXT CHECK (unsent_because IN ('rate', 'gateway', 'details', 'error'));
ALTER TABLE withdrawals ADD COLUMN unsent_since INTEGER CHECK ((unsent_since IS NULL) = (unsent_because IS NULL));
-- When the gateway said for the first time that it has never heard of it: it goes back when it says so again, minutes later.
ALTER TABLE withdrawals ADD COLUMN unknown_at INTEGER;
-- The gateway's word for why it did not take the order, where that is not about who is to be paid: the money waits for operators.
ALTER TABLE withdrawals ADD COLUMN refused TEXT CHECK (length(refused) BETWEEN 1 AND 60);

-- What was paid is asked about as well: `claimed_until` is when next, until it is too old.
UPDATE withdrawals SET claimed_until = settled_at WHERE state = 'paid' AND return_id IS NULL;
CREATE INDEX withdrawals_paid_to_ask ON withdrawals (claimed_until) WHERE state = 'paid' AND claimed_until IS NOT NULL;

-- What a gateway said of a payment that does not fit the books. Nothing is booked for it; an operator records what was done.
CREATE TABLE payout_contradictions (
  id TEXT PRIMARY KEY,
  withdrawal_id TEXT NOT NULL REFERENCES withdrawals (id),
  -- amount, reference: not those of the order. taken: the reference of another withdrawal. outcome: the opposite end. part: a part came back.
  kind TEXT NOT NULL CHECK (kind IN ('amount', 'reference', 'taken', 'outcome', 'part')),
  -- What the withdrawal was, and what was said.
  state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'held', 'ready', 'waiting-approval', 'sending', 'paid', 'returned', 'cancelled', 'rejected')),
  said TEXT NOT NULL CHECK (said IN ('pending', 'paid', 'returned')),
  reference TEXT NOT NULL CHECK (length(reference) BETWEEN 1 AND 200),
  -- What was sent, as the gateway says it; of a part, what came back.
  cents INTEGER NOT NULL,
  said_at INTEGER NOT NULL,
  resolved_by TEXT REFERENCES users (id),
  resolution TEXT CHECK (length(resolution) BETWEEN 10 AND 400),
  resolved_at INTEGER,
  CONSTRAINT resolved_means_by_whom_and_how
    CHECK ((resolved_by IS NULL) = (resolution IS NULL) AND (resolution IS NULL) = (resolved_at IS NULL)),
  -- UNIQUE: a gateway that says the same each hour says it once.
  UNIQUE (withdrawal_id, kind, state, said, reference, cents)
) STRICT, WITHOUT ROWID;
CREATE INDEX payout_contradictions_open ON payout_contradictions (withdrawal_id) WHERE resolved_at IS NULL;
-- What was said stays; what was done is written once, and not by the customer.
CREATE TRIGGER payout_contradictions_stay BEFORE UPDATE ON payout_contradictions
WHEN OLD.resolved_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.withdrawal_id <> OLD.withdrawal_id OR NEW.kind <> OLD.kind
  OR NEW.state <> OLD.state OR NEW.said <> OLD.said OR NEW.reference <> OLD.reference OR NEW.cents <> OLD.cents OR NEW.said_at <> OLD.said_at
  OR NEW.resolved_by IS (SELECT account_id FROM withdrawals WHERE id = OLD.withdrawal_id)
BEGIN SELECT RAISE(ABORT, 'what a bank said stays'); END;
CREATE TRIGGER payout_contradictions_are_never_deleted BEFORE DELETE ON payout_contradictions
BEGIN SELECT RAISE(ABORT, 'what a bank said stays'); END;

-- Two operators record what the bank has told them by another way. The customer is the subject, so that nobody decides about his own.
INSERT INTO proposal_kinds (kind) VALUES ('withdrawal-paid'), ('withdrawal-returned');
ALTER TABLE operator_proposals ADD COLUMN withdrawal_id TEXT REFERENCES withdrawals (id);
CREATE TRIGGER operator_proposals_name_the_customer_of_a_withdrawal BEFORE INSERT ON operator_proposals
WHEN NEW.withdrawal_id IS NOT NULL AND NEW.subject_id IS NOT (SELECT account_id FROM withdrawals WHERE id = NEW.withdrawal_id)
BEGIN SELECT RAISE(ABORT, 'a proposal about a withdrawal is about its customer'); END;
-- UNIQUE: about a withdrawal one proposal is open, whatever its kind.
DROP INDEX operator_proposals_one_open;
CREATE UNIQUE INDEX operator_proposals_one_open ON operator_proposals (subject_id, kind)
  WHERE state = 'open' AND deposit_id IS NULL AND withdrawal_id IS NULL;
CREATE UNIQUE INDEX operator_proposals_one_open_of_a_withdrawal ON operator_proposals (withdrawal_id)
  WHERE state = 'open' AND withdrawal_id IS NOT NULL;
CREATE INDEX operator_proposals_by_withdrawal ON operator_proposals (withdrawal_id, proposed_at) WHERE withdrawal_id IS NOT NULL;
