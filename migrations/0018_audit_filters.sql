-- What one operator did of one kind: without it, a kind that many did and this one never would be looked for line by line.
CREATE INDEX audit_log_by_actor_and_action ON audit_log (actor_id, action, seq);
