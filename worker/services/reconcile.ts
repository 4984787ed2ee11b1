// The nightly ledger check: the same rules that end every test, run against the real books, stored and reported.
// It changes nothing; each deviation is reported with its row.

import { inspectLedger, storeLedgerCheckStatement, type LedgerCheck } from '../db/ledger-check.ts';
import { logLine } from '../telemetry/log.ts';
import { closeFindings } from './close-findings.ts';

/** The log names the first ones; the stored result has them all, with their figures. */
const FINDINGS_LOGGED = 10;

type CheckDeps = Parameters<typeof closeFindings>[0];

/** Runs the check, stores its result and logs one line; an error when there is a finding. */
export async function runLedgerCheck(deps: CheckDeps, now: number): Promise<LedgerCheck> {
  const check = await checkLedger(deps, now);
  await storeLedgerCheckStatement(deps.db, check).run();
  return check;
}

/** The same for a caller that stores it, together with who asked. */
export async function checkLedger(deps: CheckDeps, now: number): Promise<LedgerCheck> {
  const started = Date.now();
  const [{ counts, findings: inBooks }, ofCloses] = await Promise.all([
    inspectLedger(deps.db),
    closeFindings(deps, now),
  ]);
  const findings = [...inBooks, ...ofCloses];
  const check: LedgerCheck = {
    id: crypto.randomUUID(),
    ranAt: now,
    tookMs: Date.now() - started,
    ok: findings.length === 0,
    counts,
    findings,
  };
  const { id, ok, tookMs } = check;
  const first = findings.slice(0, FINDINGS_LOGGED).map(({ rule, subject }) => ({ rule, subject }));
  logLine(ok ? 'info' : 'error', 'ledger-check', { id, ok, tookMs, counts, off: findings.length, first });
  return check;
}
