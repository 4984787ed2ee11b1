// For the minute cron: what cannot wait is told to operators once, by the bell of their area, a letter and the webhook; when it is over
// the alert ends by itself, and the webhook is told that too.

import { soundValuesOf } from '../auth/secrets.ts';
import { ALARMS, type AlarmKind, ringing } from '../domain/alarms.ts';
import {
  beginAlertStatements,
  claimAlertCalls,
  type DueCall,
  endAlertStatements,
  figureStatement,
  type Incident,
  readIncidents,
  recordAlertCall,
} from '../db/operators/alerts.ts';
import {
  ALERT_CALL_CLAIM_MS,
  ALERT_CALL_TIMEOUT_MS,
  nextAlertCallAt,
  runbookOf,
} from '../domain/operator-alerts.ts';
import type { Minute } from '../domain/figures.ts';
import { iso } from '../domain/time.ts';
import { logLine } from '../telemetry/log.ts';
import type { Deps } from './deps.ts';
import { callWebhook } from './webhook-call.ts';

type WatchDeps = Pick<Deps, 'db' | 'now' | 'newId'> & {
  readonly env: Pick<Env, 'OPS_WEBHOOK_URL' | 'OPS_WEBHOOK_SECRET'>;
};

export type WatchCount = {
  readonly began: number;
  readonly ended: number;
  readonly called: number;
  readonly failed: number;
};

/** Calls of one run; the platform allows six connections at a time. */
const CALLS_OF_A_RUN = 5;

const keyOf = ({ kind, subject }: Pick<Incident, 'kind' | 'subject'>): string => `${kind} ${subject}`;

const isMeasured = <A extends Pick<Incident, 'kind'>>(alert: A): alert is A & { readonly kind: AlarmKind } =>
  Object.hasOwn(ALARMS, alert.kind);

export async function watchForOperators(
  deps: WatchDeps,
  /** The last ones, for the alarms that are measured. */
  minutes: readonly Minute[],
  timeoutMs: number = ALERT_CALL_TIMEOUT_MS,
): Promise<WatchCount> {
  const { db, env, newId } = deps;
  const now = deps.now();
  const isCalled = env.OPS_WEBHOOK_URL !== '';
  const { found: queried, open } = await readIncidents(db, now);
  const known = new Map(open.map((alert) => [keyOf(alert), alert]));
  const measured = ringing(minutes, open.filter(isMeasured)).map(({ kind, subject, figure }) => ({
    kind,
    subject,
    figure: figure ?? known.get(keyOf({ kind, subject }))?.figure ?? 0,
  }));
  const found: readonly Incident[] = [...queried, ...measured];
  const lasting = new Map(found.map((incident) => [keyOf(incident), incident]));
  const begun = found.filter((incident) => !known.has(keyOf(incident)));
  const over = open.filter((alert) => !lasting.has(keyOf(alert)));
  const statements = [
    ...begun.flatMap((incident) => beginAlertStatements(db, { id: newId(), ...incident }, { now, isCalled })),
    ...over.flatMap(({ id }) => endAlertStatements(db, id, { now, isCalled })),
    ...open.flatMap((alert) => {
      const figure = lasting.get(keyOf(alert))?.figure;
      return figure === undefined || figure === alert.figure ? [] : [figureStatement(db, alert.id, figure)];
    }),
  ];
  if (statements.length > 0) await db.batch(statements);
  const calls = isCalled ? await makeCalls(deps, timeoutMs) : { called: 0, failed: 0 };
  return { began: begun.length, ended: over.length, ...calls };
}

async function makeCalls(deps: WatchDeps, timeoutMs: number): Promise<Pick<WatchCount, 'called' | 'failed'>> {
  const now = deps.now();
  const due = await claimAlertCalls(deps.db, {
    now,
    until: now + ALERT_CALL_CLAIM_MS,
    limit: CALLS_OF_A_RUN,
  });
  const outcomes = await Promise.all(due.map((call) => makeCall(deps, call, timeoutMs)));
  return { called: due.length, failed: outcomes.filter((arrived) => !arrived).length };
}

async function makeCall(deps: WatchDeps, call: DueCall, timeoutMs: number): Promise<boolean> {
  const { id, event, kind, subject, figure, beganAt, endedAt, attempts } = call;
  const body = JSON.stringify({
    id,
    event,
    kind,
    runbook: runbookOf(kind),
    subject,
    figure,
    beganAt: iso(beganAt),
    endedAt: endedAt === null ? null : iso(endedAt),
  });
  const error = await callWebhook({
    url: deps.env.OPS_WEBHOOK_URL,
    body,
    headers: await signedHeaders(deps.env.OPS_WEBHOOK_SECRET, {
      id: `${id}:${event}`,
      body,
      now: deps.now(),
    }),
    timeoutMs,
    isReceived: (status) => status >= 200 && status < 300,
  });
  const now = deps.now();
  const nextAt = error === null ? null : nextAlertCallAt(attempts, now);
  await recordAlertCall(deps.db, call, { error, nextAt, now });
  logLine(error === null ? 'info' : 'error', 'operator-alert-called', {
    alert: id,
    of: event,
    attempts,
    error,
  });
  return error === null;
}

type Signed = { readonly id: string; readonly body: string; readonly now: number };

/** As Standard Webhooks have it, under each value of the secret: a receiver checks any, so that the secret can be changed. */
async function signedHeaders(secret: string, { id, body, now }: Signed): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    soundValuesOf(secret, 'the webhook of operators').map(async (value) => {
      const bytes = new TextEncoder().encode(value);
      const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]);
      return `v1,${Buffer.from(await crypto.subtle.sign('HMAC', key, text)).toString('base64')}`;
    }),
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
