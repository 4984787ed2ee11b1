// Rules of the nightly check about the closes: their order, and their sums against the entries and the balances.
// Hashes and signatures are beyond SQL: services/verify-closes.ts looks at them.

import { balancesAtSql } from './balances-at.ts';
import type { LedgerRuleCheck } from './ledger-check.ts';
import { OWN_METAL_ACCOUNTS } from './stock.ts';
import { wordsSql } from './words.ts';

const IN_STOCK = `e.account_id IN (${wordsSql(OWN_METAL_ACCOUNTS)})`;

/** A sum of `name` over the entries of customers, or of the house's own metal, in the day of a close. */
const CLOSED_SUMS = [
  ['cash_cents', `a.kind = 'customer' AND e.asset = 'usd'`],
  ['gold_e4', `a.kind = 'customer' AND e.asset = 'gold'`],
  ['silver_e4', `a.kind = 'customer' AND e.asset = 'silver'`],
  ['stock_gold_e4', `${IN_STOCK} AND e.asset = 'gold'`],
  ['stock_silver_e4', `${IN_STOCK} AND e.asset = 'silver'`],
] as const;

export const CLOSE_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'closes-follow-one-another',
    sql: `SELECT day AS subject, 'after ' || coalesce(before, 'nothing') || ', up to ' || seq_to || ' after ' || seq_before
            || iif(chained, '', ', does not name the hash of the one before') AS detail
          FROM (SELECT day, seq_to, lag(day) OVER days AS before, lag(seq_to, 1, 0) OVER days AS seq_before,
            previous_hash IS iif(price_kind = lag(price_kind) OVER days, lag(hash) OVER days, NULL) AS chained
            FROM day_closes WINDOW days AS (ORDER BY day))
          WHERE day IS NOT coalesce(date(before, '+1 day'), day) OR seq_to < seq_before OR NOT chained
            OR seq_to > (SELECT coalesce(max(seq), 0) FROM operations)`,
  },
  {
    // Each close against the one before it and the entries in between.
    rule: 'closes-equal-entries',
    sql: `SELECT c.day AS subject, ${CLOSED_SUMS.map(([name]) => `'${name} ' || (c.${name} - c.${name}_before) || ' for ' || coalesce(m.${name}, 0)`).join(` || ', ' || `)} AS detail
          FROM (SELECT day, ${CLOSED_SUMS.map(([name]) => `${name}, lag(${name}, 1, 0) OVER days AS ${name}_before`).join(', ')}
            FROM day_closes WINDOW days AS (ORDER BY day)) c
          LEFT JOIN (
            SELECT o.day, ${CLOSED_SUMS.map(([name, those]) => `sum(iif(${those}, e.amount, 0)) AS ${name}`).join(', ')}
            FROM (SELECT id, (SELECT c.day FROM day_closes c WHERE c.seq_to >= seq ORDER BY c.seq_to, c.day LIMIT 1) AS day FROM operations) o
              CROSS JOIN entries e ON e.operation_id = o.id CROSS JOIN accounts a ON a.id = e.account_id
            WHERE o.day IS NOT NULL GROUP BY o.day) m ON m.day = c.day
          WHERE ${CLOSED_SUMS.map(([name]) => `c.${name} - c.${name}_before <> coalesce(m.${name}, 0)`).join(' OR ')}`,
  },
  {
    // What customers have now, less what came after the last close.
    rule: 'the-last-close-equals-balances',
    sql: `SELECT c.day AS subject, 'customers ' || c.customers || ' ' || c.cash_cents || ' ' || c.gold_e4 || ' ' || c.silver_e4
            || ', balances ' || b.customers || ' ' || b.cash_cents || ' ' || b.gold_e4 || ' ' || b.silver_e4 AS detail
          FROM day_closes c, (SELECT count(*) FILTER (WHERE cash_cents <> 0 OR gold_e4 <> 0 OR silver_e4 <> 0) AS customers,
            coalesce(sum(cash_cents), 0) AS cash_cents, coalesce(sum(gold_e4), 0) AS gold_e4, coalesce(sum(silver_e4), 0) AS silver_e4
            FROM (${balancesAtSql('(SELECT seq_to FROM day_closes ORDER BY day DESC LIMIT 1)')})) b
          WHERE c.day = (SELECT max(day) FROM day_closes)
            AND (c.customers, c.cash_cents, c.gold_e4, c.silver_e4) <> (b.customers, b.cash_cents, b.gold_e4, b.silver_e4)`,
  },
];
