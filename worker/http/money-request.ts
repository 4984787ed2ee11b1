// A money request happens once: it has an idempotency key. Without one it is refused before its body is read.

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

/** What a service needs of a request that passed `requireIdempotencyKey`: the sender, the key and what was sent. */
export function moneyRequestOf(c: Context<AppEnv>) {
  const { userId, email } = c.var.session;
  const idempotencyKey = idempotencyKeyOf(c.req.header(IDEMPOTENCY_HEADER));
  if (idempotencyKey === null) throw new Error('this route lacks requireIdempotencyKey');
  return {
    accountId: userId,
    email,
    userAgent: c.req.header('User-Agent'),
    idempotencyKey,
    method: c.req.method,
    path: c.req.path,
    body: c.var.rawBody,
  };
}

/** Marks the stored answer of an earlier request. */
export function markReplayed(c: Context<AppEnv>, replayed: boolean): void {
  if (replayed) c.header(REPLAYED_HEADER, 'true');
}
