-- Where the operators' log ends, kept beside it: lines that are removed at its end leave a head that points past the last
-- one. (What is removed elsewhere breaks the chain by itself.)

CREATE TABLE audit_head (
  -- One row.
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL CHECK (seq >= 0),
  hash TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT;

INSERT INTO audit_head (id, seq, hash)
SELECT 1, coalesce(max(seq), 0),
       coalesce((SELECT hash FROM audit_log ORDER BY seq DESC LIMIT 1), printf('%064d', 0))
FROM audit_log;

CREATE TRIGGER audit_log_moves_its_head AFTER INSERT ON audit_log
BEGIN UPDATE audit_head SET seq = NEW.seq, hash = NEW.hash WHERE id = 1; END;

-- A line follows the head, not the last line that is still there: after a cut the log goes on, and the gap stays in sight.
DROP TRIGGER audit_log_only_grows;
CREATE TRIGGER audit_log_only_grows BEFORE INSERT ON audit_log
WHEN NOT EXISTS (SELECT 1 FROM audit_head h WHERE NEW.seq = h.seq + 1 AND NEW.previous_hash = h.hash)
BEGIN SELECT RAISE(ABORT, 'the audit log only grows at its end'); END;

-- It goes forward only, and stays.
CREATE TRIGGER audit_head_goes_forward BEFORE UPDATE ON audit_head WHEN NEW.seq <> OLD.seq + 1
BEGIN SELECT RAISE(ABORT, 'the audit log only grows at its end'); END;
CREATE TRIGGER audit_head_stays BEFORE DELETE ON audit_head
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
