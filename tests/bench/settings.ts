// What both servers of a bench run with. Secrets of a bench guard nothing.

export const SECRETS = {
  SESSION_SECRET: 'bench-session-secret-0123456789abcdef',
  QUOTE_SECRET: 'bench-quote-secret-0123456789abcdef',
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
  OPS_TOKEN: '',
} as const;

/** How many funded customers trade. Each order is small, so none runs out. */
export const TRADERS = 64;
export const CASH_CENTS = 1_000_000_000;
