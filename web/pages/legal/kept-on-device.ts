// Everything the product stores in a reader's browser, by the name under which the browser shows it.
// tests/e2e/reading.test.ts compares this list with what a real session leaves behind.

export type KeptItem = {
  /** On https the session cookies carry `__Host-` before this name. */
  readonly name: string;
  readonly place: 'cookie' | 'local' | 'session';
};

export const KEPT_ON_DEVICE = [
  { name: 'onca_access', place: 'cookie' },
  { name: 'onca_refresh', place: 'cookie' },
  { name: 'onca_device', place: 'cookie' },
  { name: 'locale', place: 'cookie' },
  { name: 'onca-session', place: 'local' },
  { name: 'onca-session-ended-at', place: 'local' },
  { name: 'platform', place: 'local' },
  { name: 'colorMode', place: 'local' },
  { name: 'currency', place: 'local' },
  { name: 'onca-bonus-claimed', place: 'local' },
  { name: 'onca-balances-hidden', place: 'local' },
  { name: 'cookie-consent', place: 'local' },
  { name: 'welcome_promo_shown', place: 'local' },
  { name: 'cookie-notice-closed', place: 'session' },
  { name: 'react-router-scroll-positions', place: 'session' },
] as const satisfies readonly KeptItem[];
