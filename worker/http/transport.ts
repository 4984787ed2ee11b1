// By which addresses the Worker answers. Outside local it is https alone: a page on http leads to the site, a call on http is
// refused, since what it carried was readable on the way. Locally it is names that lead to this machine alone: a foreign
// name that was made to lead here (DNS rebinding) would read the mailbox with its reset links.

import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './hono.ts';
import { problem } from './problem.ts';
import { siteOrigin } from './site-origin.ts';

/** RFC 6761: `localhost` and the names under it are this machine's, whatever a name server says. */
const LOCAL_NAME = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/u;

export const transportGuard: MiddlewareHandler<AppEnv> = async (c, next) => {
  const url = new URL(c.req.url);
  if (c.env.ENVIRONMENT === 'local') {
    if (LOCAL_NAME.test(url.hostname) || url.origin === siteOrigin(c.env, new URL('http://localhost')))
      return next();
    return c.text('This server answers to localhost, or to the host of SITE_ORIGIN.\n', 421);
  }
  if (url.protocol === 'https:') return next();
  if (url.pathname.startsWith('/api/')) return problem(c, { code: 'HttpsRequired' });
  c.header('Cache-Control', 'public, max-age=3600');
  return c.redirect(siteOrigin(c.env, url) + url.pathname + url.search, 308);
};
