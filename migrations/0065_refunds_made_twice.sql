-- What was done about a refund that the bank made as well stands on the refund, also where the bank was first and nobody had booked it (P104):
-- until now it stood in the audit log alone. Times are epoch milliseconds. Forward only: a landed file is never edited.
-- A CHECK of several columns cannot change in place. Nothing refers to this table.

CREATE TABLE hand_refunds_kept AS SELECT * FROM hand_refunds;
DROP TABLE hand_refunds;

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
  -- When the bank said that it had sent it back itself: money that went twice, until somebody writes what was done.
  bank_said_at INTEGER,
  answered_by TEXT REFERENCES users (id),
  answered_at INTEGER,
  answer TEXT CHECK (length(answer) BETWEEN 3 AND 500),
  FOREIGN KEY (gateway, payment_id) REFERENCES brl_payments (gateway, id),
  CONSTRAINT decided_means_by_whom_and_when CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  CONSTRAINT two_operators_return CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_proposals_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  -- One that nobody could book, because the bank was first, is closed by what was done about it.
  CONSTRAINT what_is_not_booked_goes_twice_with_its_answer
    CHECK (bank_said_at IS NULL OR state = 'approved' OR (state <> 'open' AND answered_at IS NOT NULL)),
  CONSTRAINT answered_means_by_whom_and_what CHECK (
    (answered_at IS NULL) = (answered_by IS NULL) AND (answered_at IS NULL) = (answer IS NULL)
    AND (answered_at IS NULL OR bank_said_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO hand_refunds SELECT * FROM hand_refunds_kept;
DROP TABLE hand_refunds_kept;
-- What the audit log has of those that were closed so: its line is of the same moment, operator and payment.
UPDATE hand_refunds SET answered_by = decided_by, answered_at = decided_at, answer = a.note, bank_said_at = p.ended_at
FROM audit_log a, brl_payments p
WHERE hand_refunds.state IN ('rejected', 'withdrawn') AND hand_refunds.bank_said_at IS NULL
  AND p.gateway = hand_refunds.gateway AND p.id = hand_refunds.payment_id AND p.state = 'refunded' AND p.ended_at IS NOT NULL
  AND a.action = 'reais.twice-answered' AND a.happened_at = hand_refunds.decided_at AND a.actor_id = hand_refunds.decided_by
  AND json_extract(a.before, '$.gateway') = hand_refunds.gateway AND json_extract(a.before, '$.payment') = hand_refunds.payment_id
  AND length(a.note) >= 3;

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
