// Guard for what a session alone may not do: remove a factor, change the password, trade large sums. The customer must
// have proved again who they are within the last minutes; otherwise the answer says how they may (StepUpRequired).

import type { MiddlewareHandler } from 'hono';
import type { Refusal } from '../contract/problems.ts';
import { findStepUpMethods } from '../db/factors.ts';
import { isSteppedUp } from '../domain/factors.ts';
import type { AppEnv, SessionContext } from '../http/hono.ts';
import { problem } from '../http/problem.ts';

/** Behind `requireSession`. */
export const requireStepUp: MiddlewareHandler<AppEnv> = async (c, next) => {
  const refusal = await stepUpRefusal(c.env.DB, c.var.session, Date.now());
  return refusal === null ? next() : problem(c, refusal);
};

/** Null while the session's proof holds; otherwise the refusal, with the ways to prove it. */
export async function stepUpRefusal(
  db: D1Database,
  session: Pick<SessionContext, 'userId' | 'steppedUpAt'>,
  now: number,
  lifetimeMs?: number,
): Promise<Refusal<'StepUpRequired'> | null> {
  if (isSteppedUp(session.steppedUpAt, now, lifetimeMs)) return null;
  return { code: 'StepUpRequired', methods: await findStepUpMethods(db, session.userId) };
}
