-- The number of a treasury order is the bank's, and ABC1 is the same contract as abc1: each number is booked once, however it is typed (P103).
-- Forward only: a landed file is never edited.

-- Two orders may stand already whose numbers differ by case alone. Either may have moved money, so none is dropped, renamed or closed, and this
-- file does not fail on them: all but the one that was recorded first name that one, and are left out of the index below. The nightly check
-- names the number until one of them is taken back (P108). NULL: no earlier order has its number, as of each that comes after this file.
ALTER TABLE treasury_orders ADD COLUMN same_number_as TEXT REFERENCES treasury_orders (id);
UPDATE treasury_orders SET same_number_as = (SELECT t.id FROM treasury_orders t
  WHERE t.kind = treasury_orders.kind AND t.reference = treasury_orders.reference COLLATE NOCASE
    AND t.state IN ('open', 'approved') AND t.undoes IS NULL AND t.undone_by IS NULL
    AND (t.proposed_at, t.id) < (treasury_orders.proposed_at, treasury_orders.id)
  ORDER BY t.proposed_at, t.id LIMIT 1)
WHERE state IN ('open', 'approved') AND undoes IS NULL AND undone_by IS NULL;

-- UNIQUE: one contract is booked once, and again where that was taken back.
DROP INDEX treasury_orders_one_per_reference;
CREATE UNIQUE INDEX treasury_orders_one_per_reference ON treasury_orders (kind, reference COLLATE NOCASE)
  WHERE state IN ('open', 'approved') AND undoes IS NULL AND undone_by IS NULL AND same_number_as IS NULL;

-- Where the first one stands no more, the next of its number takes its place in the index: the number is not free as long as one stands.
CREATE TRIGGER treasury_orders_keep_their_number AFTER UPDATE OF state, undone_by ON treasury_orders
WHEN NEW.undoes IS NULL AND NEW.same_number_as IS NULL AND (NEW.state IN ('rejected', 'withdrawn') OR NEW.undone_by IS NOT NULL)
BEGIN
  UPDATE treasury_orders SET same_number_as = NULL WHERE id = (SELECT t.id FROM treasury_orders t
    WHERE t.same_number_as IS NOT NULL AND t.kind = NEW.kind AND t.reference = NEW.reference COLLATE NOCASE
      AND t.state IN ('open', 'approved') AND t.undone_by IS NULL
    ORDER BY t.proposed_at, t.id LIMIT 1);
END;
-- No order leaves the index by another way than this file.
CREATE TRIGGER treasury_orders_have_their_own_number BEFORE INSERT ON treasury_orders WHEN NEW.same_number_as IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an order has a number of its own'); END;
CREATE TRIGGER treasury_orders_keep_to_the_index BEFORE UPDATE OF same_number_as ON treasury_orders WHEN NEW.same_number_as IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an order has a number of its own'); END;
