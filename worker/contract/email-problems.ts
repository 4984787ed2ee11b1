// The refusals around an e-mail address and the links sent to it, as part of the table of problems.

import type { ProblemEntry } from './limit-problems.ts';

export const EMAIL_PROBLEMS = {
  DuplicateEmail: {
    status: 409,
    title: 'Email already registered',
    detail: 'This email is already registered. Please sign in instead.',
  },
  EmailNotConfirmed: {
    status: 403,
    title: 'Email not confirmed',
    detail: 'Confirm your email address first. We have sent you a link, and can send it again.',
  },
  DepositNeedsEmail: {
    status: 403,
    title: 'Email not confirmed',
    detail:
      'Until you confirm your email address you can deposit 1,000.00 US dollars in all. Nothing was charged.',
  },
  SameEmail: { status: 422, title: 'Same email', detail: 'This is already the address of your account.' },
  LinkInvalid: {
    status: 422,
    title: 'Link no longer valid',
    detail: 'This link has been used or has expired. Please ask for a new one.',
  },
} as const satisfies Record<string, ProblemEntry>;
