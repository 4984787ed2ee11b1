// The nightly ledger check: the same rules that end every test, run against the real books, stored and reported.
// It changes nothing; what is off is named, row by row, for people to look at.

import { inspectLedger, storeLedgerCheck, type LedgerCheck } from '../db/ledger-check.ts';

/** Runs the check, stores its result and logs one line; an error when something is off. */
export async function runLedgerCheck(db: D1Database, now: number): Promise<LedgerCheck> {
  const started = Date.now();
  const { counts, findings } = await inspectLedger(db);
  const check: LedgerCheck = {
    id: crypto.randomUUID(),
    ranAt: now,
    tookMs: Date.now() - started,
    ok: findings.length === 0,
    counts,
    findings,
  };
  await storeLedgerCheck(db, check);
  const line = JSON.stringify({ event: 'ledger-check', ...check });
  if (check.ok) console.log(line);
  else console.error(line);
  return check;
}
