// What a service needs to know of a money request: who sends it, its key, and exactly what was sent.

import type { Context } from 'hono';
import type { AppEnv } from '../http/hono.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';

export function moneyRequestOf(c: Context<AppEnv>) {
  const { userId, email } = c.var.session;
  return {
    accountId: userId,
    email,
    userAgent: c.req.header('User-Agent'),
    idempotencyKey: readIdempotencyKey(c),
    method: c.req.method,
    path: c.req.path,
    body: c.var.rawBody,
  };
}
