-- The house owns metal: bars in its vault, what of them is free to be sold, and proposals about bars. Times are epoch
-- milliseconds. Forward only: a landed file is never edited.

-- Whom the house has bars from, and gives them back to: what it owes them in metal is what its entries sum up to, below zero.
INSERT INTO accounts (id, kind, created_at) VALUES ('house:suppliers', 'house', 0);

CREATE TABLE stock (
  metal TEXT PRIMARY KEY CHECK (metal IN ('gold', 'silver')),
  -- Ten-thousandths of a troy ounce that can be sold: bars in the vault less what customers hold.
  free_e4 INTEGER NOT NULL,
  -- What customers hold beyond the bars: a house from before it had bars. Nothing is sold then; what comes in covers this first.
  uncovered_e4 INTEGER NOT NULL DEFAULT 0 CHECK (uncovered_e4 >= 0),
  -- A batch that sells what the vault does not have fails here.
  CONSTRAINT stock_covers_what_is_sold CHECK (free_e4 >= 0),
  CONSTRAINT free_or_uncovered CHECK (free_e4 = 0 OR uncovered_e4 = 0)
) STRICT, WITHOUT ROWID;

-- The house's own metal, by its entries: inventory, less the bonuses that it gave away. Until now it had no bar.
INSERT INTO stock (metal, free_e4, uncovered_e4)
SELECT metal, max(own, 0), max(-own, 0) FROM (
  SELECT m.value AS metal, coalesce((SELECT sum(e.amount) FROM entries e
    WHERE e.account_id IN ('house:metal-inventory', 'house:promotion-expense') AND e.asset = m.value), 0) AS own
  FROM json_each('["gold", "silver"]') AS m);

-- Whatever moves the house's metal moves the row in the same batch: trades, bonuses, reversals, bars. No code can forget it.
CREATE TRIGGER stock_moves_with_its_entries AFTER INSERT ON entries
WHEN NEW.account_id IN ('house:metal-inventory', 'house:promotion-expense')
BEGIN
  UPDATE stock SET free_e4 = free_e4 + NEW.amount - max(0, min(NEW.amount, uncovered_e4)),
    uncovered_e4 = uncovered_e4 - max(0, min(NEW.amount, uncovered_e4))
  WHERE metal = NEW.asset;
END;
-- Without its row a metal could be sold without end.
CREATE TRIGGER stock_is_never_deleted BEFORE DELETE ON stock
BEGIN SELECT RAISE(ABORT, 'each metal has its stock'); END;

CREATE TABLE bars (
  id TEXT PRIMARY KEY,
  metal TEXT NOT NULL CHECK (metal IN ('gold', 'silver')),
  refiner TEXT NOT NULL CHECK (refiner = trim(refiner) AND length(refiner) BETWEEN 2 AND 80),
  serial TEXT NOT NULL CHECK (serial = upper(trim(serial)) AND length(serial) BETWEEN 1 AND 40),
  -- Thousandths of a troy ounce.
  gross_e3 INTEGER NOT NULL,
  -- Tenths of a part per thousand: 9958 is 995.8.
  assay_e1 INTEGER NOT NULL,
  -- Thousandths of a troy ounce of pure metal: what the ledger counts.
  fine_e3 INTEGER NOT NULL,
  -- Made up by the seed of a local start.
  sample INTEGER NOT NULL CHECK (sample IN (0, 1)),
  -- The operation that brought it in, and the one that took it out; NULL: it is in the vault.
  in_operation TEXT NOT NULL UNIQUE REFERENCES operations (id),
  out_operation TEXT UNIQUE REFERENCES operations (id),
  CONSTRAINT fine_is_gross_times_assay CHECK (fine_e3 = (gross_e3 * assay_e1 + 5000) / 10000),
  -- The London Good Delivery rules: fineness, weight, and the step in which it is weighed.
  CONSTRAINT a_good_delivery_bar CHECK (CASE metal
    WHEN 'gold' THEN assay_e1 BETWEEN 9950 AND 9999 AND fine_e3 BETWEEN 350000 AND 430000 AND gross_e3 % 25 = 0
    ELSE assay_e1 BETWEEN 9990 AND 9999 AND gross_e3 BETWEEN 750000 AND 1100000 AND gross_e3 % 100 = 0 END),
  CONSTRAINT in_before_out CHECK (out_operation <> in_operation)
) STRICT, WITHOUT ROWID;
-- A bar is in the vault once. One that left may come back, as a row of its own.
CREATE UNIQUE INDEX bars_once_in_the_vault ON bars (metal, refiner COLLATE NOCASE, serial) WHERE out_operation IS NULL;
CREATE TRIGGER bars_stay_what_they_are BEFORE UPDATE ON bars
WHEN OLD.out_operation IS NOT NULL OR NEW.id <> OLD.id OR NEW.metal <> OLD.metal OR NEW.refiner <> OLD.refiner
  OR NEW.serial <> OLD.serial OR NEW.gross_e3 <> OLD.gross_e3 OR NEW.assay_e1 <> OLD.assay_e1 OR NEW.fine_e3 <> OLD.fine_e3
  OR NEW.sample <> OLD.sample OR NEW.in_operation <> OLD.in_operation
BEGIN SELECT RAISE(ABORT, 'a bar stays what it is'); END;
CREATE TRIGGER bars_are_never_deleted BEFORE DELETE ON bars
BEGIN SELECT RAISE(ABORT, 'bars are never deleted'); END;

