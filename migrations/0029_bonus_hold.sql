-- The welcome bonus is free once purchases less sales have been enough for 30 days in a row, and the public counts leave out
-- accounts without a settled deposit. Times are epoch milliseconds. Forward only: a landed file is never edited.

-- Purchases of metal less sales, each at its total with the fee; what was reversed counts as if it were not there.
ALTER TABLE accounts ADD COLUMN net_purchases_cents INTEGER NOT NULL DEFAULT 0;
-- Since when that sum has been at 1,000.00 US dollars or above without a break; NULL: it is below.
ALTER TABLE accounts ADD COLUMN bonus_since INTEGER;
-- From when on the bonus of this account was free, and the sum of that moment; NULL: it is held, or there is none. Free it
-- stays, unless that sum is not enough any more without a purchase that is reversed.
ALTER TABLE accounts ADD COLUMN bonus_freed_at INTEGER;
ALTER TABLE accounts ADD COLUMN bonus_freed_net_cents INTEGER;

-- Both figures for accounts that were there before: the sum, and the first trade after the last one that left it below.
UPDATE accounts SET net_purchases_cents = past.net, bonus_since = past.since
FROM (
  SELECT account_id, sum(cents) AS net, min(at) FILTER (WHERE place > below) AS since
  FROM (
    SELECT account_id, at, cents, place, coalesce(max(place) FILTER (WHERE sum_so_far < 100000) OVER (PARTITION BY account_id), 0) AS below
    FROM (
      SELECT account_id, at, cents, row_number() OVER trades AS place, sum(cents) OVER trades AS sum_so_far
      FROM (
        SELECT account_id, id, coalesce(settled_at, created_at) AS at,
          iif(coalesce(reversed_type, type) = 'buy', 1, -1) * iif(type = 'reversal', -1, 1) * total_cents AS cents
        FROM transactions WHERE status = 'completed' AND coalesce(reversed_type, type) IN ('buy', 'sell'))
      WINDOW trades AS (PARTITION BY account_id ORDER BY at, id ROWS UNBOUNDED PRECEDING)))
  GROUP BY account_id) AS past
WHERE accounts.id = past.account_id;

-- What is free stays free: since the purchases that freed it by the rule of then, or since the claim if that came later. The
-- rule of then counted purchases alone, and freed at once: the purchase itself is before the moment of freeing.
UPDATE accounts SET bonus_freed_at = freed.at, bonus_freed_net_cents = freed.bought_cents
FROM (
  SELECT o.account_id, max(o.created_at, enough.at + 1) AS at, enough.bought_cents
  FROM operations o JOIN (
    SELECT account_id, min(at) AS at, max(sum_so_far) AS bought_cents
    FROM (
      SELECT account_id, at, place, sum_so_far, coalesce(max(place) FILTER (WHERE sum_so_far < 100000) OVER (PARTITION BY account_id), 0) AS below
      FROM (
        SELECT account_id, at, row_number() OVER purchases AS place, sum(cents) OVER purchases AS sum_so_far
        FROM (
          SELECT account_id, id, coalesce(settled_at, created_at) AS at, iif(type = 'reversal', -1, 1) * total_cents AS cents
          FROM transactions WHERE status = 'completed' AND coalesce(reversed_type, type) = 'buy')
        WINDOW purchases AS (PARTITION BY account_id ORDER BY at, id ROWS UNBOUNDED PRECEDING)))
    WHERE place > below GROUP BY account_id) AS enough ON enough.account_id = o.account_id
  WHERE o.kind = 'bonus'
    AND NOT EXISTS (SELECT 1 FROM operations undoing WHERE undoing.reverses = o.id)
    AND NOT EXISTS (SELECT 1 FROM holdings h WHERE h.account_id = o.account_id AND h.held_ounces_e4 > 0)) AS freed
WHERE accounts.id = freed.account_id;

-- Which accounts ever had a deposit that settled: the customers of the public counts.
CREATE INDEX deposits_settled ON deposits (account_id, id) WHERE status = 'completed';
-- Completed trades are counted by account, in an index of their own.
DROP INDEX transactions_trades;
CREATE INDEX transactions_trades ON transactions (account_id) WHERE type IN ('buy', 'sell') AND status = 'completed';
