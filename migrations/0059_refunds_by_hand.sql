-- Reais that a bank refuses to send back are held by an operator, returned by hand at the bank, and booked by two (P104). Times are epoch
-- milliseconds. Forward only: a landed file is never edited.

-- When the bank refused the last attempt. NULL: none was refused, or the next one has been sent since.
ALTER TABLE brl_payments ADD COLUMN refused_at INTEGER;
-- From when on nobody sends it again, and who said so. It stays when the refund has ended.
ALTER TABLE brl_payments ADD COLUMN held_at INTEGER
  CHECK (held_at IS NULL OR (next_try_at IS NULL AND refused_at IS NOT NULL AND state IN ('refunding', 'refunded')));
ALTER TABLE brl_payments ADD COLUMN held_by TEXT REFERENCES users (id) CHECK ((held_by IS NULL) = (held_at IS NULL));
CREATE INDEX brl_payments_held ON brl_payments (held_at) WHERE state = 'refunding' AND held_at IS NOT NULL;

-- That a payment went back by hand: recorded by one operator with the bank's reference, booked by another.
CREATE TABLE hand_refunds (
  id TEXT PRIMARY KEY,
  gateway TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  -- What the bank calls the order by which it went back.
  reference TEXT NOT NULL CHECK (length(reference) BETWEEN 3 AND 100),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  proposed_by TEXT NOT NULL REFERENCES users (id),
  proposed_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'rejected', 'withdrawn')),
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  -- When the bank said after all that it had sent it back itself: money that went twice, until somebody writes what was done.
  bank_said_at INTEGER,
  answered_by TEXT REFERENCES users (id),
  answered_at INTEGER,
  answer TEXT CHECK (length(answer) BETWEEN 3 AND 500),
  FOREIGN KEY (gateway, payment_id) REFERENCES brl_payments (gateway, id),
  CONSTRAINT decided_means_by_whom_and_when CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  CONSTRAINT two_operators_return CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_proposals_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  CONSTRAINT only_what_was_booked_goes_twice CHECK (bank_said_at IS NULL OR state = 'approved'),
  CONSTRAINT answered_means_by_whom_and_what CHECK (
    (answered_at IS NULL) = (answered_by IS NULL) AND (answered_at IS NULL) = (answer IS NULL)
    AND (answered_at IS NULL OR bank_said_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- UNIQUE: one waits or stands for a payment.
CREATE UNIQUE INDEX hand_refunds_one_per_payment ON hand_refunds (gateway, payment_id) WHERE state IN ('open', 'approved');
CREATE INDEX hand_refunds_contradicted ON hand_refunds (bank_said_at) WHERE bank_said_at IS NOT NULL AND answered_at IS NULL;
CREATE TRIGGER hand_refunds_keep_their_terms
BEFORE UPDATE OF gateway, payment_id, reference, reason, proposed_by, proposed_at ON hand_refunds
BEGIN SELECT RAISE(ABORT, 'a proposal keeps its terms'); END;
CREATE TRIGGER hand_refunds_are_decided_once BEFORE UPDATE OF state, decided_by, decided_at ON hand_refunds
WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'a proposal is decided once'); END;
CREATE TRIGGER hand_refunds_are_answered_once BEFORE UPDATE OF answered_by, answered_at, answer ON hand_refunds
WHEN OLD.answered_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a contradiction is answered once'); END;
CREATE TRIGGER hand_refunds_are_never_deleted BEFORE DELETE ON hand_refunds
BEGIN SELECT RAISE(ABORT, 'proposals are never deleted'); END;
