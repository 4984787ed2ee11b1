// Headers of every reply. Pages replace the content policy with their own, which has a nonce.

import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './hono.ts';

const ALWAYS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
};
/** Same origin, unless a route made something to be shown elsewhere: a share picture. */
const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy';
/** A type of text that names no character set: the asset server leaves it out for pictures of lines. */
const BARE_TEXT = /^(?:text\/[\w.-]+|application\/xml|[\w./-]+\+xml)$/u;
const TWO_YEARS = 'max-age=63072000; includeSubDomains; preload';
const API_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  // A socket upgrade's headers are immutable, and no page reads them.
  if (c.res.status === 101) return;
  for (const [name, value] of Object.entries(ALWAYS)) c.res.headers.set(name, value);
  if (!c.res.headers.has(RESOURCE_POLICY)) c.res.headers.set(RESOURCE_POLICY, 'same-origin');
  const type = c.res.headers.get('Content-Type') ?? '';
  if (BARE_TEXT.test(type)) c.res.headers.set('Content-Type', `${type}; charset=utf-8`);
  if (new URL(c.req.url).protocol === 'https:') c.res.headers.set('Strict-Transport-Security', TWO_YEARS);
  if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', API_POLICY);
};

/** The policy of a page: scripts by nonce only, styles from files only, nothing embedded anywhere. */
export function pagePolicy(nonce: string, secure: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
