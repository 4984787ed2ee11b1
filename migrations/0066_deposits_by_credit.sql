-- What a level may deposit in 30 days counts by the day on which money was credited (P109), and a customer's timeline shows the credit of a
-- deposit that was credited as another amount at its own time (P57). Both read along an index of their own. Forward only: a landed file is
-- never edited.

-- What was credited to a customer since some moment, summed from the index alone.
CREATE INDEX deposits_credited ON deposits (account_id, settled_at, amount_cents) WHERE status = 'completed';
-- The few of a customer that were credited as another amount than was announced.
CREATE INDEX deposits_credited_otherwise ON deposits (account_id, settled_at, id) WHERE announced_cents IS NOT NULL;
