// The life of a deposit: reserved as pending, then completed or failed by the gateway's decision, once (P6).

import type { AttemptLimit } from './session-rules.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

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
