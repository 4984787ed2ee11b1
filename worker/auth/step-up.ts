// Guard for what a session alone may not do: remove a factor, change the password, trade large sums. The customer must
// have proved again who they are within the last minutes; otherwise the answer says how they may (StepUpRequired).

import type { MiddlewareHandler } from 'hono';
import type { Refusal } from '../contract/problems.ts';
import { findStepUpMethods } from '../db/factors.ts';
import { isOperator } from '../db/operators/operators.ts';
import { isSteppedUp } from '../domain/factors.ts';
import type { AppEnv, SessionContext } from '../http/hono.ts';
import { problem } from '../http/problem.ts';

/** Behind `requireSession`. */
export const requireStepUp: MiddlewareHandler<AppEnv> = async (c, next) => {
  const refusal = await stepUpRefusal(c.env.DB, c.var.session, Date.now());
  return refusal === null ? next() : problem(c, refusal);
};

/** The same for adding a factor: an operator who has none yet has only the password to prove who he is. */
export const requireStepUpToEnrol: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { session } = c.var;
  const steppedUpAt = session.mayEnrolFrom ?? session.steppedUpAt;
  const { userId } = session;
  const refusal = await stepUpRefusal(c.env.DB, { userId, steppedUpAt }, Date.now(), { enrols: true });
  return refusal === null ? next() : problem(c, refusal);
};

export type StepUpRefusal = Refusal<'StepUpRequired' | 'SecondFactorNeeded'>;

/** Null while the session's proof holds; otherwise the refusal, with the ways to prove it. */
export async function stepUpRefusal(
  db: D1Database,
  session: Pick<SessionContext, 'userId' | 'steppedUpAt'>,
  now: number,
  { lifetimeMs, enrols = false }: { readonly lifetimeMs?: number; readonly enrols?: boolean } = {},
): Promise<StepUpRefusal | null> {
  if (isSteppedUp(session.steppedUpAt, now, lifetimeMs)) return null;
  const methods = await findStepUpMethods(db, session.userId);
  if (methods.includes('password') && !enrols && (await isOperator(db, session.userId))) {
    return { code: 'SecondFactorNeeded' };
  }
  return { code: 'StepUpRequired', methods };
}
