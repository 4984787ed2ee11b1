-- The ledger: accounts, holdings, operations with their entries, transactions, deposits, and its own checks.
-- US cents and ten-thousandths of a troy ounce, integers only (STRICT refuses what turns REAL); times are epoch ms.
-- Only worker/ledger writes balances. Forward only: a landed file is never edited.

CREATE TABLE accounts (
  -- A customer's account has the id of its user; a house account starts with 'house:'.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('customer', 'house')),
  -- Nobody spends what he does not have. The upper bound (90,000 million dollars) keeps every sum inside 2^63.
  cash_cents INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  CONSTRAINT cash_not_below_zero CHECK (cash_cents >= 0),
  CONSTRAINT cash_within_bounds CHECK (cash_cents <= 9000000000000),
  -- A house account stores no balance: it is the sum of its entries, so no row is hot.
  CONSTRAINT house_stores_no_balance CHECK (kind = 'customer' OR cash_cents = 0)
) STRICT, WITHOUT ROWID;

INSERT INTO accounts (id, kind, created_at) VALUES
  ('house:cash-clearing', 'house', 0),
  ('house:metal-inventory', 'house', 0),
  ('house:fee-income', 'house', 0),
  ('house:promotion-expense', 'house', 0);

CREATE TABLE holdings (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  metal TEXT NOT NULL CHECK (metal IN ('gold', 'silver')),
  ounces_e4 INTEGER NOT NULL,
  -- The part of ounces_e4 that may not be sold yet (welcome bonus, decision 7).
  held_ounces_e4 INTEGER NOT NULL DEFAULT 0,
  -- What the open holding cost, buy fees included (decision 21).
  cost_basis_cents INTEGER NOT NULL DEFAULT 0,
  -- Proceeds less the basis removed, summed over all sales.
  realised_gain_cents INTEGER NOT NULL DEFAULT 0,
  -- Totals of all purchases, fees included: what frees the welcome bonus.
  bought_cents INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, metal),
  -- Nobody sells what he does not hold, nor what is held back.
  CONSTRAINT free_ounces_not_below_zero CHECK (ounces_e4 >= held_ounces_e4),
  CONSTRAINT held_ounces_not_below_zero CHECK (held_ounces_e4 >= 0),
  -- 300,000 oz: (remainder of basis) x (ounces sold) stays below 9.0e18 < 2^63 in the basis rule of a sale.
  CONSTRAINT ounces_within_bounds CHECK (ounces_e4 <= 3000000000),
  CONSTRAINT basis_not_below_zero CHECK (cost_basis_cents >= 0),
  -- Selling everything leaves exactly zero.
  CONSTRAINT nothing_held_costs_nothing CHECK (ounces_e4 > 0 OR cost_basis_cents = 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE operations (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- Who started it. Each has keys of its own, so no customer can occupy a key of the gateway.
  initiator TEXT NOT NULL CHECK (initiator IN ('customer', 'gateway', 'house')),
  idempotency_key TEXT NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  -- SHA-256 over account, method, path and body: the same key with another request is refused.
  request_hash TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('trade', 'deposit', 'settlement', 'bonus', 'withdrawal', 'reversal')),
  quote_id TEXT,
  -- JSON: the book's seq and the observations the quote was made from.
  quote_basis TEXT,
  -- A correction is a new operation that names the one it reverses.
  reverses TEXT REFERENCES operations (id),
  -- The state after the operation as JSON, written once; the answer to the customer is a pure function of it.
  reply TEXT,
  created_at INTEGER NOT NULL,
  -- One operation per key: the second of two equal requests fails here and replays the first one's answer.
  CONSTRAINT one_operation_per_key UNIQUE (account_id, initiator, idempotency_key),
  CONSTRAINT a_trade_has_a_quote CHECK ((kind = 'trade') = (quote_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- A quote is used once, whatever the key.
CREATE UNIQUE INDEX operations_one_per_quote ON operations (quote_id) WHERE quote_id IS NOT NULL;
-- An operation is reversed once.
CREATE UNIQUE INDEX operations_one_reversal ON operations (reverses) WHERE reverses IS NOT NULL;
-- The welcome bonus is claimed once (decision 7).
CREATE UNIQUE INDEX operations_one_bonus ON operations (account_id) WHERE kind = 'bonus';

-- A replay is byte for byte the same, for ever.
CREATE TRIGGER operations_reply_is_written_once BEFORE UPDATE OF reply ON operations WHEN OLD.reply IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an operation is answered once'); END;

CREATE TABLE entries (
  operation_id TEXT NOT NULL REFERENCES operations (id),
  line INTEGER NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  asset TEXT NOT NULL CHECK (asset IN ('usd', 'gold', 'silver')),
  -- Cents for usd, ten-thousandths of a troy ounce for a metal; what the account gains is positive.
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (operation_id, line)
) STRICT, WITHOUT ROWID;
-- Balances of house accounts and the ledger check sum by account and asset.
CREATE INDEX entries_by_account ON entries (account_id, asset, amount);

-- Entries are never updated or deleted.
CREATE TRIGGER entries_are_never_updated BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;

CREATE TABLE transactions (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- One transaction per operation: what the customer sees of it.
  operation_id TEXT NOT NULL UNIQUE REFERENCES operations (id),
  type TEXT NOT NULL CHECK (type IN ('buy', 'sell', 'deposit', 'withdrawal', 'bonus')),
  metal TEXT CHECK (metal IN ('gold', 'silver')),
  ounces_e4 INTEGER CHECK (ounces_e4 > 0),
  price_cents INTEGER CHECK (price_cents >= 0),
  subtotal_cents INTEGER NOT NULL CHECK (subtotal_cents >= 0),
  fee_cents INTEGER NOT NULL CHECK (fee_cents >= 0),
  -- A buy's cost, a sale's proceeds, the credited amount of a deposit.
  total_cents INTEGER NOT NULL CHECK (total_cents >= 0),
  -- Of a sale: the part of the cost basis that left with the ounces, rounded down (decision 21).
  basis_removed_cents INTEGER CHECK (basis_removed_cents >= 0),
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  method TEXT CHECK (method IN ('bank_transfer', 'wire', 'debit_card')),
  gateway TEXT,
  notes TEXT,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  CONSTRAINT metal_moves_name_their_metal CHECK ((type IN ('buy', 'sell', 'bonus')) = (metal IS NOT NULL AND ounces_e4 IS NOT NULL AND price_cents IS NOT NULL)),
  CONSTRAINT a_deposit_has_a_method CHECK ((type = 'deposit') = (method IS NOT NULL AND gateway IS NOT NULL)),
  CONSTRAINT a_sale_removes_basis CHECK ((type = 'sell') = (basis_removed_cents IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- The customer's list, newest first, by keyset.
CREATE INDEX transactions_by_account ON transactions (account_id, created_at DESC, id DESC);

CREATE TABLE deposits (
  -- The id of its transaction.
  id TEXT PRIMARY KEY REFERENCES transactions (id),
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
-- pendingCashCents of the portfolio.
CREATE INDEX deposits_pending ON deposits (account_id, amount_cents) WHERE status = 'pending';
-- What the cron resumes.
CREATE INDEX deposits_unacknowledged ON deposits (created_at) WHERE acknowledged_at IS NULL;
-- A gateway's payment belongs to one deposit.
CREATE UNIQUE INDEX deposits_by_reference ON deposits (gateway, gateway_reference) WHERE gateway_reference IS NOT NULL;

CREATE TABLE guards (
  -- Each row says: the UPDATE before it matched exactly one row. Otherwise the CHECK aborts the whole batch.
  operation_id TEXT NOT NULL,
  step TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (operation_id, step),
  CONSTRAINT guard_matched_one_row CHECK (n = 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_checks (
  id TEXT PRIMARY KEY,
  ran_at INTEGER NOT NULL,
  took_ms INTEGER NOT NULL,
  ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
  -- JSON: how many accounts, operations, entries and transactions were looked at.
  counts TEXT NOT NULL,
  -- JSON array: what is off, row by row.
  findings TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- The last result, for GET /api/health/deep.
CREATE INDEX ledger_checks_latest ON ledger_checks (ran_at DESC);
