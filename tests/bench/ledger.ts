// What a database of the bench says after the run: every rule of the nightly check, and whether each trade is there whole and once.

import { SUBMISSION_CUSTOMER_LIMIT } from '../../worker/domain/limits.ts';
import { inspectLedger } from '../../worker/db/ledger-check.ts';

export type LedgerSaid = {
  readonly seen: string;
  readonly trades: number;
  readonly findings: readonly string[];
};

/** Each trade has one answer, one transaction and one receipt that waits. */
export const BROKEN_TRADES = `SELECT o.id FROM operations o WHERE o.kind = 'trade' AND (
  o.reply IS NULL
  OR (SELECT count(*) FROM transactions t WHERE t.operation_id = o.id) <> 1
  OR (SELECT count(*) FROM mail_outbox m JOIN transactions t ON m.id = 'receipt:' || t.id WHERE t.operation_id = o.id) <> 1)`;

/** And one submission, up to what is noted of a customer in an hour. */
const DUE = `SELECT coalesce(sum(min(n, ${SUBMISSION_CUSTOMER_LIMIT.max})), 0) AS n FROM (
  SELECT count(*) AS n FROM operations WHERE kind = 'trade' GROUP BY account_id)`;

export async function ledgerSaid(db: D1Database): Promise<LedgerSaid> {
  const { counts, findings } = await inspectLedger(db);
  const [trades, submissions] = [
    await count(db, "SELECT count(*) AS n FROM operations WHERE kind = 'trade'"),
    await count(db, "SELECT count(*) AS n FROM submissions WHERE type = 'trade'"),
  ];
  const due = await count(db, DUE);
  const { results: broken } = await db.prepare(`${BROKEN_TRADES} LIMIT 20`).all<{ id: string }>();
  return {
    seen: `${trades} trades, ${counts.operations} operations, ${counts.entries} entries`,
    trades,
    findings: [
      ...findings.map(({ rule, subject, detail }) => `${rule}: ${subject}: ${detail}`),
      ...broken.map(({ id }) => `a-trade-is-whole: ${id}`),
      ...(submissions === due ? [] : [`one-submission-per-trade: ${submissions} of ${due}`]),
    ],
  };
}

async function count(db: D1Database, sql: string): Promise<number> {
  return (await db.prepare(sql).first<number>('n')) ?? Number.NaN;
}
