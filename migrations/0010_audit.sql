-- What operators did: append-only and hash-chained, so that nobody can change or remove a line unnoticed. Times are epoch
-- milliseconds. worker/domain/audit.ts says what each hash covers.

CREATE TABLE audit_log (
  -- PRIMARY KEY: the chain has one next link, also when two operators act at once: the loser reads the head again.
  seq INTEGER PRIMARY KEY CHECK (seq > 0),
  id TEXT NOT NULL UNIQUE,
  happened_at INTEGER NOT NULL,
  -- Who: an operator's row, or NULL for a machine (the operators' token, a command), which `actor` names.
  actor_id TEXT REFERENCES users (id),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 254),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 3 AND 60),
  -- To whom or what, such as ('customer', their id).
  subject_kind TEXT,
  subject_id TEXT CHECK (length(subject_id) <= 200),
  device TEXT CHECK (length(device) <= 120),
  place TEXT CHECK (length(place) <= 120),
  -- What it was and what it became, as JSON; the reason that was given.
  before TEXT CHECK (json_valid(before) AND length(before) <= 4000),
  after TEXT CHECK (json_valid(after) AND length(after) <= 4000),
  note TEXT CHECK (length(note) <= 500),
  -- UNIQUE: no two lines follow the same one.
  previous_hash TEXT NOT NULL UNIQUE CHECK (length(previous_hash) = 64),
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64)
) STRICT;

-- The log page filters by whom it was done to, by whom, and by what.
CREATE INDEX audit_log_by_subject ON audit_log (subject_kind, subject_id, seq);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, seq);
CREATE INDEX audit_log_by_action ON audit_log (action, seq);

CREATE TRIGGER audit_log_is_never_updated BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
