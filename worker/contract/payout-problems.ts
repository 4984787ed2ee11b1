// The refusals around where money goes to, as part of the table of problems.

import type { ProblemEntry } from './limit-problems.ts';

export const PAYOUT_PROBLEMS = {
  PayoutNotOwner: {
    status: 422,
    title: 'Not your own account',
    detail: 'We pay only to an account of your own. The bank names another person, so nothing was added.',
  },
  PayoutUnknown: {
    status: 422,
    title: 'No such account',
    detail: 'The bank knows no such key or account. Nothing was added.',
  },
  PayoutNeedsCpf: {
    status: 403,
    title: 'CPF needed',
    detail:
      'Reais are paid to a CPF alone, and this customer is known by a passport: money goes by wire. Nothing has been done.',
  },
  PayoutAccountExists: {
    status: 409,
    title: 'Already there',
    detail: 'This account is among yours already.',
  },
  PayoutAccountLimit: {
    status: 409,
    title: 'Too many accounts',
    detail: 'You can keep three accounts for withdrawals. Remove one first.',
  },
  PayoutAccountInUse: {
    status: 409,
    title: 'A withdrawal is under way',
    detail: 'A withdrawal to this account is not over yet. Nothing was removed.',
  },
  PayoutAccountChanged: {
    status: 409,
    title: 'Already decided',
    detail: 'This account does not wait for a decision any more. Nothing was changed.',
  },
} as const satisfies Record<string, ProblemEntry>;
