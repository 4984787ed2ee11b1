-- Reversals: an operation that undoes another one, proposed by one operator and approved by a second. It is never an edit:
-- entries stay, and a new operation names the one it reverses. Times are epoch milliseconds. Forward only.
-- A CHECK cannot be changed in place: transactions, the deposits that name them and the outbox are made anew and filled
-- from the old ones. Whatever an earlier migration put on these tables has to be made again here.

CREATE TABLE transactions_anew (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- One transaction per operation: what the customer sees of it.
  operation_id TEXT NOT NULL UNIQUE REFERENCES operations (id),
  type TEXT NOT NULL CHECK (type IN ('buy', 'sell', 'deposit', 'withdrawal', 'bonus', 'reversal')),
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
  method TEXT CHECK (method IN ('bank_transfer', 'wire', 'debit_card')),
  gateway TEXT,
  notes TEXT,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  -- Of a reversal: what it undoes. UNIQUE: a transaction is reversed once.
  reverses TEXT UNIQUE REFERENCES transactions_anew (id),
  -- The type of that one, which says which way money and metal went. A reversal is never reversed.
  reversed_type TEXT CHECK (reversed_type IN ('buy', 'sell', 'deposit', 'bonus')),
  CONSTRAINT metal_moves_name_their_metal CHECK (
    (coalesce(reversed_type, type) IN ('buy', 'sell', 'bonus')) = (metal IS NOT NULL AND ounces_e4 IS NOT NULL AND price_cents IS NOT NULL)),
  CONSTRAINT a_deposit_has_a_method CHECK ((coalesce(reversed_type, type) = 'deposit') = (method IS NOT NULL AND gateway IS NOT NULL)),
  CONSTRAINT a_sale_removes_basis CHECK ((type = 'sell' OR (type = 'reversal' AND metal IS NOT NULL)) = (basis_removed_cents IS NOT NULL)),
  CONSTRAINT basis_comes_back_by_reversal CHECK (type = 'reversal' OR basis_removed_cents >= 0),
  CONSTRAINT a_reversal_names_what_it_undoes CHECK ((type = 'reversal') = (reverses IS NOT NULL) AND (type = 'reversal') = (reversed_type IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO transactions_anew (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents,
  total_cents, basis_removed_cents, status, method, gateway, notes, created_at, settled_at)
SELECT id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents,
  total_cents, basis_removed_cents, status, method, gateway, notes, created_at, settled_at FROM transactions;

CREATE TABLE deposits_anew (
  -- The id of its transaction.
  id TEXT PRIMARY KEY REFERENCES transactions_anew (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  amount_cents INTEGER NOT NULL,
  fee_cents INTEGER NOT NULL CHECK (fee_cents >= 0),
  method TEXT NOT NULL CHECK (method IN ('bank_transfer', 'wire', 'debit_card')),
  gateway TEXT NOT NULL,
  gateway_reference TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  -- When the gateway had been called and the customer's answer stored; null means: resume it.
  acknowledged_at INTEGER,
  -- The operation that moved the money.
  settlement_id TEXT UNIQUE REFERENCES operations (id),
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

-- The one that refers first: nothing is left behind that could dangle.
DROP TABLE deposits;
DROP TABLE transactions;
ALTER TABLE transactions_anew RENAME TO transactions;
ALTER TABLE deposits_anew RENAME TO deposits;

-- The customer's list, newest first, by keyset.
CREATE INDEX transactions_by_account ON transactions (account_id, created_at DESC, id DESC);
-- Completed trades are counted in an index of their own, not by reading every transaction.
CREATE INDEX transactions_trades ON transactions (type) WHERE type IN ('buy', 'sell') AND status = 'completed';
-- How many of them were undone, from the reversals alone.
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

CREATE TABLE reversal_proposals (
  id TEXT PRIMARY KEY,
  -- The operation to be undone: the one whose entries moved money or metal.
  operation_id TEXT NOT NULL REFERENCES operations (id),
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
  reversal_id TEXT UNIQUE REFERENCES operations (id),
  CONSTRAINT decided_means_by_whom_and_when CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  CONSTRAINT approved_means_reversed CHECK ((state = 'approved') = (reversal_id IS NOT NULL)),
  -- One proposes, another decides; only the proposer takes a proposal back.
  CONSTRAINT two_operators_decide CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_proposals_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  -- Nobody has a hand in a reversal on the own account. A customer's account has the id of its user.
  CONSTRAINT nobody_reverses_his_own CHECK (proposed_by <> account_id AND (decided_by IS NULL OR decided_by <> account_id))
) STRICT, WITHOUT ROWID;
-- UNIQUE: an operation has one open proposal, also when two operators propose at once.
CREATE UNIQUE INDEX reversal_proposals_one_open ON reversal_proposals (operation_id) WHERE state = 'open';
-- The history of one operation.
CREATE INDEX reversal_proposals_by_operation ON reversal_proposals (operation_id, proposed_at);
-- The lists of open and of decided ones, newest first.
CREATE INDEX reversal_proposals_by_time ON reversal_proposals (proposed_at DESC, id DESC);
CREATE INDEX reversal_proposals_open ON reversal_proposals (proposed_at DESC, id DESC) WHERE state = 'open';

-- The outbox carries a kind of message more: the receipt of a reversal.
CREATE TABLE mail_outbox_anew (
  -- PRIMARY KEY: one event, one message. Whoever derives the id from the event may write it again without a second mail.
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL CHECK (kind IN ('welcome', 'deposit-receipt', 'trade-receipt', 'reversal-receipt', 'alert-fired', 'password-reset', 'new-sign-in', 'security-change')),
  -- What the message says, as plain data (worker/domain/mail-messages.ts). Never a secret: links are made when it is sent.
  message TEXT NOT NULL CHECK (json_valid(message) AND json_type(message) = 'object'),
  -- Whom it goes to, as it was when the event happened: a later change of the account sends nothing elsewhere.
  email TEXT NOT NULL,
  full_name TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('pt-BR', 'en')),
  -- The address the customer used, for links where SITE_ORIGIN does not say one (never in production).
  origin TEXT,
  -- 'dead': given up, for the reason in last_error.
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
  -- 0: account security, sent before everything that waits.
  rank INTEGER NOT NULL CHECK (rank IN (0, 1)),
  -- Counted when a row is taken, so an attempt whose taker died counts too.
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Whoever takes a row moves this past the longest attempt: that is the claim, and its end when the taker dies.
  next_attempt_at INTEGER,
  -- After this the message would only confuse: it is given up.
  expires_at INTEGER NOT NULL,
  last_error TEXT CHECK (length(last_error) <= 300),
  -- The transport's own name for what it accepted.
  provider_id TEXT CHECK (length(provider_id) <= 300),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When an operator took a message out of the line for good. The row stays until the nightly sweep, so that the audit
  -- log's line has something to point at. CHECK: only what is over can have been discarded.
  discarded_at INTEGER CHECK (discarded_at IS NULL OR state = 'dead'),
  CONSTRAINT mail_expires_later CHECK (expires_at > created_at),
  -- What is over is never taken again; what waits has a time at which it will be.
  CONSTRAINT waiting_has_a_time CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO mail_outbox_anew (id, user_id, kind, message, email, full_name, language, origin, state, rank, attempts,
  next_attempt_at, expires_at, last_error, provider_id, created_at, updated_at)
SELECT id, user_id, kind, message, email, full_name, language, origin, state, rank, attempts,
  next_attempt_at, expires_at, last_error, provider_id, created_at, updated_at FROM mail_outbox;

DROP TABLE mail_outbox;
ALTER TABLE mail_outbox_anew RENAME TO mail_outbox;

-- What is due, security first; rows that are over are not in it.
CREATE INDEX mail_outbox_due ON mail_outbox (rank, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- What came too late to be sent.
CREATE INDEX mail_outbox_expiring ON mail_outbox (expires_at) WHERE state = 'waiting';
-- The lag: the oldest message that waits.
CREATE INDEX mail_outbox_waiting ON mail_outbox (created_at) WHERE state = 'waiting';
-- What was given up lately, for operators, and the nightly sweep of what is over.
CREATE INDEX mail_outbox_over ON mail_outbox (state, updated_at) WHERE state <> 'waiting';
-- What was given up and waits for an operator's word, last first.
CREATE INDEX mail_outbox_given_up ON mail_outbox (updated_at) WHERE state = 'dead' AND discarded_at IS NULL;
