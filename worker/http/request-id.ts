// One id per request, on every log line and in every problem, so that support can find what a customer saw.

import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './hono.ts';

export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const id = c.req.header('CF-Ray') ?? crypto.randomUUID();
  c.set('requestId', id);
  await next();
  if (c.res.status !== 101) c.res.headers.set('X-Request-Id', id);
};
