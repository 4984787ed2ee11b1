// Forwards stored submissions to the operator's spreadsheet webhook (P24). The submission is stored
// already, so a slow or failing webhook never delays a customer. Each is sent at
// least once; the receiver recognises repetitions by submissionId.

import { claimDue, type DueSubmission, recordRound } from '../db/submission-forwards.ts';
import {
  ATTEMPT_TIMEOUT_MS,
  ATTEMPT_WAITS_MS,
  ATTEMPTS_PER_ROUND,
  CLAIM_MS,
  FORWARD_FAILED,
  FORWARD_SENT,
  isReceived,
  nextRoundAt,
  sheetData,
} from '../domain/forwarding.ts';
import { logLine } from '../telemetry/log.ts';
import type { Deps } from './deps.ts';
import { iso } from '../domain/time.ts';
import { callWebhook } from './webhook-call.ts';

type ForwardDeps = Pick<Deps, 'db' | 'now'> & { readonly env: Pick<Env, 'SHEET_WEBHOOK_URL'> };

/** The clock of a round; tests that cannot wait hand in a faster one. */
export type Pace = { readonly wait: (ms: number) => Promise<unknown>; readonly timeoutMs: number };
const PACE: Pace = { wait: (ms) => scheduler.wait(ms), timeoutMs: ATTEMPT_TIMEOUT_MS };

/** The field names of the specification. */
export type ForwardResult = { readonly success: boolean; readonly message: string };

/** A request forwards its own submission and a few that wait; the cron forwards the rest. */
const TAKEN_BY_A_REPLY = 3;
export const TAKEN_BY_THE_CRON = 60;
/** Connections at a time: the platform allows six to a request. */
const LANES = 5;

/** Fire and forget: after a submission was stored, in work that outlives the reply. */
export function forwardSoon(deps: ForwardDeps & Pick<Deps, 'defer'>): void {
  if (deps.env.SHEET_WEBHOOK_URL === '') return;
  deps.defer(forwardDue(deps, { limit: TAKEN_BY_A_REPLY, newestFirst: true }));
}

/** For the minute cron: what is due, oldest first. */
export function forwardWaiting(deps: ForwardDeps): Promise<ForwardCount> {
  return forwardDue(deps, { limit: TAKEN_BY_THE_CRON, newestFirst: false });
}

export type ForwardCount = { readonly taken: number; readonly sent: number; readonly failed: number };

export async function forwardDue(
  deps: ForwardDeps,
  taking: { readonly limit: number; readonly newestFirst: boolean },
  pace: Pace = PACE,
): Promise<ForwardCount> {
  const url = deps.env.SHEET_WEBHOOK_URL;
  if (url === '') return { taken: 0, sent: 0, failed: 0 };
  const now = deps.now();
  const due = await claimDue(deps.db, { now, until: now + CLAIM_MS, ...taking });
  const waiting = due.values();
  let sent = 0;
  const lane = async () => {
    for (const submission of waiting) if ((await forwardOne(deps, url, submission, pace)).success) sent += 1;
  };
  await Promise.all(Array.from({ length: Math.min(LANES, due.length) }, lane));
  return { taken: due.length, sent, failed: due.length - sent };
}

/** A single attempt at a submission that the caller has claimed: an operator waits and can retry. */
export function forwardOnce(deps: ForwardDeps, due: DueSubmission): Promise<ForwardResult> {
  return forwardOne(deps, deps.env.SHEET_WEBHOOK_URL, due, PACE, 1);
}

/** One round, and its result on record. */
async function forwardOne(
  deps: ForwardDeps,
  url: string,
  due: DueSubmission,
  pace: Pace,
  attemptsAtMost = ATTEMPTS_PER_ROUND,
): Promise<ForwardResult> {
  const body = JSON.stringify(noticeOf(due));
  const { attempts, error } = await sendRound(url, body, pace, attemptsAtMost);
  const now = deps.now();
  const nextAt = error === null ? null : nextRoundAt(due.rounds, now);
  await recordRound(deps.db, due, { attempts, error, nextAt, now });
  const result = { success: error === null, message: error === null ? FORWARD_SENT : FORWARD_FAILED };
  const facts = { submission: due.id, ...result, attempts, error };
  logLine(result.success ? 'info' : 'error', 'submission-forwarded', facts);
  return result;
}

/** C7. */
function noticeOf({ id, type, email, phone, data, submittedAt }: DueSubmission) {
  return {
    formType: type,
    timestamp: iso(submittedAt),
    submissionId: id,
    email,
    phone: phone ?? '',
    data: sheetData(JSON.parse(data) as Record<string, unknown>),
  };
}

type Round = { readonly attempts: number; readonly error: string | null };

async function sendRound(url: string, body: string, pace: Pace, attemptsAtMost: number): Promise<Round> {
  for (let attempts = 1; ; attempts += 1) {
    const error = await callWebhook({ url, body, timeoutMs: pace.timeoutMs, isReceived });
    if (error === null || attempts === attemptsAtMost) return { attempts, error };
    await pace.wait(ATTEMPT_WAITS_MS[attempts - 1] ?? 0);
  }
}
