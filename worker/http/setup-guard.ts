// A Worker without its secrets cannot sign a session or a quote. It answers every request with a page that says what to do,
// instead of failing somewhere inside.

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
<p>This Worker has no secrets. On your machine, stop it and run <code>npm start</code>: it installs, builds, migrates, seeds and serves the product.</p>
<p>In a deployment, set the secrets that the README names.</p>
</html>
`;

export const setupGuard: MiddlewareHandler<AppEnv> = async (c, next) => {
  const env: Partial<Record<string, unknown>> = { ...c.env };
  if (REQUIRED_SECRETS.every((name) => typeof env[name] === 'string' && env[name] !== '')) return next();
  c.header('Cache-Control', 'no-store');
  c.header('Retry-After', '60');
  return c.html(PAGE, 503);
};
