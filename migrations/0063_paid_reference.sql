-- What the gateway calls the payment that was credited, so that a second one of the same amount is told from the same one said again.
-- NULL: nothing is credited yet, two operators credited it without hearing of a payment, or it was credited before this file; then the first
-- payment that is told of is taken for it. Forward only: a landed file is never edited.

ALTER TABLE deposits ADD COLUMN paid_reference TEXT CHECK (length(paid_reference) BETWEEN 1 AND 200);
-- A payment keeps its name.
CREATE TRIGGER deposits_keep_the_name_of_what_was_paid BEFORE UPDATE OF paid_reference ON deposits
WHEN OLD.paid_reference IS NOT NULL AND NEW.paid_reference IS NOT OLD.paid_reference
BEGIN SELECT RAISE(ABORT, 'a payment keeps its name'); END;
-- What two operators credited of a payment that had been heard of.
UPDATE deposits SET paid_reference = (SELECT s.reference FROM stray_payments s WHERE s.deposit_id = deposits.id AND s.outcome = 'credited')
WHERE status = 'completed';
