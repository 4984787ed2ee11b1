-- The operators' log grows at its end only. Without this, REPLACE could take a line's place: it removes the old one
-- without firing the trigger that forbids removals (SQLite: "recursive_triggers" is off).

CREATE TRIGGER audit_log_only_grows BEFORE INSERT ON audit_log
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM audit_log)
BEGIN SELECT RAISE(ABORT, 'the audit log only grows at its end'); END;
