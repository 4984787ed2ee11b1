-- The operators' list of customers and its totals. Times are epoch milliseconds. Forward only: a landed file is never edited.

-- Newest first, by (created_at, id). The e-mail is in the index, so that a search reads one narrow index and not the rows.
CREATE INDEX users_directory ON users (created_at DESC, id DESC, email);
-- The same order, which it replaces.
DROP INDEX users_by_created;
-- Suspended customers are few among many: a page of them reads no others.
CREATE INDEX users_suspended ON users (created_at DESC, id DESC) WHERE status = 'suspended';

-- The totals of the operators' dashboard as last counted. Counting reads every customer, account and holding once; this row
-- makes that happen seldom, however many operators look.
CREATE TABLE customer_totals (
  -- CHECK: there is one row.
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- JSON of worker/db/customer-totals.ts; NULL until the first count.
  body TEXT CHECK (body IS NULL OR json_valid(body)),
  -- Below zero as soon as a customer's standing has changed: the next reader counts anew.
  taken_at INTEGER NOT NULL,
  -- Who counts moves this on first; the others go on saying the last count.
  claimed_at INTEGER NOT NULL
) STRICT;
INSERT INTO customer_totals (id, taken_at, claimed_at) VALUES (1, 0, 0);
