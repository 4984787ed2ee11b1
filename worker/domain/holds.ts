// What holds a withdrawal back for a while, each with its reason and its end. The customer sees all of them before asking; the longest
// counts. Adding a second factor never holds.

import type { SecurityEventKind } from './security-events.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

export const HOLD_REASONS = [
  'password-changed',
  'factor-removed',
  'factors-reset',
  'recovery-code-used',
  'email-changed',
  'new-payout-account',
  /** Of a source account: it is at the bank that the first deposit came from. */
  'new-source-account',
  'new-device',
  'new-account',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const HOLD_MS: Readonly<Record<HoldReason, number>> = {
  'password-changed': DAY_MS,
  'factor-removed': 3 * DAY_MS,
  'factors-reset': 3 * DAY_MS,
  'recovery-code-used': 3 * DAY_MS,
  'email-changed': 3 * DAY_MS,
  'new-payout-account': 2 * DAY_MS,
  'new-source-account': DAY_MS,
  'new-device': 2 * HOUR_MS,
  'new-account': DAY_MS,
};
/** While an account is younger, each of its withdrawals waits. */
export const YOUNG_ACCOUNT_MS = 7 * DAY_MS;

/** Lines of the security log that hold, whoever caused them. */
export const HOLDING_EVENTS = {
  'password-changed': 'password-changed',
  'password-reset': 'password-changed',
  'two-step-off': 'factor-removed',
  'passkey-removed': 'factor-removed',
  'factor-removed': 'factor-removed',
  'two-step-reset': 'factors-reset',
  'recovery-code-used': 'recovery-code-used',
  'email-changed': 'email-changed',
} as const satisfies Partial<Record<SecurityEventKind, HoldReason>>;

/** No event that is older than this holds anything. */
export const HOLDS_LOOK_BACK_MS = Math.max(YOUNG_ACCOUNT_MS, ...Object.values(HOLD_MS));

/** Something that holds, and when it happened. */
export type HoldEvent = { readonly reason: HoldReason; readonly at: number };

/** Times are epoch milliseconds. It holds up to `until`, and no longer at it. */
export type Hold = { readonly reason: HoldReason; readonly until: number };

/** What holds a withdrawal that is asked for now: each reason once, the longest first. */
export function holdsOf(events: readonly HoldEvent[], now: number): Hold[] {
  const ends = new Map<HoldReason, number>();
  for (const event of events) {
    const until = endOf(event, now);
    if (until > now) ends.set(event.reason, Math.max(until, ends.get(event.reason) ?? 0));
  }
  return [...ends].map(([reason, until]) => ({ reason, until })).toSorted((a, b) => b.until - a.until);
}

/** From when on a withdrawal that is asked for now may be sent. */
export function holdUntil(holds: readonly Hold[], now: number): number {
  return holds[0]?.until ?? now;
}

function endOf({ reason, at }: HoldEvent, now: number): number {
  // Counted from the question: who opened the account may be who robs its owner.
  if (reason === 'new-account') return now < at + YOUNG_ACCOUNT_MS ? now + HOLD_MS[reason] : now;
  return at + HOLD_MS[reason];
}

/** Why a payout account waits that was added a moment ago. */
export const newAccountHold = (isSource: boolean): 'new-payout-account' | 'new-source-account' =>
  isSource ? 'new-source-account' : 'new-payout-account';
