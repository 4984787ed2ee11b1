-- The order of commits, and words as rows: a new kind, type, asset, method or reason is an INSERT from now on. Times are epoch
-- milliseconds. Forward only: a landed file is never edited.
-- A CHECK cannot be changed in place: the ledger's tables and the sessions are made anew and filled from the old ones. Whatever
-- earlier migrations put on them has to be made again here.

CREATE TABLE operation_kinds (
  -- PRIMARY KEY: the words of worker/domain/operations.ts; a test compares them.
  kind TEXT PRIMARY KEY CHECK (length(kind) BETWEEN 2 AND 40)
) STRICT, WITHOUT ROWID;
-- 'waiver': what a customer gives up with the account. It was called a withdrawal, which is a way out of the house.
INSERT INTO operation_kinds (kind) VALUES ('trade'), ('deposit'), ('settlement'), ('bonus'), ('waiver'), ('reversal'), ('payout'),
  ('storage-fee'), ('delivery'), ('gift'), ('bar'), ('fx');

CREATE TABLE transaction_types (
  -- PRIMARY KEY: the words of worker/domain/transactions.ts; a test compares them and what they say.
  type TEXT PRIMARY KEY CHECK (length(type) BETWEEN 2 AND 40),
  -- Names its metal, ounces and price.
  moves_metal INTEGER NOT NULL DEFAULT 0 CHECK (moves_metal IN (0, 1)),
  -- Names the method and the gateway by which money came or went.
  has_method INTEGER NOT NULL DEFAULT 0 CHECK (has_method IN (0, 1)),
  -- Says which part of the cost basis left with the ounces.
  removes_basis INTEGER NOT NULL DEFAULT 0 CHECK (removes_basis IN (0, 1)),
  -- Can be undone. A reversal is never reversed.
  reversible INTEGER NOT NULL DEFAULT 0 CHECK (reversible IN (0, 1)),
  CONSTRAINT basis_leaves_with_metal CHECK (removes_basis <= moves_metal)
) STRICT, WITHOUT ROWID;
INSERT INTO transaction_types (type, moves_metal, has_method, removes_basis, reversible) VALUES
  ('buy', 1, 0, 0, 1),
  ('sell', 1, 0, 1, 1),
  ('deposit', 0, 1, 0, 1),
  ('withdrawal', 0, 1, 0, 0),
  ('waiver', 0, 0, 0, 0),
  ('bonus', 1, 0, 0, 1),
  -- In all of this like what it undoes.
  ('reversal', 0, 0, 0, 0),
  ('storage-fee', 0, 0, 0, 0),
  ('delivery', 1, 0, 1, 0),
  ('gift-sent', 1, 0, 1, 0),
  ('gift-received', 1, 0, 0, 0);

CREATE TABLE assets (
  -- PRIMARY KEY: the words of worker/domain/operations.ts; a test compares them and what they say.
  asset TEXT PRIMARY KEY CHECK (length(asset) BETWEEN 3 AND 20),
  -- Decimals of the whole number in which it is counted: 2 are cents, 4 ten-thousandths of a troy ounce.
  scale INTEGER NOT NULL CHECK (scale BETWEEN 0 AND 8),
  -- Only the house has it: no customer has a balance in reais.
  house_only INTEGER NOT NULL CHECK (house_only IN (0, 1))
) STRICT, WITHOUT ROWID;
INSERT INTO assets (asset, scale, house_only) VALUES ('usd', 2, 0), ('gold', 4, 0), ('silver', 4, 0), ('brl', 2, 1);

CREATE TABLE payment_methods (
  -- PRIMARY KEY: the words of worker/domain/fees.ts; a test compares them.
  method TEXT PRIMARY KEY CHECK (length(method) BETWEEN 3 AND 40)
) STRICT, WITHOUT ROWID;
INSERT INTO payment_methods (method) VALUES ('bank_transfer'), ('wire'), ('debit_card');

CREATE TABLE session_end_reasons (
  -- PRIMARY KEY: the words of worker/domain/session-rules.ts; a test compares them.
  reason TEXT PRIMARY KEY CHECK (length(reason) BETWEEN 3 AND 40)
) STRICT, WITHOUT ROWID;
INSERT INTO session_end_reasons (reason) VALUES ('signed-out'), ('revoked'), ('refresh-token-reused'), ('suspended'),
  ('password-changed');

