// The refusals of a limit, as part of the table of problems: too many at once, of a kind or in a time, and more metal than there is.

export type ProblemEntry = { readonly status: number; readonly title: string; readonly detail: string };

export const LIMIT_PROBLEMS = {
  OutOfStock: {
    status: 409,
    title: 'Out of stock',
    detail: 'The vault does not have that much free metal. Nothing has been done.',
  },
  PasswordsBusy: {
    status: 503,
    title: 'Too many passwords at once',
    detail: 'Very many people are signing in right now. Your password was not checked. Nothing was changed.',
  },
  PasskeyLimit: {
    status: 409,
    title: 'Too many passkeys',
    detail: 'An account can have at most ten passkeys. Remove one first.',
  },
  DepositLimitReached: {
    status: 429,
    title: 'Too many deposits',
    detail: 'You can make 10 deposits in an hour. Nothing was charged.',
  },
  DepositFailuresReached: {
    status: 429,
    title: 'Too many failed deposits',
    detail: 'Three deposits failed in the last hour. Nothing was charged for this one.',
  },
  PixChargesOpen: {
    status: 429,
    title: 'Too many open PIX charges',
    detail:
      'At most 3 PIX charges and 50,000.00 US dollars may wait for their payment at a time. Pay one, or let it expire. Nothing was charged.',
  },
  PixUnpaid: {
    status: 429,
    title: 'Too many unpaid PIX charges',
    detail: 'Six PIX charges of the last day were not paid. Nothing was charged.',
  },
  RateUnavailable: {
    status: 503,
    title: 'Rate unavailable',
    detail: 'No exchange rate can be locked at the moment. Nothing was charged.',
  },
  AlertLimitReached: {
    status: 409,
    title: 'Too many alerts',
    detail: 'You have 50 alerts, the maximum. Delete one to add another.',
  },
  TooManyRequests: {
    status: 429,
    title: 'Too many requests',
    detail: 'Too many requests. Please wait and try again.',
  },
} as const satisfies Record<string, ProblemEntry>;
