// The life of a withdrawal: taken aside when it is asked for, sent once, and paid or given back (P90).

import { WAIVED_BELOW_CENTS } from './closing.ts';
import type { Hold } from './holds.ts';
import { WIRE_WITHDRAWAL_FEE_CENTS, WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS } from './limits.ts';
import type { PayoutMethod } from './payout-accounts.ts';
import type { AttemptLimit } from './session-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

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

/** From where a customer, or a freeze, cancels: nothing has left yet. */
export const CANCELLABLE_STATES = [
  'unconfirmed',
  'held',
  'ready',
  'waiting-approval',
] as const satisfies WithdrawalState[];
/** What operators decide about. While it is not confirmed nobody knows whether the customer asked for it. */
export const DECIDED_STATES = ['held', 'ready', 'waiting-approval'] as const satisfies WithdrawalState[];
/** What is not over: the sum of these is what the house has taken aside. */
export const OPEN_STATES = [...CANCELLABLE_STATES, 'sending'] as const satisfies WithdrawalState[];

export const isOpen = (state: WithdrawalState): boolean =>
  (OPEN_STATES as readonly WithdrawalState[]).includes(state);

export const canCancel = (state: WithdrawalState): boolean =>
  (CANCELLABLE_STATES as readonly WithdrawalState[]).includes(state);

/** Why cash is not yet withdrawable: trading takes it, withdrawing waits. */
export const IMMATURE_REASONS = ['card', 'first-pix', 'contested'] as const;
export type ImmatureReason = (typeof IMMATURE_REASONS)[number];

/** Why two operators look at it (P91). `contested`: a deposit of the customer's is (P96); `stopped`: one of them put it there. */
export const WITHDRAWAL_FLAGS = [
  'large',
  'young-account',
  'first-use',
  'frequent',
  'contested',
  'stopped',
] as const;
export type WithdrawalFlag = (typeof WITHDRAWAL_FLAGS)[number];

/** Of the operators' queue. */
export const WITHDRAWAL_ORDERS = ['oldest', 'largest'] as const;
export type WithdrawalOrder = (typeof WITHDRAWAL_ORDERS)[number];

/** What raises them; the conditions themselves are in worker/db/withdrawals.ts. */
export const FOUR_EYES = {
  largeAboveCents: 1_000_000,
  youngAccountMs: 30 * DAY_MS,
  /** To a payout account that nothing was paid to yet. */
  firstUseAboveCents: 200_000,
  /** This one included. */
  frequentCount: 3,
  frequentMs: DAY_MS,
} as const;
export const WITHDRAWAL_DECISIONS = ['stop', 'approve', 'reject'] as const;
export type WithdrawalDecisionWord = (typeof WITHDRAWAL_DECISIONS)[number];
/** So many operators, none of them the customer. */
export const APPROVALS_NEEDED = 2;

/** Requests of one customer, whatever becomes of them. */
export const WITHDRAWAL_LIMIT: AttemptLimit = { max: 10, windowMs: HOUR_MS };
/** How long the link of the letter confirms; then it is cancelled. */
export const CONFIRM_WITHIN_MS = 30 * MINUTE_MS;

/** How many a run of the cron sends, and how many it asks about. */
export const SENT_PER_RUN = 20;
export const ASKED_PER_RUN = 20;
/** How long a gateway may take to answer. */
export const PAYOUT_TIMEOUT_MS = 10_000;
/** When the gateway is asked for the first time what became of a payment; then each time as long again as it has taken, up to an hour. */
const ASKED_AFTER_MS = MINUTE_MS;
const ASKED_AT_LEAST_EVERY_MS = HOUR_MS;
/** A payment that never got an answer, and that the gateway has not heard of after this time, was not made: the money goes back. */
export const UNHEARD_AFTER_MS = 15 * MINUTE_MS;

export function nextAskedAt(sentAt: number, now: number): number {
  return now + Math.min(Math.max(now - sentAt, ASKED_AFTER_MS), ASKED_AT_LEAST_EVERY_MS);
}

export function withdrawalFeeCents(method: PayoutMethod): number {
  return method === 'wire' ? WIRE_WITHDRAWAL_FEE_CENTS : 0;
}

/**
 * The least that may be asked for: all that is withdrawable, where that is less than the minimum, so that an account can be emptied and
 * closed (P93). A wire carries its fee and a cent at least. What is less is given up with the account (`waivedBelowCents`).
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

export type WithdrawalFacts = {
  readonly id: string;
  readonly state: WithdrawalState;
  readonly method: PayoutMethod;
  /** Where to, masked. */
  readonly to: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly brlCents: number | null;
  readonly rateE4: number | null;
  readonly holds: readonly Hold[];
  readonly holdUntil: number;
  readonly requestedAt: number;
  readonly expectedOn: string;
  readonly sentAt: number | null;
  readonly settledAt: number | null;
  readonly returnedAt: number | null;
  readonly failure: string | null;
  readonly gateway: string;
};
