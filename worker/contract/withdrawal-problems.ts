// The refusals of withdrawals, as part of the table of problems.

import type { ProblemEntry } from './limit-problems.ts';

export const WITHDRAWAL_PROBLEMS = {
  WithdrawalBelowMinimum: {
    status: 422,
    title: 'Withdrawal below minimum',
    detail:
      'The minimum withdrawal is 20.00 US dollars, or all that can be withdrawn; a wire must be more than its fee.',
  },
  WithdrawalAboveMaximum: {
    status: 422,
    title: 'Withdrawal above maximum',
    detail: 'The maximum withdrawal is 50,000.00 US dollars.',
  },
  NotWithdrawable: {
    status: 422,
    title: 'Not withdrawable',
    detail: 'This is more than can be withdrawn now. Nothing has been done.',
  },
  WithdrawalLimitReached: {
    status: 429,
    title: 'Too many withdrawals',
    detail: 'You can ask for 10 withdrawals in an hour. Nothing has been done.',
  },
  PayoutAccountNotReady: {
    status: 409,
    title: 'Payout account not ready',
    detail: 'This account is not confirmed as yours yet. Nothing has been done.',
  },
  WithdrawalNotCancellable: {
    status: 409,
    title: 'Withdrawal not cancellable',
    detail: 'This withdrawal is with the bank, or over. It can no longer be cancelled.',
  },
  WithdrawalChanged: {
    status: 409,
    title: 'Withdrawal changed',
    detail: 'This withdrawal is in another state by now. Nothing was changed.',
  },
} as const satisfies Record<string, ProblemEntry>;
