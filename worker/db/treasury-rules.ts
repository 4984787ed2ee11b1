// Rules of the nightly check about treasury orders (P103): each that was approved moved what it says and nothing else, and nothing was
// moved without one.

import type { LedgerRuleCheck } from './ledger-check.ts';

const moved = (account: string, asset: 'usd' | 'brl'): string =>
  `(SELECT coalesce(sum(e.amount), 0) FROM entries e
    WHERE e.operation_id = t.operation_id AND +e.account_id = '${account}' AND e.asset = '${asset}')`;

export const TREASURY_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'treasury-orders-moved-what-they-say',
    sql: `SELECT id AS subject, kind || ' ' || state || ' of ' || brl_cents || ' reais and ' || coalesce(usd_cents, 0) || ' dollars, entries '
            || pix || ' ' || fx || ' ' || tax || ' ' || position || ' ' || cash || ', ' || lines || ' in all' AS detail
          FROM (SELECT t.*, CASE kind WHEN 'dollars-bought' THEN 1 WHEN 'dollars-sold' THEN -1 ELSE 0 END * iif(undoes IS NULL, 1, -1) AS sign,
              iif(undoes IS NULL, 1, -1) AS forward,
              ${moved('house:pix', 'brl')} AS pix, ${moved('house:fx', 'brl')} AS fx, ${moved('house:taxes', 'brl')} AS tax,
              ${moved('house:fx', 'usd')} AS position, ${moved('house:cash-clearing', 'usd')} AS cash,
              (SELECT count(*) FROM entries e WHERE e.operation_id = t.operation_id) AS lines
            FROM treasury_orders t)
          WHERE (state = 'approved') <> (operation_id IS NOT NULL)
            OR (operation_id IS NOT NULL AND CASE sign WHEN 0
              THEN (pix, fx, tax, position, cash, lines) <> (forward * brl_cents, 0, -forward * brl_cents, 0, 0, 2)
              ELSE (pix, fx, tax, position, cash, lines) <> (sign * brl_cents, -sign * brl_cents, 0, sign * usd_cents, -sign * usd_cents, 4) END)
          UNION ALL
          SELECT t.id, 'takes back another order, or is not known to' FROM treasury_orders t LEFT JOIN treasury_orders b ON b.id = t.undoes
          WHERE t.undoes IS NOT NULL AND t.state = 'approved' AND (b.undone_by IS NOT t.id
            OR (b.kind, b.brl_cents, coalesce(b.usd_cents, 0)) <> (t.kind, t.brl_cents, coalesce(t.usd_cents, 0)))
          UNION ALL
          SELECT t.id, 'taken back by no order' FROM treasury_orders t
          WHERE t.undone_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM treasury_orders u
            WHERE u.id = t.undone_by AND u.undoes = t.id AND u.state = 'approved')
          UNION ALL
          SELECT o.id, 'no order says it' FROM operations o
          WHERE o.kind = 'treasury' AND NOT EXISTS (SELECT 1 FROM treasury_orders t WHERE t.operation_id = o.id)`,
  },
  {
    // Two that stood before 0064_numbers_booked_once.sql, until one of them is taken back.
    rule: 'treasury-numbers-are-booked-once',
    sql: `SELECT min(id) AS subject, kind || ' ' || min(reference) || ' is booked ' || count(*) || ' times' AS detail FROM treasury_orders
          WHERE state = 'approved' AND undoes IS NULL AND undone_by IS NULL
          GROUP BY kind, reference COLLATE NOCASE HAVING count(*) > 1`,
  },
  {
    // As of each payment: a charge-back or a reversal takes tax out that may have been paid before.
    rule: 'no-more-tax-was-paid-than-withheld',
    sql: `SELECT t.id AS subject, 'paid ' || -x.amount || ', left owed ' || x.owed AS detail
          FROM (SELECT e.operation_id, e.amount, sum(e.amount) OVER (ORDER BY o.seq) AS owed FROM entries e JOIN operations o ON o.id = e.operation_id
              WHERE e.account_id = 'house:taxes' AND e.asset = 'brl') x
            JOIN treasury_orders t ON t.operation_id = x.operation_id
          WHERE t.undoes IS NULL AND t.undone_by IS NULL AND x.owed < 0`,
  },
];