CREATE TABLE operations_anew (
  id TEXT PRIMARY KEY,
  -- The place in the order of commits: the INSERT takes the next number, and one batch runs at a time. UNIQUE proves it.
  -- created_at is the clock of a Worker before its batch, by which a later one may look earlier: it is shown, and cuts no period.
  seq INTEGER NOT NULL UNIQUE CHECK (seq > 0),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- Who started it. Each has keys of its own, so no customer can occupy a key of the gateway.
  initiator TEXT NOT NULL CHECK (initiator IN ('customer', 'gateway', 'house')),
  idempotency_key TEXT NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  -- SHA-256 over account, method, path and body: the same key with another request is refused.
  request_hash TEXT NOT NULL,
  -- FOREIGN KEY: what no rule knows is not stored.
  kind TEXT NOT NULL REFERENCES operation_kinds (kind),
  quote_id TEXT,
  -- JSON: the book's seq and the observations the quote was made from.
  quote_basis TEXT,
  -- A correction is a new operation that names the one it reverses.
  reverses TEXT REFERENCES operations_anew (id),
  -- The state after the operation as JSON, written once; the answer to the customer is a pure function of it.
  reply TEXT,
  created_at INTEGER NOT NULL,
  -- One operation per key: the second of two equal requests fails here and replays the first one's answer.
  CONSTRAINT one_operation_per_key UNIQUE (account_id, initiator, idempotency_key),
  CONSTRAINT a_trade_has_a_quote CHECK ((kind = 'trade') = (quote_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- What is there was numbered by nobody: by the clock, and by the id where that is the same.
INSERT INTO operations_anew (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, reverses,
  reply, created_at)
SELECT id, row_number() OVER (ORDER BY created_at, id), account_id, initiator, idempotency_key, request_hash,
  iif(kind = 'withdrawal', 'waiver', kind), quote_id, quote_basis, reverses, reply, created_at
FROM operations;

CREATE TABLE entries_anew (
  operation_id TEXT NOT NULL REFERENCES operations_anew (id),
  line INTEGER NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  asset TEXT NOT NULL REFERENCES assets (asset),
  -- In the scale of its asset; what the account gains is positive.
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (operation_id, line)
) STRICT, WITHOUT ROWID;

INSERT INTO entries_anew (operation_id, line, account_id, asset, amount)
SELECT operation_id, line, account_id, asset, amount FROM entries;

CREATE TABLE transactions_anew (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- One transaction per operation: what the customer sees of it.
  operation_id TEXT NOT NULL UNIQUE REFERENCES operations_anew (id),
  type TEXT NOT NULL REFERENCES transaction_types (type),
  metal TEXT CHECK (metal IN ('gold', 'silver')),
  ounces_e4 INTEGER CHECK (ounces_e4 > 0),
  price_cents INTEGER CHECK (price_cents >= 0),
  subtotal_cents INTEGER NOT NULL CHECK (subtotal_cents >= 0),
  fee_cents INTEGER NOT NULL CHECK (fee_cents >= 0),
  -- A buy's cost, a sale's proceeds, the credited amount of a deposit; of a reversal, that of what it undoes.
  total_cents INTEGER NOT NULL CHECK (total_cents >= 0),
  -- The part of the cost basis that left with the ounces: of a sale rounded down (decision 21); of a reversal by the rule of
  -- worker/domain/reversals.ts, below zero where basis came back.
  basis_removed_cents INTEGER,
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  method TEXT REFERENCES payment_methods (method),
  gateway TEXT,
  notes TEXT,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  -- Of a reversal: what it undoes. UNIQUE: a transaction is reversed once.
  reverses TEXT UNIQUE REFERENCES transactions_anew (id),
  -- The type of that one, which says which way money and metal went.
  reversed_type TEXT REFERENCES transaction_types (type),
  CONSTRAINT basis_comes_back_by_reversal CHECK (type = 'reversal' OR basis_removed_cents >= 0),
  CONSTRAINT a_reversal_names_what_it_undoes CHECK ((type = 'reversal') = (reverses IS NOT NULL) AND (type = 'reversal') = (reversed_type IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO transactions_anew (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents,
  total_cents, basis_removed_cents, status, method, gateway, notes, created_at, settled_at, reverses, reversed_type)
SELECT id, account_id, operation_id, iif(type = 'withdrawal', 'waiver', type), metal, ounces_e4, price_cents, subtotal_cents, fee_cents,
  total_cents, basis_removed_cents, status, method, gateway, notes, created_at, settled_at, reverses, reversed_type FROM transactions;

CREATE TABLE deposits_anew (
  -- The id of its transaction.
  id TEXT PRIMARY KEY REFERENCES transactions_anew (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  amount_cents INTEGER NOT NULL,
  fee_cents INTEGER NOT NULL CHECK (fee_cents >= 0),
  method TEXT NOT NULL REFERENCES payment_methods (method),
  gateway TEXT NOT NULL,
  gateway_reference TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  -- When the gateway had been called and the customer's answer stored; null means: resume it.
  acknowledged_at INTEGER,
  -- The operation that moved the money.
  settlement_id TEXT UNIQUE REFERENCES operations_anew (id),
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  -- Decision 5.
  CONSTRAINT deposit_within_bounds CHECK (amount_cents BETWEEN 10000 AND 10000000),
  CONSTRAINT completed_means_settled CHECK ((status = 'completed') = (settlement_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO deposits_anew (id, account_id, amount_cents, fee_cents, method, gateway, gateway_reference, status, acknowledged_at,
  settlement_id, created_at, settled_at)
SELECT id, account_id, amount_cents, fee_cents, method, gateway, gateway_reference, status, acknowledged_at,
  settlement_id, created_at, settled_at FROM deposits;

CREATE TABLE reversal_proposals_anew (
  id TEXT PRIMARY KEY,
  -- The operation to be undone: the one whose entries moved money or metal.
  operation_id TEXT NOT NULL REFERENCES operations_anew (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  proposed_by TEXT NOT NULL REFERENCES users (id),
  proposed_at INTEGER NOT NULL,
  -- For the operators and their log.
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 10 AND 400),
  -- What the customer reads beside the movement and in the message; NULL: the usual sentence alone.
  customer_note TEXT CHECK (length(customer_note) BETWEEN 1 AND 200),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'rejected', 'withdrawn')),
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  decision_note TEXT CHECK (length(decision_note) <= 400),
  -- The operation that undid it. UNIQUE: one reversal has one approval.
  reversal_id TEXT UNIQUE REFERENCES operations_anew (id),
  CONSTRAINT decided_means_by_whom_and_when CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  CONSTRAINT approved_means_reversed CHECK ((state = 'approved') = (reversal_id IS NOT NULL)),
  -- One proposes, another decides; only the proposer takes a proposal back.
  CONSTRAINT two_operators_decide CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_proposals_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  -- Nobody has a hand in a reversal on the own account. A customer's account has the id of its user.
  CONSTRAINT nobody_reverses_his_own CHECK (proposed_by <> account_id AND (decided_by IS NULL OR decided_by <> account_id))
) STRICT, WITHOUT ROWID;

INSERT INTO reversal_proposals_anew (id, operation_id, account_id, proposed_by, proposed_at, reason, customer_note, state, decided_by,
  decided_at, decision_note, reversal_id)
SELECT id, operation_id, account_id, proposed_by, proposed_at, reason, customer_note, state, decided_by,
  decided_at, decision_note, reversal_id FROM reversal_proposals;

CREATE TABLE sessions_anew (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  remembered INTEGER NOT NULL CHECK (remembered IN (0, 1)),
  user_agent TEXT,
  place TEXT,
  created_at INTEGER NOT NULL,
  -- Written at most once a minute, so that reading a page does not mean writing a row.
  last_seen_at INTEGER NOT NULL,
  -- Fixed at sign-in: refreshing renews the access token, never the session's own end (decision 17).
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  ended_at INTEGER,
  end_reason TEXT REFERENCES session_end_reasons (reason),
  -- The last proof of who the user is, and by what.
  stepped_up_at INTEGER,
  stepped_up_by TEXT CHECK (stepped_up_by IN ('password', 'passkey', 'totp', 'recovery')),
  token_generation INTEGER NOT NULL DEFAULT 0 CHECK (token_generation >= 0),
  -- An ended session says why, a live one does not.
  CONSTRAINT ended_says_why CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CONSTRAINT a_proof_has_a_time CHECK ((stepped_up_by IS NULL) = (stepped_up_at IS NULL))
) STRICT;

INSERT INTO sessions_anew (id, user_id, remembered, user_agent, place, created_at, last_seen_at, expires_at, ended_at, end_reason,
  stepped_up_at, stepped_up_by, token_generation)
SELECT id, user_id, remembered, user_agent, place, created_at, last_seen_at, expires_at, ended_at, end_reason,
  stepped_up_at, stepped_up_by, token_generation FROM sessions ORDER BY rowid;

CREATE TABLE refresh_tokens_anew (
  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 43),
  session_id TEXT NOT NULL REFERENCES sessions_anew (id),
  issued_at INTEGER NOT NULL,
  spent_at INTEGER
) STRICT;

INSERT INTO refresh_tokens_anew (token_hash, session_id, issued_at, spent_at)
SELECT token_hash, session_id, issued_at, spent_at FROM refresh_tokens ORDER BY rowid;

-- Those that refer first: nothing is left behind that could dangle.
DROP TABLE reversal_proposals;
DROP TABLE deposits;
DROP TABLE transactions;
DROP TABLE entries;
DROP TABLE operations;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
ALTER TABLE operations_anew RENAME TO operations;
ALTER TABLE entries_anew RENAME TO entries;
ALTER TABLE transactions_anew RENAME TO transactions;
ALTER TABLE deposits_anew RENAME TO deposits;
ALTER TABLE reversal_proposals_anew RENAME TO reversal_proposals;
ALTER TABLE sessions_anew RENAME TO sessions;
ALTER TABLE refresh_tokens_anew RENAME TO refresh_tokens;

-- A quote is used once, whatever the key.
CREATE UNIQUE INDEX operations_one_per_quote ON operations (quote_id) WHERE quote_id IS NOT NULL;
-- An operation is reversed once.
CREATE UNIQUE INDEX operations_one_reversal ON operations (reverses) WHERE reverses IS NOT NULL;
-- The welcome bonus is claimed once (decision 7).
CREATE UNIQUE INDEX operations_one_bonus ON operations (account_id) WHERE kind = 'bonus';
-- The movements of one account in a time, and its first one.
CREATE INDEX operations_by_account ON operations (account_id, created_at);
-- A replay is byte for byte the same, for ever.
CREATE TRIGGER operations_reply_is_written_once BEFORE UPDATE OF reply ON operations WHEN OLD.reply IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an operation is answered once'); END;
-- What was committed stays in its place.
CREATE TRIGGER operations_keep_their_order BEFORE UPDATE OF seq ON operations
BEGIN SELECT RAISE(ABORT, 'the order of commits does not change'); END;

-- Balances of house accounts and the ledger check sum by account and asset.
CREATE INDEX entries_by_account ON entries (account_id, asset, amount);
-- Entries are never updated or deleted.
CREATE TRIGGER entries_are_never_updated BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
-- A customer has dollars and metal, and nothing that is the house's alone.
CREATE TRIGGER entries_of_the_house_alone BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM assets WHERE asset = NEW.asset AND house_only = 1)
  AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.account_id AND kind = 'house')
BEGIN SELECT RAISE(ABORT, 'only_the_house_has_this_asset'); END;

-- A row is as its type says, a reversal as the type of what it undoes. No row: the FOREIGN KEY refuses the type.
CREATE TRIGGER transactions_are_as_their_type_says BEFORE INSERT ON transactions
BEGIN
  SELECT CASE
    WHEN k.moves_metal <> (NEW.metal IS NOT NULL AND NEW.ounces_e4 IS NOT NULL AND NEW.price_cents IS NOT NULL)
      THEN RAISE(ABORT, 'metal_moves_name_their_metal')
    WHEN k.has_method <> (NEW.method IS NOT NULL AND NEW.gateway IS NOT NULL) THEN RAISE(ABORT, 'a_deposit_has_a_method')
    WHEN iif(NEW.type = 'reversal', k.moves_metal, k.removes_basis) <> (NEW.basis_removed_cents IS NOT NULL)
      THEN RAISE(ABORT, 'a_sale_removes_basis')
    WHEN NEW.reversed_type IS NOT NULL AND k.reversible = 0 THEN RAISE(ABORT, 'this_type_is_never_reversed')
  END FROM transaction_types k WHERE k.type = coalesce(NEW.reversed_type, NEW.type);
END;
-- So that it stays as its type says.
CREATE TRIGGER transactions_stay_what_they_are
BEFORE UPDATE OF type, metal, ounces_e4, price_cents, basis_removed_cents, method, gateway, reversed_type ON transactions
BEGIN SELECT RAISE(ABORT, 'a transaction stays what it is'); END;
-- The customer's list, newest first, by keyset; and without deposits, for the timeline.
CREATE INDEX transactions_by_account ON transactions (account_id, created_at DESC, id DESC);
CREATE INDEX transactions_but_deposits ON transactions (account_id, created_at DESC, id DESC) WHERE type <> 'deposit';
-- Completed trades are counted by account, in an index of their own, and those that were undone from the reversals alone.
CREATE INDEX transactions_trades ON transactions (account_id) WHERE type IN ('buy', 'sell') AND status = 'completed';
CREATE INDEX transactions_reversals ON transactions (reversed_type) WHERE type = 'reversal';
-- The operators' movements: of a period, and the largest of all.
CREATE INDEX transactions_by_settlement ON transactions (settled_at DESC, id DESC) WHERE status = 'completed';
CREATE INDEX transactions_by_size ON transactions (total_cents DESC, id DESC) WHERE status = 'completed';

-- pendingCashCents of the portfolio.
CREATE INDEX deposits_pending ON deposits (account_id, amount_cents) WHERE status = 'pending';
-- What the cron resumes.
CREATE INDEX deposits_unacknowledged ON deposits (created_at) WHERE acknowledged_at IS NULL;
-- A gateway's payment belongs to one deposit.
CREATE UNIQUE INDEX deposits_by_reference ON deposits (gateway, gateway_reference) WHERE gateway_reference IS NOT NULL;
-- The limits on deposits of one customer, and on failed ones.
CREATE INDEX deposits_by_account ON deposits (account_id, created_at);
CREATE INDEX deposits_failed ON deposits (account_id, settled_at) WHERE status = 'failed';
-- Which accounts ever had a deposit that settled: the customers of the public counts.
CREATE INDEX deposits_settled ON deposits (account_id, id) WHERE status = 'completed';

-- UNIQUE: an operation has one open proposal, also when two operators propose at once.
CREATE UNIQUE INDEX reversal_proposals_one_open ON reversal_proposals (operation_id) WHERE state = 'open';
-- The history of one operation.
CREATE INDEX reversal_proposals_by_operation ON reversal_proposals (operation_id, proposed_at);
-- The lists of open and of decided ones, newest first.
CREATE INDEX reversal_proposals_by_time ON reversal_proposals (proposed_at DESC, id DESC);
CREATE INDEX reversal_proposals_open ON reversal_proposals (proposed_at DESC, id DESC) WHERE state = 'open';

-- A customer's live sessions: the device list, ending all of them, suspension.
CREATE INDEX sessions_by_user ON sessions (user_id, created_at DESC) WHERE ended_at IS NULL;
-- The nightly sweep of sessions that are long over.
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
-- Also where a sign-in races the end of the seven days.
CREATE TRIGGER sessions_none_after_closing BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM account_closings c
  WHERE c.user_id = NEW.user_id AND c.cancelled_at IS NULL AND c.due_at <= NEW.created_at)
BEGIN SELECT RAISE(ABORT, 'a closed account has no session'); END;
-- UNIQUE: a session has at most one refresh token that is still good, also when two tabs rotate at once.
CREATE UNIQUE INDEX refresh_tokens_one_current ON refresh_tokens (session_id) WHERE spent_at IS NULL;
-- The sweep removes a session's tokens with the session.
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
