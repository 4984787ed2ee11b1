// Cron -> service. Each job logs one line with what it counted; one job's failure never stops another.

import { auditHead } from './db/audit-log.ts';
import { archiveOldMinutes } from './services/archive-minutes.ts';
import {
  carryOutClosings,
  destroyOverdueIdentities,
  renewIdentityKeys,
} from './services/carry-out-closings.ts';
import { closeDays } from './services/close-days.ts';
import { deliverWaiting } from './services/deliver-mail.ts';
import { announceTariffs, chargeStorageMonths, storageAlongside } from './services/charge-storage.ts';
import { cleanStoredImages } from './services/clean-images.ts';
import { depsFor } from './services/deps.ts';
import { endIdleOperatorSessions } from './services/end-sessions.ts';
import { forwardWaiting } from './services/forward-submissions.ts';
import { measure } from './services/measure.ts';
import { makeStatements } from './services/make-statements.ts';
import { keepReais } from './services/keep-reais.ts';
import { makeCopies, removeOldCopies } from './services/my-data.ts';
import { askAboutDeposits } from './services/ask-gateways.ts';
import { resumeStuckDeposits } from './services/make-deposit.ts';
import { checkDueIdentities } from './services/identity-checks.ts';
import { reviewIdentities, sweepIdentityDocuments } from './services/identity-reviews.ts';
import { checkDuePayoutAccounts } from './services/payout-checks.ts';
import { keepPtaxInTurn } from './services/ptax.ts';
import { runLedgerCheck } from './services/reconcile.ts';
import { runPriceCron } from './services/refresh-prices.ts';
import { sendWithdrawals } from './services/send-withdrawals.ts';
import { sweepOldRows } from './services/sweep-old-rows.ts';
import { watchForOperators } from './services/operator-alerts.ts';
import { logLine } from './telemetry/log.ts';

/** The second trigger of wrangler.toml; the first fires each minute. */
export const NIGHTLY = '17 3 * * *';

/** As long as a statement takes, so that they have half of a thread at most. */
const GIVE_WAY_MS = 8;

type Job = readonly [name: string, run: () => Promise<unknown>];

export async function scheduled(
  controller: ScheduledController,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  const deps = depsFor(env, ctx);
  const now = controller.scheduledTime;
  const jobs: readonly Job[] =
    controller.cron === NIGHTLY
      ? [
          ['ledger-check', async () => (await runLedgerCheck(deps, now)).counts],
          ['identity-reviews', () => reviewIdentities({ ...deps, now: () => now })],
          ['old-identity-documents', () => sweepIdentityDocuments({ ...deps, now: () => now })],
          ['overdue-identities', () => destroyOverdueIdentities(deps, now)],
          ['identity-keys', () => renewIdentityKeys(deps)],
        ]
      : [
          ['prices', () => runPriceCron(env)],
          ['day-closes', () => closeDays(deps, { alongside: storageAlongside })],
          ['stuck-deposits', () => resumeStuckDeposits(deps)],
          ['waiting-deposits', () => askAboutDeposits(deps)],
          ['payout-accounts', () => checkDuePayoutAccounts(deps)],
          ['withdrawals', () => sendWithdrawals(deps)],
          ['reais', () => keepReais(deps)],
          ['identity-checks', () => checkDueIdentities(deps)],
          ['submissions', () => forwardWaiting(deps)],
          ['storage-fees', () => chargeStorageMonths(deps)],
          ['tariff-letters', () => announceTariffs(deps)],
          ['mail', () => deliverWaiting(deps)],
          ['images', () => cleanStoredImages(deps)],
          ['operator-sessions', () => endIdleOperatorSessions(deps, now)],
          ['operator-alerts', async () => watchForOperators(deps, await measure(deps))],
          // Kept apart from the database: `npm run audit:verify -- --expect` takes it.
          ['audit-head', () => auditHead(env.DB)],
          ['closings', () => carryOutClosings(deps)],
          ['statements', () => makeStatements(deps, { giveWay: () => scheduler.wait(GIVE_WAY_MS) })],
          ['data-copies', () => makeCopies(deps)],
          ['old-data-copies', () => removeOldCopies(deps)],
          ['ptax', () => keepPtaxInTurn(deps, now)],
          ['old-rows', () => sweepOldRows(env.DB, now)],
          ['old-minutes', () => archiveOldMinutes(deps, now)],
        ];
  const results = await Promise.allSettled(jobs.map(([, run]) => run()));
  const failures = results.flatMap((result, index) =>
    report(jobs[index]?.[0] ?? '', controller.cron, result),
  );
  if (failures.length > 0) throw new Error(`cron jobs failed: ${failures.join(', ')}`);
}

function report(job: string, cron: string, result: PromiseSettledResult<unknown>): string[] {
  if (result.status === 'fulfilled') {
    logLine('info', 'cron', { cron, job, counted: result.value });
    return [];
  }
  logLine('error', 'cron', { cron, job, error: String(result.reason) });
  return [job];
}
