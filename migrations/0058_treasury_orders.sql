-- What treasury did at the bank, booked by two operators (P103): dollars bought or sold for reais, so that the exchange position that
-- customers' exchanges leave open can be closed, and the tax that was withheld, paid to the state. Times are epoch milliseconds. Forward
-- only: a landed file is never edited.

INSERT INTO operation_kinds (kind) VALUES ('treasury');

CREATE TABLE treasury_orders (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('dollars-bought', 'dollars-sold', 'tax-paid')),
  -- NULL: reais alone moved.
  usd_cents INTEGER CHECK (usd_cents BETWEEN 1 AND 10000000000),
  brl_cents INTEGER NOT NULL CHECK (brl_cents BETWEEN 1 AND 10000000000),
  -- What the evidence is called: the number of the exchange contract, or of the tax form.
  reference TEXT NOT NULL CHECK (length(reference) BETWEEN 3 AND 100),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  proposed_by TEXT NOT NULL REFERENCES users (id),
  proposed_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'rejected', 'withdrawn')),
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  -- What booked it, in the batch of the approval.
  operation_id TEXT UNIQUE REFERENCES operations (id),
  CONSTRAINT an_exchange_has_dollars CHECK ((kind = 'tax-paid') = (usd_cents IS NULL)),
  CONSTRAINT decided_means_by_whom_and_when CHECK ((state = 'open') = (decided_at IS NULL) AND (state = 'open') = (decided_by IS NULL)),
  CONSTRAINT two_operators_book CHECK (state NOT IN ('approved', 'rejected') OR decided_by <> proposed_by),
  CONSTRAINT own_orders_are_withdrawn CHECK (state <> 'withdrawn' OR decided_by = proposed_by),
  CONSTRAINT only_what_was_approved_is_booked CHECK (operation_id IS NULL OR state = 'approved')
) STRICT, WITHOUT ROWID;
-- UNIQUE: one contract is booked once.
CREATE UNIQUE INDEX treasury_orders_one_per_reference ON treasury_orders (kind, reference) WHERE state IN ('open', 'approved');
CREATE INDEX treasury_orders_open ON treasury_orders (proposed_at) WHERE state = 'open';
CREATE TRIGGER treasury_orders_keep_their_terms
BEFORE UPDATE OF kind, usd_cents, brl_cents, reference, reason, proposed_by, proposed_at ON treasury_orders
BEGIN SELECT RAISE(ABORT, 'an order keeps its terms'); END;
CREATE TRIGGER treasury_orders_are_decided_once BEFORE UPDATE OF state, decided_by, decided_at ON treasury_orders
WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'an order is decided once'); END;
CREATE TRIGGER treasury_orders_are_booked_once BEFORE UPDATE OF operation_id ON treasury_orders WHEN OLD.operation_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an order is booked once'); END;
CREATE TRIGGER treasury_orders_are_never_deleted BEFORE DELETE ON treasury_orders
BEGIN SELECT RAISE(ABORT, 'orders are never deleted'); END;
