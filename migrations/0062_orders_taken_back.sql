-- An order of treasury that was booked by mistake is taken back by one that names it (P108). Forward only: a landed file is never edited.

-- The booked order that this one takes back; NULL: it says what was done at the bank. And by which order this one was taken back.
ALTER TABLE treasury_orders ADD COLUMN undoes TEXT REFERENCES treasury_orders (id);
ALTER TABLE treasury_orders ADD COLUMN undone_by TEXT REFERENCES treasury_orders (id);
-- UNIQUE: one contract is booked once, and again where that was taken back.
DROP INDEX treasury_orders_one_per_reference;
CREATE UNIQUE INDEX treasury_orders_one_per_reference ON treasury_orders (kind, reference)
  WHERE state IN ('open', 'approved') AND undoes IS NULL AND undone_by IS NULL;
-- UNIQUE: an order is taken back once.
CREATE UNIQUE INDEX treasury_orders_undone_once ON treasury_orders (undoes) WHERE undoes IS NOT NULL AND state IN ('open', 'approved');
CREATE TRIGGER treasury_orders_undo_what_was_booked BEFORE INSERT ON treasury_orders
WHEN NEW.undoes IS NOT NULL AND NOT EXISTS (SELECT 1 FROM treasury_orders t WHERE t.id = NEW.undoes AND t.state = 'approved'
  AND t.undoes IS NULL AND t.kind = NEW.kind AND t.usd_cents IS NEW.usd_cents AND t.brl_cents = NEW.brl_cents AND t.reference = NEW.reference)
BEGIN SELECT RAISE(ABORT, 'what is taken back was booked, and is the same'); END;
CREATE TRIGGER treasury_orders_are_undone_once BEFORE UPDATE OF undone_by ON treasury_orders
WHEN OLD.undone_by IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM treasury_orders t WHERE t.id = NEW.undone_by AND t.undoes = OLD.id AND t.state = 'approved')
BEGIN SELECT RAISE(ABORT, 'an order is taken back once'); END;
DROP TRIGGER treasury_orders_keep_their_terms;
CREATE TRIGGER treasury_orders_keep_their_terms
BEFORE UPDATE OF kind, usd_cents, brl_cents, reference, reason, proposed_by, proposed_at, undoes ON treasury_orders
BEGIN SELECT RAISE(ABORT, 'an order keeps its terms'); END;
