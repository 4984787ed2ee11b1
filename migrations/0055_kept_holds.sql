-- What a withdrawal waits for stays as it was when it was asked for. Forward only: a landed file is never edited.

-- Nobody shortens a hold.
CREATE TRIGGER withdrawals_keep_their_holds BEFORE UPDATE OF hold_until, holds ON withdrawals
BEGIN SELECT RAISE(ABORT, 'a withdrawal keeps its holds'); END;
-- Why two operators look at it is added to, and never taken away.
CREATE TRIGGER withdrawals_keep_their_flags BEFORE UPDATE OF flags ON withdrawals
WHEN EXISTS (SELECT 1 FROM json_each(OLD.flags) f WHERE f.value NOT IN (SELECT value FROM json_each(NEW.flags)))
BEGIN SELECT RAISE(ABORT, 'a withdrawal keeps its flags'); END;
