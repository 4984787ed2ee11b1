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
  const sent = sentMoneyRequest(c, userId);
  if (sent === null) throw new Error('this route lacks requireIdempotencyKey');
  return { ...sent, email };
}

/** The same of a customer whose session is not looked at yet; null without a key. The body was read. */
export function sentMoneyRequest(c: Context<AppEnv>, accountId: string) {
  const idempotencyKey = idempotencyKeyOf(c.req.header(IDEMPOTENCY_HEADER));
  if (idempotencyKey === null) return null;
  return {
    accountId,
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
