// Refuses cross-site unsafe requests. hono's csrf middleware lets JSON bodies through, so the rule is our own:
// a browser proves its origin by Sec-Fetch-Site or Origin; a call without cookies is authenticated otherwise.

import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './hono.ts';
import { problem } from './problem.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Signed by the payment gateway, never by a cookie. */
const SIGNED_CALLBACK = /^\/api\/payments\/[a-z-]+\/(?:callback|payouts|pix|ted)$/u;
/** By the token of a letter, sent by mail programs and never with a cookie (RFC 8058). */
const ONE_CLICK = '/api/newsletter/unsubscribe';

export const crossSiteGuard: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (SAFE_METHODS.has(c.req.method) || isExempt(c.req.raw) || isSameOrigin(c.req.raw)) return next();
  return problem(c, { code: 'CrossSite' });
};

/** True when the browser vouches that the request comes from a page of this very origin. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin';
  return request.headers.get('Origin') === new URL(request.url).origin;
}

function isExempt(request: Request): boolean {
  if (request.headers.has('Cookie')) return false;
  const { pathname } = new URL(request.url);
  if (SIGNED_CALLBACK.test(pathname) || pathname === ONE_CLICK) return true;
  return (request.headers.get('Authorization') ?? '').startsWith('Bearer ');
}
