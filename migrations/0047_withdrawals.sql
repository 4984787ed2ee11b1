-- Money out: where customers want it, withdrawals with their states, and who of the operators decided. Times are epoch milliseconds,
-- money is cents: of a US dollar, or of a real where the name says brl. Forward only: a landed file is never edited.

-- Reais come and go by PIX and TED.
INSERT INTO payment_methods (method) VALUES ('pix'), ('ted');
-- What the bank sent back after it had been paid: a movement of its own, which names the withdrawal in its notes.
INSERT INTO transaction_types (type, moves_metal, has_method, removes_basis, reversible) VALUES ('withdrawal-return', 0, 1, 0, 0);

INSERT INTO accounts (id, kind, created_at) VALUES
  -- What customers asked for and does not have left yet.
  ('house:payouts', 'house', 0),
  -- The bank account in reais.
  ('house:pix', 'house', 0),
  -- The other side of every exchange: its sums in reais and in dollars are the open exchange position.
  ('house:fx', 'house', 0);

-- Where a customer's money may go: an account of his own, found to be his before it is stored as one.
CREATE TABLE payout_accounts (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  method TEXT NOT NULL REFERENCES payment_methods (method) CHECK (method IN ('pix', 'ted', 'wire')),
  -- Of a PIX key.
  key_type TEXT CHECK (key_type IN ('cpf', 'email', 'phone', 'random')),
  -- Key or bank, branch and number, and the holder's name as the bank says it, sealed for this customer. NULL: erased.
  sealed_details TEXT,
  -- What pages show.
  masked TEXT NOT NULL CHECK (length(masked) BETWEEN 1 AND 80),
  -- HMAC of method and details: the same account is stored once.
  fingerprint TEXT NOT NULL,
  -- HMAC of the holder's number, which is that of the customer's identity. NULL: nobody has said yet whose it is.
  holder_mac TEXT,
  -- checking: the look-up has not answered. waiting: there is none, so an operator looks.
  status TEXT NOT NULL CHECK (status IN ('checking', 'waiting', 'active', 'refused', 'removed')),
  -- Where the first deposit came from: its wait is shorter.
  is_source INTEGER NOT NULL DEFAULT 0 CHECK (is_source IN (0, 1)),
  -- The gateway whose look-up decided, or the id of the operator.
  checked_by TEXT,
  -- Why an operator refused it.
  reason TEXT CHECK (length(reason) BETWEEN 1 AND 500),
  -- While it is checked: when the bank is asked again, and how often it was asked.
  check_again_at INTEGER,
  checks INTEGER NOT NULL DEFAULT 0 CHECK (checks >= 0),
  -- How many others the customer had, counted by the INSERT itself.
  others INTEGER NOT NULL CHECK (others >= 0),
  created_at INTEGER NOT NULL,
  checked_at INTEGER,
  removed_at INTEGER,
  CONSTRAINT only_pix_has_a_key CHECK ((method = 'pix') = (key_type IS NOT NULL)),
  CONSTRAINT at_most_three_payout_accounts CHECK (others < 3),
  CONSTRAINT only_what_is_checked_is_asked_again CHECK (check_again_at IS NULL OR status = 'checking'),
  CONSTRAINT active_means_checked
    CHECK (status <> 'active' OR (checked_at IS NOT NULL AND sealed_details IS NOT NULL AND holder_mac IS NOT NULL)),
  CONSTRAINT removed_means_when CHECK ((status = 'removed') = (removed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payout_accounts_once ON payout_accounts (account_id, fingerprint) WHERE status NOT IN ('removed', 'refused');
-- The cron.
CREATE INDEX payout_accounts_to_check ON payout_accounts (check_again_at) WHERE check_again_at IS NOT NULL;
-- The operators' list, the longest first.
CREATE INDEX payout_accounts_waiting ON payout_accounts (created_at, id) WHERE status = 'waiting';
-- What an account is stays as it was checked.
CREATE TRIGGER payout_accounts_stay_what_they_are BEFORE UPDATE OF account_id, method, key_type, others, created_at ON payout_accounts
BEGIN SELECT RAISE(ABORT, 'a payout account stays what it is'); END;
-- Only what waits for a word becomes active, and what is over stays over.
CREATE TRIGGER payout_accounts_go_forward BEFORE UPDATE OF status ON payout_accounts
WHEN NEW.status <> OLD.status AND NOT CASE NEW.status
  WHEN 'active' THEN OLD.status IN ('checking', 'waiting')
  WHEN 'waiting' THEN OLD.status = 'checking'
  WHEN 'refused' THEN OLD.status IN ('checking', 'waiting')
  WHEN 'removed' THEN OLD.status IN ('checking', 'waiting', 'active')
  ELSE 0 END
BEGIN SELECT RAISE(ABORT, 'a payout account goes forward'); END;

CREATE TABLE withdrawals (
  -- The id of its transaction.
  id TEXT PRIMARY KEY REFERENCES transactions (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  payout_account_id TEXT NOT NULL REFERENCES payout_accounts (id),
  method TEXT NOT NULL REFERENCES payment_methods (method) CHECK (method IN ('pix', 'ted', 'wire')),
  -- What leaves the customer's cash; the fee is a part of it.
  amount_cents INTEGER NOT NULL,
  fee_cents INTEGER NOT NULL CHECK (fee_cents >= 0),
  -- What arrives by PIX and TED, at the rate that is locked when it is sent.
  brl_cents INTEGER CHECK (brl_cents > 0),
  rate_e4 INTEGER CHECK (rate_e4 > 0),
  -- unconfirmed: waits for the link in the letter, of who has no second factor.
  state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'held', 'ready', 'waiting-approval', 'sending', 'paid', 'returned', 'cancelled', 'rejected')),
  -- The longest of the holds; and all of them as JSON, [{reason, until}], as they were shown.
  hold_until INTEGER NOT NULL,
  holds TEXT NOT NULL CHECK (json_valid(holds)),
  -- Why two operators look at it: JSON, a list of words. Empty: nobody need.
  flags TEXT NOT NULL CHECK (json_valid(flags)),
  requested_at INTEGER NOT NULL,
  -- The day on which it arrives at the latest, of Brasília.
  expected_on TEXT NOT NULL CHECK (date(expected_on) IS expected_on),
  -- While it is sent: until when a cron run has it in hand, and so when the gateway is asked next. While it is ready: when a run could not
  -- send it, so that the others have their turn first.
  claimed_until INTEGER,
  sent_at INTEGER,
  gateway TEXT NOT NULL,
  gateway_reference TEXT,
  -- The operation that took the money aside, and the one that ended it: paid out, or given back.
  reserve_id TEXT NOT NULL UNIQUE REFERENCES operations (id),
  end_id TEXT UNIQUE REFERENCES operations (id),
  -- The operation by which money came back after it had been paid.
  return_id TEXT UNIQUE REFERENCES operations (id),
  settled_at INTEGER,
  failure TEXT CHECK (length(failure) BETWEEN 1 AND 200),
  -- Below 20.00 only all that can be withdrawn (worker/db/withdrawable.ts).
  CONSTRAINT withdrawal_within_bounds CHECK (amount_cents BETWEEN 100 AND 5000000 AND fee_cents < amount_cents),
  CONSTRAINT over_means_when_and_by_what
    CHECK ((state IN ('paid', 'returned', 'cancelled', 'rejected')) = (end_id IS NOT NULL) AND (end_id IS NULL) = (settled_at IS NULL)),
  CONSTRAINT sent_before_it_is_paid CHECK (state NOT IN ('sending', 'paid', 'returned') OR sent_at IS NOT NULL),
  CONSTRAINT only_what_was_paid_comes_back CHECK (return_id IS NULL OR state = 'paid'),
  CONSTRAINT reais_have_a_rate CHECK ((brl_cents IS NULL) = (rate_e4 IS NULL)),
  CONSTRAINT reais_are_known_once_sent CHECK (iif(sent_at IS NULL, brl_cents IS NULL, (brl_cents IS NULL) = (method = 'wire')))
) STRICT, WITHOUT ROWID;
-- A payment of the bank belongs to one withdrawal.
CREATE UNIQUE INDEX withdrawals_by_reference ON withdrawals (gateway, gateway_reference) WHERE gateway_reference IS NOT NULL;
-- The customer's own, and what the limits add up.
CREATE INDEX withdrawals_by_account ON withdrawals (account_id, requested_at);
-- What is not over: the cron, the operators' queue and the nightly check.
CREATE INDEX withdrawals_open ON withdrawals (state, requested_at) WHERE end_id IS NULL;
-- What is over, the newest first, and how long the last ones took.
CREATE INDEX withdrawals_over ON withdrawals (state, settled_at) WHERE end_id IS NOT NULL;
CREATE TRIGGER withdrawals_keep_their_terms
BEFORE UPDATE OF account_id, payout_account_id, method, amount_cents, fee_cents, requested_at, reserve_id, gateway ON withdrawals
BEGIN SELECT RAISE(ABORT, 'a withdrawal keeps its terms'); END;
-- The rate is locked when it is sent.
CREATE TRIGGER withdrawals_keep_their_rate BEFORE UPDATE OF sent_at, brl_cents, rate_e4 ON withdrawals WHEN OLD.sent_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a withdrawal keeps its rate'); END;
-- From where each state is reached; nothing leaves an end, and what is with the bank never goes back.
CREATE TRIGGER withdrawals_go_forward BEFORE UPDATE OF state ON withdrawals
WHEN NEW.state <> OLD.state AND NOT CASE NEW.state
  WHEN 'held' THEN OLD.state = 'unconfirmed'
  WHEN 'ready' THEN OLD.state IN ('held', 'waiting-approval')
  WHEN 'waiting-approval' THEN OLD.state IN ('held', 'ready')
  WHEN 'sending' THEN OLD.state = 'ready'
  WHEN 'paid' THEN OLD.state = 'sending'
  WHEN 'returned' THEN OLD.state = 'sending'
  WHEN 'cancelled' THEN OLD.state IN ('unconfirmed', 'held', 'ready', 'waiting-approval')
  WHEN 'rejected' THEN OLD.state IN ('held', 'ready', 'waiting-approval')
  ELSE 0 END
BEGIN SELECT RAISE(ABORT, 'a withdrawal goes forward'); END;
CREATE TRIGGER withdrawals_are_never_deleted BEFORE DELETE ON withdrawals
BEGIN SELECT RAISE(ABORT, 'withdrawals are never deleted'); END;

-- What operators said of a withdrawal, in the order of commits: two approvals after the last stop, of two operators, let it go.
CREATE TABLE withdrawal_decisions (
  withdrawal_id TEXT NOT NULL REFERENCES withdrawals (id),
  seq INTEGER NOT NULL CHECK (seq > 0),
  operator_id TEXT NOT NULL REFERENCES users (id),
  decision TEXT NOT NULL CHECK (decision IN ('stop', 'approve', 'reject')),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 10 AND 400),
  at INTEGER NOT NULL,
  -- PRIMARY KEY: of two at once one is the first.
  PRIMARY KEY (withdrawal_id, seq)
) STRICT, WITHOUT ROWID;
-- Nobody decides about his own money. A customer's account has the id of its user.
CREATE TRIGGER withdrawal_decisions_by_others BEFORE INSERT ON withdrawal_decisions
WHEN NEW.operator_id = (SELECT account_id FROM withdrawals WHERE id = NEW.withdrawal_id)
BEGIN SELECT RAISE(ABORT, 'nobody decides about his own withdrawal'); END;
CREATE TRIGGER withdrawal_decisions_stay BEFORE UPDATE ON withdrawal_decisions
BEGIN SELECT RAISE(ABORT, 'a decision stays'); END;
CREATE TRIGGER withdrawal_decisions_are_never_deleted BEFORE DELETE ON withdrawal_decisions
BEGIN SELECT RAISE(ABORT, 'a decision stays'); END;

INSERT INTO mail_kinds (kind) VALUES ('withdrawal-requested'), ('withdrawal-confirm'), ('withdrawal-paid'), ('withdrawal-returned'),
  ('payout-account-added');
