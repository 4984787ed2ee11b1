-- An approval counts as long as it knew what there is to know: a contest of a deposit voids what was said before it, as a stop does.
-- Times are epoch milliseconds. Forward only: a landed file is never edited.

-- The place in the order of its decisions through which approvals no longer count.
ALTER TABLE withdrawals ADD COLUMN void_through INTEGER NOT NULL DEFAULT 0 CHECK (void_through >= 0);
-- The last stop; and of what has not left and is contested, everything that was said before the contest.
UPDATE withdrawals AS w SET void_through = coalesce((SELECT max(d.seq) FROM withdrawal_decisions d
  WHERE d.withdrawal_id = w.id AND (d.decision = 'stop' OR (w.end_id IS NULL AND w.state <> 'sending' AND d.at <= (
    SELECT max(b.contested_at) FROM brl_deposits b WHERE b.account_id = w.account_id AND b.state = 'contested')))), 0);
-- What is void stays so.
CREATE TRIGGER withdrawals_void_for_good BEFORE UPDATE OF void_through ON withdrawals WHEN NEW.void_through < OLD.void_through
BEGIN SELECT RAISE(ABORT, 'a void approval stays so'); END;
