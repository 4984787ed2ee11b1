// Refused calls of operators become lines of the audit log, with address and device: the first, the tenth, the hundredth of an
// hour and so on, each with the number so far, so that a flood of refusals is seen and is no flood of lines. Of customers and
// strangers nothing is written there.

import type { Context } from 'hono';
import { type AuditActor, commitAudited } from '../db/audit-log.ts';
import { countRefusal } from '../db/operators/refusals.ts';
import { findCustomer } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import type { AppEnv } from '../http/hono.ts';
import { readAccessToken } from './access-token.ts';
import { type Client, clientOf } from './client.ts';
import { readAccessCookie } from './cookies.ts';
import { logLine } from '../telemetry/log.ts';

export type OperatorRefusal =
  | 'operator.session-refused'
  | 'operator.suspended-refused'
  | 'operator.frozen-refused'
  | 'operator.role-refused'
  | 'operator.factor-refused'
  | 'operator.limit-refused';

/** Runs after the reply. Whose call it was, the access token says, also where its session is over. */
export function noteRefusedCall(c: Context<AppEnv>, action: OperatorRefusal): void {
  const token = readAccessCookie(c);
  if (token === undefined) return;
  const [now, client, route] = [Date.now(), clientOf(c), `${c.req.method} ${c.req.path}`];
  const write = async () => {
    const claims = await readAccessToken(c.env.SESSION_SECRET, token, now);
    if (claims !== null) await noteRefusal(c.env.DB, { userId: claims.userId, action, client, route }, now);
  };
  c.executionCtx.waitUntil(
    write().catch((error: unknown) => {
      logLine('error', 'refusal-not-written', { error: String(error) });
    }),
  );
}

type Refused = {
  readonly userId: string;
  readonly action: OperatorRefusal;
  readonly client: Client;
  /** What was asked for. */
  readonly route: string;
};

export async function noteRefusal(db: D1Database, refused: Refused, now: number): Promise<void> {
  const { userId, action, client, route } = refused;
  const counted = await countRefusal(db, { userId, action }, now);
  if (counted === null || !isLogged(counted.times)) return;
  const found = await findCustomer(db, userId);
  if (found === null) return;
  const by: AuditActor = {
    actorId: userId,
    actor: found.profile.email,
    device: deviceOf(client.userAgent) ?? null,
    place: client.place ?? null,
    address: client.address ?? null,
  };
  const { times, timesBefore } = counted;
  const after = { route, times, ...(timesBefore === 0 ? {} : { timesInTheHourBefore: timesBefore }) };
  await commitAudited(db, { id: crypto.randomUUID(), at: now, by, action, after }, []);
}

/** 1, 10, 100, 1000 and so on. */
function isLogged(times: number): boolean {
  return Number.isInteger(Math.log10(times));
}
