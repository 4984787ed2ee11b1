// What only one customer may read is never kept by a cache, shared or the browser's own.

import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './hono.ts';

export const noStore: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
};
