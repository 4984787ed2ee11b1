// The part of the ledger's audit that is about the vault: what can be sold is what the house owns, bars less what customers hold.

import type { LedgerRuleCheck } from './ledger-check.ts';
import { OWN_METAL_ACCOUNTS } from './stock.ts';
import { wordsSql } from './words.ts';

export const STOCK_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'stock-equals-the-house-s-metal',
    sql: `SELECT s.metal AS subject, 'free ' || s.free_e4 || ', uncovered ' || s.uncovered_e4 || ', entries ' || coalesce(e.own, 0) AS detail
          FROM stock s LEFT JOIN (SELECT asset, sum(amount) AS own FROM entries
            WHERE account_id IN (${wordsSql(OWN_METAL_ACCOUNTS)}) GROUP BY asset) e ON e.asset = s.metal
          WHERE s.free_e4 - s.uncovered_e4 <> coalesce(e.own, 0)`,
  },
  {
    rule: 'stock-is-bars-less-what-customers-hold',
    sql: `SELECT metal AS subject, 'stock ' || stock || ', bars ' || bars || ', customers ' || held AS detail FROM (
            SELECT s.metal, s.free_e4 - s.uncovered_e4 AS stock,
              (SELECT coalesce(sum(b.fine_e3), 0) * 10 FROM bars b WHERE b.metal = s.metal AND b.out_operation IS NULL) AS bars,
              (SELECT coalesce(sum(h.ounces_e4), 0) FROM holdings h WHERE h.metal = s.metal) AS held
            FROM stock s)
          WHERE stock <> bars - held`,
  },
  {
    rule: 'bars-have-their-entries',
    sql: `SELECT b.id AS subject, b.metal || ' ' || b.fine_e3 || ', not as posted in ' || m.operation AS detail
          FROM bars b JOIN (SELECT id, in_operation AS operation, 1 AS way FROM bars UNION ALL
              SELECT id, out_operation, -1 FROM bars WHERE out_operation IS NOT NULL) m ON m.id = b.id
          WHERE NOT EXISTS (SELECT 1 FROM operations o WHERE o.id = m.operation AND o.kind = 'bar')
            OR (SELECT coalesce(sum(iif(e.asset = b.metal AND e.account_id = 'house:metal-inventory', e.amount, 0)), 0) FROM entries e
                WHERE e.operation_id = m.operation) <> m.way * b.fine_e3 * 10
            OR (SELECT coalesce(sum(iif(e.asset = b.metal AND e.account_id = 'house:suppliers', e.amount, 0)), 0) FROM entries e
                WHERE e.operation_id = m.operation) <> -m.way * b.fine_e3 * 10
          UNION ALL
          SELECT o.id, 'moved no bar' FROM operations o
          WHERE o.kind = 'bar' AND NOT EXISTS (SELECT 1 FROM bars b WHERE b.in_operation = o.id)
            AND NOT EXISTS (SELECT 1 FROM bars b WHERE b.out_operation = o.id)`,
  },
  {
    // By an approved proposal, or by a command that wrote its line. What a local seed made up is a sample and needs neither.
    rule: 'bars-were-decided-by-two-or-logged',
    sql: `SELECT o.id AS subject, 'nobody decided it' AS detail FROM operations o
          WHERE o.kind = 'bar'
            AND NOT EXISTS (SELECT 1 FROM bars b WHERE b.in_operation = o.id AND b.sample = 1)
            AND NOT EXISTS (SELECT 1 FROM operator_proposals p WHERE p.id = o.request_hash AND p.bar IS NOT NULL AND p.state = 'approved')
            AND NOT EXISTS (SELECT 1 FROM audit_log l WHERE l.id = o.request_hash AND l.action IN ('bar.received', 'bar.released'))`,
  },
];
