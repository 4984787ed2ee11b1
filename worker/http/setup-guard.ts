// A Worker without its secrets cannot sign a session or a quote, and a deployed one without its address would take the caller's
// word for it. It answers every request with a page that says what to do, instead of failing somewhere inside.

import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './hono.ts';

/** The secrets that wrangler.toml requires too; a unit test compares the two. */
export const REQUIRED_SECRETS = [
  'SESSION_SECRET',
  'QUOTE_SECRET',
  'GATEWAY_SECRET',
  'PASSWORD_PEPPER',
] as const;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Onça is not set up</title>
<h1>Onça is not set up</h1>
<p>This Worker has no secrets or no address. On your machine, stop it and run <code>npm start</code>: it installs, builds, migrates, seeds and serves the product.</p>
<p>In a deployment, set the secrets that the README names, and SITE_ORIGIN to the https origin of the site.</p>
</html>
`;

/** Outside local the site's address is its own setting, and https. */
function hasAddress(env: Pick<Env, 'ENVIRONMENT' | 'SITE_ORIGIN'>): boolean {
  return env.ENVIRONMENT === 'local' || URL.parse(env.SITE_ORIGIN)?.protocol === 'https:';
}

export const setupGuard: MiddlewareHandler<AppEnv> = async (c, next) => {
  const env: Partial<Record<string, unknown>> = { ...c.env };
  const hasSecrets = REQUIRED_SECRETS.every((name) => typeof env[name] === 'string' && env[name] !== '');
  if (hasSecrets && hasAddress(c.env)) return next();
  c.header('Cache-Control', 'no-store');
  c.header('Retry-After', '60');
  return c.html(PAGE, 503);
};
