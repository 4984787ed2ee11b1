-- What may be given up with an account. Forward only: a landed file is never edited.

-- Who is paid by wire alone may give up whatever no wire carries: 25.00 dollars at most, and others less than a dollar, which the batch of the
-- closing holds (P93). The CHECK of 0034 goes with its column.
ALTER TABLE account_closings ADD COLUMN given_up_cents INTEGER NOT NULL DEFAULT 0 CHECK (given_up_cents BETWEEN 0 AND 2500);
UPDATE account_closings SET given_up_cents = waived_cents;
ALTER TABLE account_closings DROP COLUMN waived_cents;
ALTER TABLE account_closings RENAME COLUMN given_up_cents TO waived_cents;
