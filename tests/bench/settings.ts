// What both servers of a bench run with. Secrets of a bench guard nothing.

import { NEW_KEY } from '../fixtures/signing-keys.ts';

export const SECRETS = {
  SESSION_SECRET: 'bench-session-secret-0123456789abcdef',
  SIGNING_KEYS: NEW_KEY,
  GATEWAY_SECRET: 'bench-gateway-secret-0123456789abcdef',
  PASSWORD_PEPPER: 'bench-pepper-0123456789abcdef0123',
} as const;

export const SETTINGS = {
  ENVIRONMENT: 'local',
  PRICE_PROVIDERS: 'simulated',
  FX_PROVIDERS: 'simulated',
  PRICE_POLL_MS: '1000',
  ALLOW_REFERENCE_PRICES: 'false',
  GOLD_API_URL: '',
  SWISSQUOTE_URL: '',
  METALS_DEV_URL: '',
  METALS_DEV_KEY: '',
  AWESOMEAPI_URL: '',
  BCB_PTAX_URL: '',
  SHEET_WEBHOOK_URL: '',
  RETIRED_KEYS: '',
  OPS_TOKEN: '',
} as const;

/** How many funded customers trade. Each order is small, so none runs out. */
export const TRADERS = 64;
export const CASH_CENTS = 1_000_000_000;
