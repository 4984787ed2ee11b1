-- Operators: roles as rows, the way in which a session was proved, changes of operators that two of them decide, and refused
-- calls that are gathered. Times are epoch milliseconds. Forward only: a landed file is never edited.

CREATE TABLE operator_roles (
  -- CASCADE: who is no operator any more has no role.
  user_id TEXT NOT NULL REFERENCES admin_users (user_id) ON DELETE CASCADE,
  -- The words of worker/domain/operator-roles.ts, which says what each may do.
  role TEXT NOT NULL CHECK (role IN ('support', 'compliance', 'treasury', 'content', 'auditor', 'owner')),
  granted_at INTEGER NOT NULL,
  -- PRIMARY KEY: a role is held once.
  PRIMARY KEY (user_id, role)
) STRICT, WITHOUT ROWID;
-- Until now every operator could do everything.
INSERT INTO operator_roles (user_id, role, granted_at) SELECT user_id, 'owner', created_at FROM admin_users;

-- How the last proof was given: a password opens nothing to an operator. Proofs of which that is unknown are over.
UPDATE sessions SET stepped_up_at = NULL WHERE stepped_up_at IS NOT NULL;
ALTER TABLE sessions ADD COLUMN stepped_up_by TEXT
  CHECK (stepped_up_by IN ('password', 'passkey', 'totp', 'recovery') AND stepped_up_at IS NOT NULL
    OR stepped_up_by IS NULL AND stepped_up_at IS NULL);

-- What one operator proposes and another decides; a new kind is an INSERT here and a line in
-- worker/services/operators/proposal-kinds.ts; a test compares them.
CREATE TABLE proposal_kinds (
  kind TEXT PRIMARY KEY CHECK (length(kind) BETWEEN 3 AND 40)
) STRICT, WITHOUT ROWID;
INSERT INTO proposal_kinds (kind) VALUES ('grant'), ('roles'), ('revoke'), ('suspend'), ('reactivate'), ('two-step-reset'),
  ('password-reset');

CREATE TABLE operator_proposals (
  id TEXT PRIMARY KEY,
  -- FOREIGN KEY: a proposal that nobody could carry out is not stored.
  kind TEXT NOT NULL REFERENCES proposal_kinds (kind),
  -- Whom it is about.
  subject_id TEXT NOT NULL REFERENCES users (id),
  -- What is to be, where the kind leaves it open: the roles. Never a secret.
  detail TEXT NOT NULL CHECK (json_valid(detail) AND json_type(detail) = 'object' AND length(detail) <= 1000),
  proposed_by TEXT NOT NULL REFERENCES users (id),
  proposed_at INTEGER NOT NULL,
  -- Nobody approves what was asked for long ago.
  expires_at INTEGER NOT NULL CHECK (expires_at > proposed_at),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  decision_note TEXT CHECK (length(decision_note) <= 500),
  CONSTRAINT decided_means_when CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT decided_means_by_whom CHECK ((state IN ('open', 'expired')) = (decided_by IS NULL)),
  -- One proposes, another decides; only the proposer takes a proposal back.
  CONSTRAINT two_operators_decide CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_proposals_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  -- Nobody has a hand in what is done about himself.
  CONSTRAINT nobody_decides_about_himself CHECK (proposed_by <> subject_id AND (decided_by IS NULL OR decided_by <> subject_id))
) STRICT, WITHOUT ROWID;
-- UNIQUE: of each kind there is one open proposal about somebody, also when two operators propose at once.
CREATE UNIQUE INDEX operator_proposals_one_open ON operator_proposals (subject_id, kind) WHERE state = 'open';
-- The lists of open and of decided ones, newest first.
CREATE INDEX operator_proposals_by_time ON operator_proposals (proposed_at DESC, id DESC);
CREATE INDEX operator_proposals_open ON operator_proposals (proposed_at DESC, id DESC) WHERE state = 'open';

-- Refused calls of operators in the hour that began with the first one: the audit log gets the first, the tenth, the hundredth
-- of an hour and so on, so that a flood of them does not become a flood of lines.
CREATE TABLE operator_refusals (
  user_id TEXT NOT NULL REFERENCES users (id),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 3 AND 60),
  since INTEGER NOT NULL,
  times INTEGER NOT NULL CHECK (times > 0),
  -- Of the hour before, which may have ended between two lines.
  times_before INTEGER NOT NULL DEFAULT 0 CHECK (times_before >= 0),
  PRIMARY KEY (user_id, action)
) STRICT, WITHOUT ROWID;
