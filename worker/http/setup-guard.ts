// A Worker without its secrets cannot sign a session or a quote, and a deployed one without its address would take the caller's
// word for it. It answers every request with a page that says what to do, instead of failing somewhere inside.

import type { MiddlewareHandler } from 'hono';
import { isSoundSecret } from '../domain/secret-values.ts';
import type { AppEnv } from './hono.ts';

/** The secrets that wrangler.toml requires too; a unit test compares the two. */
export const REQUIRED_SECRETS = [
  'SESSION_SECRET',
  'QUOTE_SECRET',
  'GATEWAY_SECRET',
  'PASSWORD_PEPPER',
] as const;

/** Where the Worker calls out to; nothing else is called. tests/unit/outbound.test.ts finds every call. */
export const OUTBOUND_ADDRESSES = [
  'GOLD_API_URL',
  'SWISSQUOTE_URL',
  'METALS_DEV_URL',
  'AWESOMEAPI_URL',
  'BCB_PTAX_URL',
  'SHEET_WEBHOOK_URL',
] as const;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Onça is not set up</title>
<h1>Onça is not set up</h1>
<p>This Worker has no secrets, one that is shorter than 32 characters, no address, or one that is not https. On your machine, stop it and run <code>npm start</code>: it installs, builds, migrates, seeds and serves the product.</p>
<p>In a deployment, set the secrets that the README names, and SITE_ORIGIN to the https origin of the site; every other address that it names is https too.</p>
</html>
`;

/** What is not set, or not as it must be: secrets of at least 32 characters, where the site lives, and whom it calls. */
function missingSettings(env: Env): string[] {
  const settings: Partial<Record<string, unknown>> = { ...env };
  const secrets = REQUIRED_SECRETS.filter((name) => !isSoundSecret(String(settings[name] ?? '')));
  const token = String(settings['OPS_TOKEN'] ?? '');
  return [
    ...secrets,
    ...(token === '' || isSoundSecret(token) ? [] : ['OPS_TOKEN']),
    ...(hasAddress(env) ? [] : ['SITE_ORIGIN']),
    ...OUTBOUND_ADDRESSES.filter((name) => !isSafeToCall(env, String(settings[name] ?? ''))),
  ];
}

/** Outside local the site's address is its own setting, and https. */
function hasAddress(env: Pick<Env, 'ENVIRONMENT' | 'SITE_ORIGIN'>): boolean {
  return env.ENVIRONMENT === 'local' || URL.parse(env.SITE_ORIGIN)?.protocol === 'https:';
}

/** Outside local nothing is sent or fetched unencrypted. Empty: the vendor's own address, or not called. */
function isSafeToCall(env: Pick<Env, 'ENVIRONMENT'>, address: string): boolean {
  return env.ENVIRONMENT === 'local' || address === '' || URL.parse(address)?.protocol === 'https:';
}

export const setupGuard: MiddlewareHandler<AppEnv> = async (c, next) => {
  const missing = missingSettings(c.env);
  if (missing.length === 0) return next();
  console.error(JSON.stringify({ event: 'not-set-up', missing }));
  c.header('Cache-Control', 'no-store');
  c.header('Retry-After', '60');
  return c.html(PAGE, 503);
};
