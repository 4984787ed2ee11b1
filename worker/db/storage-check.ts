// The audit of the storage fee, as rules of the nightly check (ledger-check.ts): days equal a recomputation from entries and closes,
// months account for every cent-day, and what was charged was moved. Each statement answers rows of (subject, detail).

import { CENT_DAYS_PER_CENT } from '../domain/storage-fee.ts';
import type { LedgerFinding } from './ledger-check.ts';
import { storageOfDaySql } from './storage-days.ts';

const DAYS_RULE = 'storage-days-equal-the-closes';
/** Closes that the nightly check computes again; `npm run ledger:verify` does all. */
const CLOSES_CHECKED = 3;

/** What is stored of a closed day and should not be, and the other way round. By the key of storage_days, account by account. */
const deviationsSql = (close: string): string =>
  `SELECT account_id || ' ' || day AS subject,
     iif(sum(stored) = 1, 'stored', 'missing') || ': value ' || value_cents || ', above ' || excess_cents AS detail
   FROM (
     SELECT 1 AS stored, d.account_id, d.day, d.value_cents, d.excess_cents
     FROM (${close}) c CROSS JOIN accounts a CROSS JOIN storage_days d ON d.account_id = a.id AND d.day = c.day
     UNION ALL
     SELECT 0, account_id, day, value_cents, excess_cents FROM (${storageOfDaySql(close)}))
   GROUP BY account_id, day, value_cents, excess_cents HAVING count(*) <> 2`;

const recentClose = (before: number) => `SELECT * FROM day_closes ORDER BY day DESC LIMIT 1 OFFSET ${before}`;

/** The last day of the last month of which every day is closed. */
const COUNTED_TO = `(SELECT max(day) FROM day_closes WHERE day = date(day, 'start of month', '+1 month', '-1 day'))`;

export const STORAGE_RULES: readonly { readonly rule: string; readonly sql: string }[] = [
  {
    rule: DAYS_RULE,
    sql: Array.from(
      { length: CLOSES_CHECKED },
      (_, before) => `SELECT * FROM (${deviationsSql(recentClose(before))})`,
    ).join(' UNION ALL '),
  },
  {
    // Charged, owed, not charged yet and carried: together the cent-days of all counted months.
    rule: 'storage-months-account-for-every-cent-day',
    sql: `SELECT account_id AS subject, 'charged ' || charged || ', owed ' || owed || ', waiting ' || waiting || ', carried ' || carried
            || ', months ' || counted || ', days ' || days AS detail
          FROM (
            SELECT a.id AS account_id,
              coalesce((SELECT sum(charged_cents) FROM storage_months WHERE account_id = a.id), 0) AS charged,
              coalesce((SELECT owed_cents FROM storage_months WHERE account_id = a.id AND charged_at IS NOT NULL ORDER BY month DESC LIMIT 1), 0) AS owed,
              coalesce((SELECT sum(due_cents) FROM storage_months WHERE account_id = a.id AND charged_at IS NULL), 0) AS waiting,
              coalesce((SELECT carried_out FROM storage_months WHERE account_id = a.id ORDER BY month DESC LIMIT 1), 0) AS carried,
              coalesce((SELECT sum(cent_days) FROM storage_months WHERE account_id = a.id), 0) AS counted,
              coalesce((SELECT sum(excess_cents) FROM storage_days WHERE account_id = a.id AND day <= ${COUNTED_TO}), 0) AS days
            FROM accounts a WHERE a.kind = 'customer')
          WHERE counted <> days OR (charged + owed + waiting) * ${CENT_DAYS_PER_CENT} + carried <> counted`,
  },
  {
    rule: 'storage-charges-moved-their-cents',
    sql: `SELECT m.account_id || ' ' || m.month AS subject, 'charged ' || m.charged_cents || ' by ' || coalesce(m.operation_id, 'nothing') AS detail
          FROM storage_months m WHERE m.charged_cents > 0 AND NOT EXISTS (
            SELECT 1 FROM operations o JOIN entries e ON e.operation_id = o.id AND +e.account_id = 'house:storage-income'
            WHERE o.id = m.operation_id AND o.kind = 'storage-fee' AND o.account_id = m.account_id AND o.initiator = 'house'
              AND o.idempotency_key = 'storage:' || m.month AND e.asset = 'usd' AND e.amount = m.charged_cents)
          UNION ALL
          SELECT o.id, 'a charge without its month' FROM operations o
          WHERE o.kind = 'storage-fee' AND NOT EXISTS (SELECT 1 FROM storage_months m WHERE m.operation_id = o.id)`,
  },
];

export type StorageFinding = { readonly subject: string; readonly detail: string };

/** Computes one closed day again; empty where it is as it should be. */
export async function inspectStorageDay(db: D1Database, day: string): Promise<StorageFinding[]> {
  const { results } = await db
    .prepare(deviationsSql('SELECT * FROM day_closes WHERE day = ?1'))
    .bind(day)
    .run<StorageFinding>();
  return results;
}

/** Every closed day from the first one with a tariff on, for who has the time. */
export async function inspectStorageDays(db: D1Database): Promise<LedgerFinding[]> {
  const { results: days } = await db
    .prepare(
      `SELECT day FROM day_closes WHERE day >= (SELECT min(from_day) FROM tariffs WHERE state = 'announced') ORDER BY day`,
    )
    .run<{ day: string }>();
  const findings: LedgerFinding[] = [];
  for (const { day } of days) {
    for (const finding of await inspectStorageDay(db, day)) findings.push({ rule: DAYS_RULE, ...finding });
  }
  return findings;
}
