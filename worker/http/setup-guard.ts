// A Worker without its secrets cannot sign a session or a quote, and a deployed one without its address would take the caller's
// word for it. It answers every request with a page that says what to do, instead of failing somewhere inside.

import type { MiddlewareHandler } from 'hono';
import { areSoundKeys, type PrivateKey, readSigningKeys } from '../contract/signing-keys.ts';
import { isSoundSecret } from '../domain/secret-values.ts';
import type { AppEnv } from './hono.ts';
import { logLine } from '../telemetry/log.ts';

/** The secrets that wrangler.toml requires too; a unit test compares the two. */
export const REQUIRED_SECRETS = [
  'SESSION_SECRET',
  'SIGNING_KEYS',
  'GATEWAY_SECRET',
  'PAYOUT_KEY',
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
  'OPS_WEBHOOK_URL',
  'PIX_API_URL',
] as const;

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Onça is not set up</title>
<h1>Onça is not set up</h1>
<p>This Worker has no secrets, one that is shorter than 32 characters or no key, no address, or one that is not https. On your machine, stop it and run <code>npm start</code>: it installs, builds, migrates, seeds and serves the product.</p>
<p>In a deployment, set the secrets that the README names, and SITE_ORIGIN to the https origin of the site; every other address that it names is https too.</p>
</html>
`;

/** What is not set, or not as it must be: secrets of at least 32 characters, keys, where the site lives, and whom it calls. */
async function missingSettings(env: Env): Promise<string[]> {
  const settings: Partial<Record<string, unknown>> = { ...env };
  const text = (name: string) => String(settings[name] ?? '');
  const keys = await canSign(text('SIGNING_KEYS'), text('RETIRED_KEYS'));
  const secrets = REQUIRED_SECRETS.filter((name) =>
    name === 'SIGNING_KEYS' ? !keys : !isSoundSecret(text(name)),
  );
  const token = text('OPS_TOKEN');
  return [
    ...secrets,
    ...(token === '' || isSoundSecret(token) ? [] : ['OPS_TOKEN']),
    // Calls that nobody can tell from others' are not made.
    ...(text('OPS_WEBHOOK_URL') === '' || isSoundSecret(text('OPS_WEBHOOK_SECRET'))
      ? []
      : ['OPS_WEBHOOK_SECRET']),
    ...(hasAddress(env) ? [] : ['SITE_ORIGIN']),
    ...OUTBOUND_ADDRESSES.filter((name) => !isSafeToCall(env, text(name))),
  ];
}

/** Whether each key signs what its public half, which we publish, verifies: a signature that nobody can check is none. */
async function canSign(signing: string, retired: string): Promise<boolean> {
  const keys = areSoundKeys(signing, retired) ? (readSigningKeys(signing) ?? []) : [];
  const pairs = await Promise.all(keys.map(isPair));
  return pairs.length > 0 && pairs.every(Boolean);
}

async function isPair({ kty, crv, x, d }: PrivateKey): Promise<boolean> {
  const text = new TextEncoder().encode('onca');
  try {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, d }, crv, false, ['sign']);
    const half = await crypto.subtle.importKey('jwk', { kty, crv, x }, crv, false, ['verify']);
    return await crypto.subtle.verify(crv, half, await crypto.subtle.sign(crv, key, text), text);
  } catch {
    return false;
  }
}

/** Outside local the site's address is its own setting, and https. */
function hasAddress(env: Pick<Env, 'ENVIRONMENT' | 'SITE_ORIGIN'>): boolean {
  return env.ENVIRONMENT === 'local' || URL.parse(env.SITE_ORIGIN)?.protocol === 'https:';
}

/** Outside local nothing is sent or fetched unencrypted. Empty: the vendor's own address, or not called. */
function isSafeToCall(env: Pick<Env, 'ENVIRONMENT'>, address: string): boolean {
  return env.ENVIRONMENT === 'local' || address === '' || URL.parse(address)?.protocol === 'https:';
}

/** What was found of these bindings: an isolate has one set of them, which never changes. */
const found = new WeakMap<Env, readonly string[]>();

export const setupGuard: MiddlewareHandler<AppEnv> = async (c, next) => {
  const missing = found.get(c.env) ?? (await missingSettings(c.env));
  found.set(c.env, missing);
  if (missing.length === 0) return next();
  logLine('error', 'not-set-up', { missing });
  c.header('Cache-Control', 'no-store');
  c.header('Retry-After', '60');
  return c.html(PAGE, 503);
};
