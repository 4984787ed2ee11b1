// Middleware order, mounted routes, and what happens to the unexpected. `Api` types the web client.

import { Hono } from 'hono';
import type { AppEnv } from './http/hono.ts';
import { crossSiteGuard } from './http/cross-site.ts';
import { problem } from './http/problem.ts';
import { requestId } from './http/request-id.ts';
import { securityHeaders } from './http/security-headers.ts';
import { auth } from './routes/auth.ts';
import { html } from './routes/html.ts';
import { profile } from './routes/profile.ts';
import { settings } from './routes/settings.ts';

const api = new Hono<AppEnv>()
  .use(crossSiteGuard)
  .route('/auth', auth)
  .route('/profile', profile)
  .route('/settings', settings);

export const app = new Hono<AppEnv>()
  .use(requestId)
  .use(securityHeaders)
  .route('/api', api)
  .all('/api/*', (c) => problem(c, { code: 'NotFound' }))
  .route('/', html);

app.onError((error, c) => {
  console.error(
    JSON.stringify({
      event: 'unexpected-error',
      requestId: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  return problem(c, { code: 'Internal' });
});

export type Api = typeof api;
