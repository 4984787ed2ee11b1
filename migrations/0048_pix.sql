-- Reais that come in by PIX and TED: the tariff of the exchange, deposits at a rate, and each payment that reached the house, with what
-- became of it. Times are epoch milliseconds; money is cents of a US dollar, or of a real where the name says brl. Forward only: a landed
-- file is never edited.

-- Reais that arrived and were not credited by the same operation, and their way back.
INSERT INTO operation_kinds (kind) VALUES ('reais');
INSERT INTO accounts (id, kind, created_at) VALUES
  -- Reais that arrived and wait: for a rate, or for operators who find whose they are.
  ('house:pix-waiting', 'house', 0),
  -- Reais that go back to whoever sent them.
  ('house:pix-refunds', 'house', 0),
  -- The tax on the exchange (IOF), until it is paid to the state.
  ('house:taxes', 'house', 0);

-- Spread and tax of an exchange, in hundredths of a percent: proposed by one operator and announced by another. Without any both are 0.
CREATE TABLE exchange_tariffs (
  id TEXT PRIMARY KEY,
  -- The first day (Brasília) on which it holds.
  from_day TEXT NOT NULL CHECK (date(from_day) IS from_day),
  spread_bp INTEGER NOT NULL CHECK (spread_bp BETWEEN 0 AND 1000),
  iof_bp INTEGER NOT NULL CHECK (iof_bp BETWEEN 0 AND 2500),
  -- The rule that sets the tax.
  legal_basis TEXT NOT NULL CHECK (length(legal_basis) BETWEEN 5 AND 200),
  proposed_by TEXT NOT NULL REFERENCES users (id),
  proposed_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'announced', 'rejected', 'withdrawn')),
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  CONSTRAINT decided_means_by_whom_and_when CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  CONSTRAINT two_operators_announce CHECK (state NOT IN ('announced', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_tariffs_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  -- By the day of Brasília, which is three hours behind UTC: what was charged yesterday is not changed.
  CONSTRAINT no_tariff_holds_before_it_was_announced
    CHECK (state <> 'announced' OR from_day >= date(decided_at / 1000, 'unixepoch', '-3 hours'))
) STRICT, WITHOUT ROWID;
-- UNIQUE: no day has two tariffs, and one proposal waits at a time.
CREATE UNIQUE INDEX exchange_tariffs_one_per_day ON exchange_tariffs (from_day) WHERE state = 'announced';
CREATE UNIQUE INDEX exchange_tariffs_one_open ON exchange_tariffs (state) WHERE state = 'open';
CREATE TRIGGER exchange_tariffs_keep_their_terms BEFORE UPDATE OF from_day, spread_bp, iof_bp, legal_basis, proposed_by, proposed_at
ON exchange_tariffs
BEGIN SELECT RAISE(ABORT, 'a tariff keeps its terms'); END;
CREATE TRIGGER exchange_tariffs_are_decided_once BEFORE UPDATE OF state, decided_by, decided_at ON exchange_tariffs
WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'a tariff is decided once'); END;
CREATE TRIGGER exchange_tariffs_are_never_deleted BEFORE DELETE ON exchange_tariffs
BEGIN SELECT RAISE(ABORT, 'tariffs are never deleted'); END;

