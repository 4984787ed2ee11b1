// What operators do with submissions: look through them, and send again what did not reach the webhook.

import {
  type SubmissionCounters,
  type SubmissionDetails,
  type SubmissionForwarding,
  type SubmissionsPage,
  type SubmissionsQueued,
  type SubmissionsQuery,
  type SubmissionSummary,
} from '../../contract/operators/submissions.ts';
import { boundsOf } from '../../contract/page.ts';
import type { Refusal } from '../../contract/problems.ts';
import {
  findSubmission,
  listSubmissions,
  readSubmissionCounts,
  type SubmissionFilter,
  type SubmissionRow,
} from '../../db/operators/submissions.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import { claimOneStatement, queueFailedStatement } from '../../db/submission-forwards.ts';
import { CLAIM_MS } from '../../domain/forwarding.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { forwardOnce, forwardSoon } from '../forward-submissions.ts';
import { iso } from '../../domain/time.ts';

export async function pageOfSubmissions(
  deps: Pick<Deps, 'db'>,
  query: SubmissionsQuery,
): Promise<SubmissionsPage> {
  const filter: SubmissionFilter = {
    type: query.type ?? null,
    search: query.search,
    onlyFailed: query.forwarding === 'failed',
    ...boundsOf(query),
  };
  const rows = await listSubmissions(deps.db, filter, { after: query.cursor, limit: query.limit + 1 });
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => [row.submittedAt, row.id], summaryOf);
  return { submissions: items, nextCursor };
}

export async function submissionCounters(deps: Pick<Deps, 'db' | 'env'>): Promise<SubmissionCounters> {
  const { byType, failed } = await readSubmissionCounts(deps.db);
  return {
    total: Object.values(byType).reduce((sum, n) => sum + n, 0),
    signups: byType.signup,
    contacts: byType.contact,
    trades: byType.trade,
    failed,
    hasWebhook: deps.env.SHEET_WEBHOOK_URL !== '',
  };
}

export async function oneSubmission(
  deps: Pick<Deps, 'db'>,
  id: string,
): Promise<Result<SubmissionDetails, Refusal<'NotFound'>>> {
  const row = await findSubmission(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const { userId, userAgent, data } = row;
  return ok({
    ...summaryOf(row),
    userId,
    userAgent,
    data: JSON.parse(data) as Record<string, unknown>,
  });
}

/**
 * One attempt now, while the operator waits. One that has arrived or that another run has claimed stays unchanged;
 * the reply is its current state.
 */
export async function forwardNow(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'newId'>,
  by: AuditActor,
  id: string,
): Promise<Result<SubmissionForwarding, Refusal<'NotFound' | 'WebhookMissing'>>> {
  const row = await findSubmission(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  if (row.state === 'sent') return ok(forwardingOf(row));
  if (deps.env.SHEET_WEBHOOK_URL === '') return err({ code: 'WebhookMissing' });
  const now = deps.now();
  const { state, attempts, lastError, nextAttemptAt, forwardedAt } = row;
  const claim = {
    id,
    seen: { nextAttemptAt, updatedAt: forwardedAt },
    now,
    until: now + CLAIM_MS,
  };
  const { logged, results } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'submission.retried',
      subject: { kind: 'submission', id },
      before: { state, attempts, lastError },
    },
    [claimOneStatement(deps.db, claim)],
    { ifChanged: true },
  );
  if (logged) {
    const [taken] = (results[0]?.results ?? []) as { rounds: number }[];
    await forwardOnce(deps, { ...row, rounds: taken?.rounds ?? 0, claimedUntil: claim.until });
  }
  const after = await findSubmission(deps.db, id);
  return after === null ? err({ code: 'NotFound' }) : ok(forwardingOf(after));
}

/** As many as the cron sends in an hour and a half; the operator repeats the call for the rest. */
const QUEUED_AT_ONCE = 5_000;

/** All failed submissions go back into the queue of the minute cron. */
export async function forwardFailedAgain(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'newId' | 'defer'>,
  by: AuditActor,
): Promise<Result<SubmissionsQueued, Refusal<'WebhookMissing'>>> {
  if (deps.env.SHEET_WEBHOOK_URL === '') return err({ code: 'WebhookMissing' });
  const now = deps.now();
  const { failed } = await readSubmissionCounts(deps.db);
  const queue = { now, claimedUntil: now + CLAIM_MS, limit: QUEUED_AT_ONCE };
  const { results } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'submission.retried',
      subject: { kind: 'submission', id: 'failed' },
      before: { failed },
      after: { queuedAtMost: QUEUED_AT_ONCE },
    },
    [queueFailedStatement(deps.db, queue)],
    { ifChanged: true },
  );
  forwardSoon(deps);
  return ok({ queued: results[0]?.meta.changes ?? 0 });
}

function summaryOf(row: SubmissionRow): SubmissionSummary {
  const { id, type, email, phone, submittedAt } = row;
  return { id, type, email, phone, submittedAt: iso(submittedAt), forwarding: forwardingOf(row) };
}

function forwardingOf(row: SubmissionRow): SubmissionForwarding {
  const { state, attempts, nextAttemptAt, lastError, forwardedAt } = row;
  return {
    state,
    attempts,
    nextAttemptAt: nextAttemptAt === null ? null : iso(nextAttemptAt),
    lastError,
    updatedAt: iso(forwardedAt),
  };
}
