// A request that must happen once names itself. Refused here when it does not, before its body is read.

import type { Context, MiddlewareHandler } from 'hono';
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '../contract/money.ts';
import { idempotencyKeyOf } from '../domain/idempotency.ts';
import type { AppEnv } from './hono.ts';
import { problem } from './problem.ts';

export const requireIdempotencyKey: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (idempotencyKeyOf(c.req.header(IDEMPOTENCY_HEADER)) === null) {
    return problem(c, { code: 'IdempotencyKeyMissing' });
  }
  return next();
};

/** The key of a request that passed `requireIdempotencyKey`. */
export function readIdempotencyKey(c: Context<AppEnv>): string {
  const key = idempotencyKeyOf(c.req.header(IDEMPOTENCY_HEADER));
  if (key === null) throw new Error('this route lacks requireIdempotencyKey');
  return key;
}

/** Marks an answer that was given before. */
export function markReplayed(c: Context<AppEnv>, replayed: boolean): void {
  if (replayed) c.header(REPLAYED_HEADER, 'true');
}