-- Bars come and go by two operators, by the same proposals as what is done about people. A proposal is about somebody or about
-- a bar; a NOT NULL cannot be taken off in place, so the table is made anew with those that refer to it.
INSERT INTO proposal_kinds (kind) VALUES ('bar-receipt'), ('bar-release');

CREATE TABLE operator_proposals_anew (
  id TEXT PRIMARY KEY,
  -- FOREIGN KEY: a proposal that nobody could carry out is not stored.
  kind TEXT NOT NULL REFERENCES proposal_kinds (kind),
  -- Whom it is about; NULL: nobody, but a bar.
  subject_id TEXT REFERENCES users (id),
  -- Which bar it is about: metal, refiner and serial (worker/domain/bars.ts).
  bar TEXT CHECK (length(bar) BETWEEN 5 AND 200),
  -- What is to be, where the kind leaves it open: the roles, the weights of the bar. Never a secret.
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
  CONSTRAINT about_somebody_or_a_bar CHECK ((subject_id IS NULL) <> (bar IS NULL)),
  CONSTRAINT decided_means_when CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT decided_means_by_whom CHECK ((state IN ('open', 'expired')) = (decided_by IS NULL)),
  -- One proposes, another decides; only the proposer takes a proposal back.
  CONSTRAINT two_operators_decide CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_proposals_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  -- Nobody has a hand in what is done about himself.
  CONSTRAINT nobody_decides_about_himself CHECK (proposed_by <> subject_id AND (decided_by IS NULL OR decided_by <> subject_id))
) STRICT, WITHOUT ROWID;
INSERT INTO operator_proposals_anew (id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, state, decided_by,
  decided_at, decision_note)
SELECT id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, state, decided_by, decided_at, decision_note
FROM operator_proposals;

CREATE TABLE email_changes_anew (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  from_email TEXT NOT NULL,
  to_email TEXT NOT NULL CHECK (to_email = lower(trim(to_email)) AND length(to_email) BETWEEN 5 AND 254),
  requested_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > requested_at),
  old_confirmed_at INTEGER,
  new_confirmed_at INTEGER,
  done_at INTEGER,
  -- Taken back by the customer, or replaced by a later one.
  cancelled_at INTEGER,
  -- The approved proposal that spoke for the old mailbox; NULL: the mailbox did.
  proposal_id TEXT REFERENCES operator_proposals_anew (id),
  CONSTRAINT to_another_address CHECK (to_email <> from_email),
  CONSTRAINT both_mailboxes_said_yes CHECK (done_at IS NULL OR (old_confirmed_at IS NOT NULL AND new_confirmed_at IS NOT NULL)),
  CONSTRAINT done_or_cancelled CHECK (done_at IS NULL OR cancelled_at IS NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO email_changes_anew (id, user_id, from_email, to_email, requested_at, expires_at, old_confirmed_at, new_confirmed_at,
  done_at, cancelled_at, proposal_id)
SELECT id, user_id, from_email, to_email, requested_at, expires_at, old_confirmed_at, new_confirmed_at, done_at, cancelled_at,
  proposal_id FROM email_changes;

CREATE TABLE identity_openings_anew (
  -- PRIMARY KEY: an approved proposal opens once.
  proposal_id TEXT PRIMARY KEY REFERENCES operator_proposals_anew (id),
  account_id TEXT NOT NULL REFERENCES retained_identities (account_id),
  reader_id TEXT NOT NULL REFERENCES users (id),
  opened_at INTEGER NOT NULL,
  until INTEGER NOT NULL CHECK (until > opened_at),
  -- Counted up in the batch of the reading: the second of two breaks the CHECK.
  reads INTEGER NOT NULL DEFAULT 0,
  read_at INTEGER,
  CONSTRAINT an_identity_is_read_once CHECK (reads BETWEEN 0 AND 1),
  CONSTRAINT read_has_a_time CHECK ((reads = 1) = (read_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO identity_openings_anew (proposal_id, account_id, reader_id, opened_at, until, reads, read_at)
SELECT proposal_id, account_id, reader_id, opened_at, until, reads, read_at FROM identity_openings;

-- Those that refer first: nothing is left behind that could dangle.
DROP TABLE identity_openings;
DROP TABLE email_changes;
DROP TABLE operator_proposals;
ALTER TABLE operator_proposals_anew RENAME TO operator_proposals;
ALTER TABLE email_changes_anew RENAME TO email_changes;
ALTER TABLE identity_openings_anew RENAME TO identity_openings;

-- UNIQUE: of each kind there is one open proposal about somebody, and one about a bar, also when two operators propose at once.
CREATE UNIQUE INDEX operator_proposals_one_open ON operator_proposals (subject_id, kind) WHERE state = 'open';
CREATE UNIQUE INDEX operator_proposals_one_open_of_a_bar ON operator_proposals (bar) WHERE state = 'open' AND bar IS NOT NULL;
-- The lists of open and of decided ones, newest first.
CREATE INDEX operator_proposals_by_time ON operator_proposals (proposed_at DESC, id DESC);
CREATE INDEX operator_proposals_open ON operator_proposals (proposed_at DESC, id DESC) WHERE state = 'open';
-- UNIQUE: one open change of a customer; a later one cancels it in its own batch.
CREATE UNIQUE INDEX email_changes_open ON email_changes (user_id) WHERE done_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX identity_openings_by_account ON identity_openings (account_id, opened_at DESC);
