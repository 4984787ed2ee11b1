-- What happened to one customer, newest first, page by page: each kind of row is read along an index of its own. And what
-- operators note about customers. Times are epoch milliseconds. Forward only: a landed file is never edited.

CREATE TABLE customer_notes (
  -- PRIMARY KEY: made by the form, so that a repeated request adds no second note.
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  author_id TEXT NOT NULL REFERENCES users (id),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  noted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_notes_by_customer ON customer_notes (user_id, noted_at DESC, id DESC);

-- A note stays as it was written; another one corrects it.
CREATE TRIGGER customer_notes_are_never_updated BEFORE UPDATE ON customer_notes
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
CREATE TRIGGER customer_notes_are_never_deleted BEFORE DELETE ON customer_notes
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;

-- Without these a kind of which there is little would be looked for among another of which there is much.
CREATE INDEX transactions_but_deposits ON transactions (account_id, created_at DESC, id DESC) WHERE type <> 'deposit';
CREATE INDEX mail_outbox_by_user ON mail_outbox (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX audit_log_views_of_customer ON audit_log (subject_id, happened_at DESC, id DESC)
  WHERE subject_kind = 'customer' AND action IN ('customer.viewed', 'customer.details-viewed');
-- A note has its own line of the timeline.
CREATE INDEX audit_log_actions_on_customer ON audit_log (subject_id, happened_at DESC, id DESC)
  WHERE subject_kind = 'customer' AND action NOT IN ('customer.viewed', 'customer.details-viewed', 'customer.noted');
