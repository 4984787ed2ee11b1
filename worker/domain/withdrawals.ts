// The life of a withdrawal: taken aside when it is asked for, sent once, and paid or given back.

import { WAIVED_BELOW_CENTS } from './closing.ts';
import { WIRE_WITHDRAWAL_FEE_CENTS, WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS } from './limits.ts';
import type { PayoutMethod } from './payout-accounts.ts';

/** `unconfirmed` waits for the link of the letter; from `sending` on it is with the bank and never goes back. */
export const WITHDRAWAL_STATES = [
  'unconfirmed',
  'held',
  'ready',
  'waiting-approval',
  'sending',
  'paid',
  'returned',
  'cancelled',
  'rejected',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** Why cash is not yet withdrawable: trading takes it, withdrawing waits. */
export const IMMATURE_REASONS = ['card', 'first-pix', 'contested'] as const;
export type ImmatureReason = (typeof IMMATURE_REASONS)[number];

export function withdrawalFeeCents(method: PayoutMethod): number {
  return method === 'wire' ? WIRE_WITHDRAWAL_FEE_CENTS : 0;
}

/**
 * The least that may be asked for: all that is withdrawable, where that is less than the minimum, so that an account can be emptied and
 * closed (P93). What is less than a dollar is given up with the account. A wire carries its fee and a cent at least.
 */
export function leastWithdrawalCents(withdrawableCents: number, method: PayoutMethod): number {
  const least = withdrawableCents < WITHDRAWAL_MIN_CENTS ? withdrawableCents : WITHDRAWAL_MIN_CENTS;
  return Math.max(least, WAIVED_BELOW_CENTS, withdrawalFeeCents(method) + 1);
}

export function withdrawalProblem(
  amountCents: number,
  withdrawableCents: number,
  method: PayoutMethod,
): 'WithdrawalBelowMinimum' | 'WithdrawalAboveMaximum' | 'NotWithdrawable' | null {
  if (amountCents > WITHDRAWAL_MAX_CENTS) return 'WithdrawalAboveMaximum';
  if (amountCents < leastWithdrawalCents(withdrawableCents, method)) return 'WithdrawalBelowMinimum';
  return amountCents > withdrawableCents ? 'NotWithdrawable' : null;
}
