// Guards of the operators' area: who may call (P12, P51), and the proof that a change needs. Every route of the area names the
// capability that it takes; nothing is open to an operator without a second factor.

import type { Context, MiddlewareHandler } from 'hono';
import type { Refusal } from '../contract/problems.ts';
import type { AuditActor } from '../db/audit-log.ts';
import { deviceOf } from '../domain/devices.ts';
import { ADMIN_STEP_UP_LIFETIME_MS } from '../domain/factors.ts';
import { type Capability, may, type OperatorFacts } from '../domain/operator-roles.ts';
import type { AppEnv } from '../http/hono.ts';
import { problem } from '../http/problem.ts';
import { clientOf } from './client.ts';
import { requireActiveSession } from './guards.ts';
import { noteRefusedCall } from './refused-operators.ts';
import { stepUpRefusal } from './step-up.ts';

/** For what an operator with this capability reads. */
export const requireAdmin =
  (capability: Capability): MiddlewareHandler<AppEnv> =>
  async (c, next) =>
    (await refusalOf(c, capability)) ?? next();

/** For a change: besides, proven again who it is, within the last half hour and with a second factor. */
export const requireAdminChange =
  (capability: Capability): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const refused = await refusalOf(c, capability);
    if (refused !== null) return refused;
    const refusal = await stepUpRefusal(c.env.DB, c.var.session, Date.now(), {
      lifetimeMs: ADMIN_STEP_UP_LIFETIME_MS,
    });
    return refusal === null ? next() : problem(c, refusal);
  };

async function refusalOf(c: Context<AppEnv>, capability: Capability): Promise<Response | null> {
  const signedOut = await requireActiveSession(c);
  if (signedOut !== null) {
    noteRefusedCall(c, signedOut.status === 401 ? 'operator.session-refused' : 'operator.suspended-refused');
    return signedOut;
  }
  const { session } = c.var;
  if (session.frozen) {
    noteRefusedCall(c, 'operator.frozen-refused');
    return problem(c, { code: 'AccountFrozen' });
  }
  if (may(session, capability)) return null;
  const code: Refusal['code'] & ('SecondFactorNeeded' | 'Forbidden') =
    session.isAdmin && !session.hasFactor ? 'SecondFactorNeeded' : 'Forbidden';
  noteRefusedCall(c, code === 'Forbidden' ? 'operator.role-refused' : 'operator.factor-refused');
  return problem(c, { code });
}

/** Who acts, for the audit log. */
export function operatorOf(c: Context<AppEnv>): AuditActor & { readonly actorId: string } {
  const client = clientOf(c);
  return {
    actorId: c.var.session.userId,
    actor: c.var.session.email,
    device: deviceOf(client.userAgent) ?? null,
    place: client.place ?? null,
    address: client.address ?? null,
  };
}

/** The same with what he may do, for what depends on more than the route. */
export const actorOf = (
  c: Context<AppEnv>,
): ReturnType<typeof operatorOf> & { readonly facts: OperatorFacts } => ({
  ...operatorOf(c),
  facts: c.var.session,
});