-- A deposit in reais with all that it costs. Of a PIX it is made when the customer asks, and its rate is locked; of a TED when the money
-- is credited.
CREATE TABLE brl_deposits (
  id TEXT PRIMARY KEY REFERENCES deposits (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  method TEXT NOT NULL REFERENCES payment_methods (method) CHECK (method IN ('pix', 'ted')),
  gateway TEXT NOT NULL,
  -- The name of the charge at the gateway.
  txid TEXT UNIQUE CHECK (length(txid) BETWEEN 26 AND 35 AND txid NOT GLOB '*[^0-9A-Za-z]*'),
  usd_cents INTEGER NOT NULL CHECK (usd_cents BETWEEN 10000 AND 10000000),
  -- What is paid: for the dollars, for the spread, for the tax, and all of it.
  exchange_brl_cents INTEGER NOT NULL CHECK (exchange_brl_cents > 0),
  spread_brl_cents INTEGER NOT NULL CHECK (spread_brl_cents >= 0),
  iof_brl_cents INTEGER NOT NULL CHECK (iof_brl_cents >= 0),
  brl_cents INTEGER NOT NULL CHECK (brl_cents = exchange_brl_cents + spread_brl_cents + iof_brl_cents),
  -- Reais for a dollar, in ten-thousandths; when and by whom it was observed.
  rate_e4 INTEGER NOT NULL CHECK (rate_e4 > 0),
  rate_at INTEGER NOT NULL,
  rate_source TEXT NOT NULL CHECK (length(rate_source) BETWEEN 1 AND 100),
  spread_bp INTEGER NOT NULL CHECK (spread_bp >= 0),
  iof_bp INTEGER NOT NULL CHECK (iof_bp >= 0),
  -- NULL: nobody had announced any.
  tariff_id TEXT REFERENCES exchange_tariffs (id),
  -- The BR Code, from the gateway's answer on.
  payload TEXT CHECK (length(payload) BETWEEN 50 AND 512),
  state TEXT NOT NULL CHECK (state IN ('active', 'paid', 'expired', 'contested', 'refunded')),
  created_at INTEGER NOT NULL,
  -- Payments that the bank takes before this moment get the rate.
  expires_at INTEGER,
  -- When the bank took the payment.
  paid_at INTEGER,
  -- When the payer's bank asked for it back, and when it took it.
  contested_at INTEGER,
  taken_back_at INTEGER,
  CONSTRAINT only_a_pix_is_charged CHECK ((method = 'pix') = (txid IS NOT NULL) AND (method = 'pix') = (expires_at IS NOT NULL)),
  CONSTRAINT paid_means_when CHECK ((state IN ('paid', 'contested', 'refunded')) = (paid_at IS NOT NULL)),
  CONSTRAINT contested_means_when CHECK (state <> 'contested' OR contested_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
-- What customers lock, and what the cron ends.
CREATE INDEX brl_deposits_open ON brl_deposits (expires_at, account_id, usd_cents) WHERE state = 'active';
CREATE INDEX brl_deposits_open_by_account ON brl_deposits (account_id, expires_at, usd_cents) WHERE state = 'active';
-- What is kept from leaving while a bank asks for it.
CREATE INDEX brl_deposits_contested ON brl_deposits (account_id, usd_cents) WHERE state = 'contested';
-- What was agreed stays.
CREATE TRIGGER brl_deposits_keep_their_terms BEFORE UPDATE OF account_id, method, gateway, txid, usd_cents, exchange_brl_cents,
  spread_brl_cents, iof_brl_cents, brl_cents, rate_e4, rate_at, rate_source, spread_bp, iof_bp, tariff_id, created_at, expires_at
ON brl_deposits
BEGIN SELECT RAISE(ABORT, 'a deposit keeps its rate'); END;
CREATE TRIGGER brl_deposits_have_one_payload BEFORE UPDATE OF payload ON brl_deposits WHEN OLD.payload IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a charge has one payload'); END;
CREATE TRIGGER brl_deposits_go_forward BEFORE UPDATE OF state ON brl_deposits
WHEN NEW.state <> OLD.state AND NOT CASE NEW.state
  WHEN 'paid' THEN OLD.state IN ('active', 'contested', 'refunded')
  WHEN 'expired' THEN OLD.state = 'active'
  WHEN 'contested' THEN OLD.state = 'paid'
  WHEN 'refunded' THEN OLD.state IN ('paid', 'contested')
  ELSE 0 END
BEGIN SELECT RAISE(ABORT, 'a charge goes forward'); END;
CREATE TRIGGER brl_deposits_are_never_deleted BEFORE DELETE ON brl_deposits
BEGIN SELECT RAISE(ABORT, 'deposits are never deleted'); END;

-- Each payment in reais that reached the house.
CREATE TABLE brl_payments (
  gateway TEXT NOT NULL,
  -- The bank's own name of it: the endToEndId of a PIX.
  id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 40),
  method TEXT NOT NULL REFERENCES payment_methods (method) CHECK (method IN ('pix', 'ted')),
  brl_cents INTEGER NOT NULL CHECK (brl_cents > 0),
  -- Whose it is, or who was meant; NULL: nobody knows.
  account_id TEXT REFERENCES accounts (id),
  deposit_id TEXT REFERENCES brl_deposits (id),
  -- HMAC of the payer's number, as of identities; NULL: the bank does not say.
  payer_mac TEXT,
  state TEXT NOT NULL CHECK (state IN ('credited', 'waiting', 'unknown', 'refunding', 'refunded')),
  -- Why it goes back.
  reason TEXT CHECK (reason IN ('other-payer', 'wrong-amount', 'late', 'twice', 'out-of-bounds', 'limit', 'contested', 'operators')),
  paid_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  -- The operation by which it arrived, and the one that ended it: credited later, or gone back.
  arrival_id TEXT NOT NULL UNIQUE REFERENCES operations (id),
  end_id TEXT UNIQUE REFERENCES operations (id),
  -- Each attempt to send it back has a key of its own, because a bank that says no says it for ever.
  attempt INTEGER NOT NULL DEFAULT 1 CHECK (attempt BETWEEN 1 AND 99),
  next_try_at INTEGER,
  ended_at INTEGER,
  PRIMARY KEY (gateway, id),
  CONSTRAINT what_goes_back_has_a_reason CHECK ((state IN ('refunding', 'refunded')) = (reason IS NOT NULL)),
  CONSTRAINT credited_means_to_whom CHECK (state <> 'credited' OR (deposit_id IS NOT NULL AND account_id IS NOT NULL)),
  CONSTRAINT refunded_means_when CHECK (state <> 'refunded' OR (end_id IS NOT NULL AND ended_at IS NOT NULL)),
  CONSTRAINT tried_while_it_goes_back CHECK (next_try_at IS NULL OR state IN ('refunding', 'waiting'))
) STRICT, WITHOUT ROWID;
-- A deposit is credited by one payment.
CREATE UNIQUE INDEX brl_payments_one_credited ON brl_payments (deposit_id) WHERE state = 'credited';
CREATE INDEX brl_payments_by_deposit ON brl_payments (deposit_id) WHERE deposit_id IS NOT NULL;
CREATE INDEX brl_payments_by_account ON brl_payments (account_id, received_at) WHERE account_id IS NOT NULL;
-- What the cron sends back, or credits as soon as there is a rate.
CREATE INDEX brl_payments_to_try ON brl_payments (next_try_at) WHERE next_try_at IS NOT NULL;
-- The operators' queue.
CREATE INDEX brl_payments_unknown ON brl_payments (received_at) WHERE state = 'unknown';
CREATE TRIGGER brl_payments_stay_what_they_are BEFORE UPDATE OF gateway, id, method, brl_cents, payer_mac, paid_at, received_at, arrival_id
ON brl_payments
BEGIN SELECT RAISE(ABORT, 'a payment stays what it is'); END;
CREATE TRIGGER brl_payments_go_forward BEFORE UPDATE OF state ON brl_payments
WHEN NEW.state <> OLD.state AND NOT CASE NEW.state
  WHEN 'credited' THEN OLD.state = 'waiting'
  WHEN 'refunding' THEN OLD.state IN ('waiting', 'unknown')
  WHEN 'refunded' THEN OLD.state IN ('waiting', 'unknown', 'refunding')
  ELSE 0 END
BEGIN SELECT RAISE(ABORT, 'a payment goes forward'); END;
CREATE TRIGGER brl_payments_are_never_deleted BEFORE DELETE ON brl_payments
BEGIN SELECT RAISE(ABORT, 'payments are never deleted'); END;

INSERT INTO mail_kinds (kind) VALUES ('reais-refunded'), ('deposit-contested');
