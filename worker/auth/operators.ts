// Guards of the operators' area: who may call (P12), and the proof that a change needs.

import type { Context, MiddlewareHandler } from 'hono';
import type { AuditActor } from '../db/audit-log.ts';
import { deviceOf } from '../domain/devices.ts';
import { ADMIN_STEP_UP_LIFETIME_MS } from '../domain/factors.ts';
import type { AppEnv } from '../http/hono.ts';
import { problem } from '../http/problem.ts';
import { clientOf } from './client.ts';
import { stepUpRefusal } from './step-up.ts';

/** Behind `requireAdmin`: submissions need tier premium as well. */
export const requirePremium: MiddlewareHandler<AppEnv> = async (c, next) =>
  c.var.session.tier === 'premium' ? next() : problem(c, { code: 'Forbidden' });

/** Behind `requireAdmin`, for every change: proven again who it is, within the last half hour. */
export const requireAdminStepUp: MiddlewareHandler<AppEnv> = async (c, next) => {
  const refusal = await stepUpRefusal(c.env.DB, c.var.session, Date.now(), ADMIN_STEP_UP_LIFETIME_MS);
  return refusal === null ? next() : problem(c, refusal);
};

/** Who acts, for the audit log. */
export function operatorOf(c: Context<AppEnv>): AuditActor {
  const client = clientOf(c);
  return {
    actorId: c.var.session.userId,
    actor: c.var.session.email,
    device: deviceOf(client.userAgent) ?? null,
    place: client.place ?? null,
    address: client.address ?? null,
  };
}
