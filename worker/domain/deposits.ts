// The life of a deposit: reserved as pending, then completed or failed by the gateway's decision, once (P6).

import type { AttemptLimit } from './session-rules.ts';
import type { DepositMethod, PaymentMethod } from './fees.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** How the sandbox gateway answers: documented amounts leave a deposit pending or make it fail. */
export const SANDBOX_PENDING_CENTS = 13;
export const SANDBOX_FAILED_CENTS = 66;

/** An amount ending in .13 stays pending, one ending in .66 fails, every other one completes at once. */
export function sandboxOutcome(amountCents: number): PaymentStatus {
  const cents = amountCents % 100;
  if (cents === SANDBOX_PENDING_CENTS) return 'pending';
  return cents === SANDBOX_FAILED_CENTS ? 'failed' : 'completed';
}

/** Deposits of one customer, whatever becomes of them. */
export const DEPOSIT_LIMIT: AttemptLimit = { max: 10, windowMs: HOUR_MS };
/** Failed deposits of one customer: whoever tries stolen cards fails often. */
export const DEPOSIT_FAILURE_LIMIT: AttemptLimit = { max: 3, windowMs: HOUR_MS };

/** A signed callback is believed for five minutes; later it may be a recording. */
export const CALLBACK_TOLERANCE_MS = 5 * MINUTE_MS;

/** The cron takes up deposits whose gateway call was never acknowledged, once they are this old. */
export const STUCK_DEPOSIT_AGE_MS = MINUTE_MS;

/** A gateway that says nothing by itself is asked after five minutes, then after ten, and at last every six hours. */
const ASK_FIRST_MS = 5 * MINUTE_MS;
const ASK_AT_MOST_MS = 6 * HOUR_MS;

/** How long to wait before the gateway is asked again, after so many questions. */
export function askAgainMs(asks: number): number {
  return Math.min(ASK_FIRST_MS * 2 ** Math.min(asks, 20), ASK_AT_MOST_MS);
}

/**
 * After this a deposit whose payment has not come is closed. A card answers in seconds, and its authorisation is long gone after a
 * day; a transfer takes one or two business days, of which a long weekend, a feast and a mistake in the reference make ten.
 */
export const DEPOSIT_EXPIRES_MS: Readonly<Record<DepositMethod, number>> = {
  bank_transfer: 10 * DAY_MS,
  wire: 10 * DAY_MS,
  debit_card: DAY_MS,
};

/** How long a deposit waits for its payment; null: by rules of its own. */
export function expiresAfterMs(method: PaymentMethod): number | null {
  return Object.hasOwn(DEPOSIT_EXPIRES_MS, method) ? DEPOSIT_EXPIRES_MS[method as DepositMethod] : null;
}

/** A gateway may take a while to find what it has just accepted: one that does not know a payment is believed after this. */
export const UNKNOWN_BELIEVED_MS = HOUR_MS;

/** Why a deposit failed: the note of its transaction, which the interface words. `closed`: by two operators. */
export const DEPOSIT_FAILURES = ['declined', 'unknown', 'expired', 'closed'] as const;
export type DepositFailure = (typeof DEPOSIT_FAILURES)[number];

export function isDepositFailure(word: string | null): word is DepositFailure {
  return DEPOSIT_FAILURES.some((one) => one === word);
}

export type AskedDeposit = {
  readonly payCents: number;
  readonly method: DepositMethod;
  readonly createdAt: number;
};

/** What becomes of a deposit that waits; `stray`: the payment is there and is not what was asked for. */
export type AskedOutcome = 'wait' | 'completed' | 'stray' | DepositFailure;

/** By what the gateway says; null: it has never heard of it. A gateway that says nothing decides nothing. */
export function outcomeOfAsking(
  { payCents, method, createdAt }: AskedDeposit,
  said: { readonly outcome: 'pending' | 'completed' | 'failed'; readonly paidCents: number } | null,
  now: number,
): AskedOutcome {
  const age = now - createdAt;
  if (said === null) return age >= UNKNOWN_BELIEVED_MS ? 'unknown' : 'wait';
  if (said.outcome === 'failed') return 'declined';
  if (said.outcome === 'completed') return said.paidCents === payCents ? 'completed' : 'stray';
  return age >= DEPOSIT_EXPIRES_MS[method] ? 'expired' : 'wait';
}
