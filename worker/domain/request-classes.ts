// Classes of requests, for figures: by the pattern of the route, never by an address that somebody chose.

export const REQUEST_CLASSES = [
  'page',
  'file',
  'prices',
  'quote',
  'trade',
  'money',
  'callback',
  'books',
  'account',
  'operators',
  'other',
] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

/** By what follows `/api/`. */
const OF_API: Readonly<Record<string, RequestClass>> = {
  prices: 'prices',
  quotes: 'quote',
  trades: 'trade',
  deposits: 'money',
  withdrawals: 'money',
  'payout-accounts': 'money',
  bonus: 'money',
  payments: 'callback',
  portfolio: 'books',
  transactions: 'books',
  statements: 'books',
  storage: 'books',
  tax: 'books',
  auth: 'account',
  profile: 'account',
  identity: 'account',
  settings: 'account',
  alerts: 'account',
  admin: 'operators',
};

export function requestClassOf(pattern: string): RequestClass {
  const [, first = '', second = ''] = pattern.split('/');
  if (first === 'api') return OF_API[second] ?? 'other';
  // Everything that is no page has a pattern of its own.
  return first === '*' || first === '' ? 'page' : 'file';
}
