// What every server of a bench runs with: wrangler.toml's own settings, but for these. Secrets of a bench guard nothing.

import { join, resolve } from 'node:path';
import { unstable_readConfig } from 'wrangler';
import { DEPOSIT_MAX_CENTS } from '../../worker/domain/limits.ts';
import { NEW_KEY } from '../fixtures/signing-keys.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
/** Bindings and objects as they are deployed. */
export const CONFIG: Config = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') });

type Config = {
  readonly compatibility_date: string;
  readonly compatibility_flags: readonly string[];
  readonly vars: Readonly<Record<string, string>>;
  readonly r2_buckets: readonly { readonly binding: string }[];
  readonly durable_objects: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string }[];
  };
  readonly ratelimits: readonly { readonly name: string; readonly namespace_id: string }[];
};

export const SECRETS = {
  SESSION_SECRET: 'bench-session-secret-0123456789abcdef',
  SIGNING_KEYS: NEW_KEY,
  GATEWAY_SECRET: 'bench-gateway-secret-0123456789abcdef',
  PAYOUT_KEY: 'bench-payout-key-0123456789abcdef0123',
  PASSWORD_PEPPER: 'bench-pepper-0123456789abcdef0123',
} as const;

/** Nobody outside is called, and prices come once a second. */
export const SETTINGS = {
  ...CONFIG.vars,
  ENVIRONMENT: 'local',
  PRICE_PROVIDERS: 'simulated',
  FX_PROVIDERS: 'simulated',
  PRICE_POLL_MS: '1000',
  GOLD_API_URL: '',
  SWISSQUOTE_URL: '',
  METALS_DEV_URL: '',
  AWESOMEAPI_URL: '',
  BCB_PTAX_URL: '',
} as const;

/**
 * How many funded customers trade: twice as many as the largest crowd of clients, so that none runs out of money, or of the submissions
 * that are noted in an hour, which would make later trades cheaper than the first.
 */
export const TRADERS = 512;
export const CASH_CENTS = DEPOSIT_MAX_CENTS;
