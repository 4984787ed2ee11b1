// What has become of a withdrawal, what is under way, and what comes next.

import type { Withdrawal } from '../../../../worker/contract/withdrawals.ts';
import { brasiliaDay } from '../../../../worker/domain/brasilia.ts';
import {
  WITHDRAWAL_FAILURES,
  type WithdrawalFailure,
  type WithdrawalState,
} from '../../../../worker/domain/withdrawals.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const WITHDRAWAL_TONES: Readonly<Record<WithdrawalState, BadgeTone>> = {
  unconfirmed: 'pending',
  held: 'held',
  ready: 'pending',
  'waiting-approval': 'pending',
  sending: 'pending',
  paid: 'success',
  returned: 'neutral',
  cancelled: 'neutral',
  rejected: 'failed',
};

type StepName =
  | 'requested'
  | 'unconfirmed'
  | 'held'
  | 'waiting-approval'
  | 'ready'
  | 'unexchanged'
  | 'sending'
  | 'paid'
  | 'returned'
  | 'cancelled'
  | 'rejected'
  | 'cameBack';

/** Why the money is back: a word of ours, or the note of our team; null: nobody said. */
export function failureOf({
  failure,
}: Pick<Withdrawal, 'failure'>): WithdrawalFailure | { readonly note: string } | null {
  if (failure === null) return null;
  return WITHDRAWAL_FAILURES.find((one) => one === failure) ?? { note: failure };
}

export type Step = {
  readonly name: StepName;
  readonly state: 'done' | 'now' | 'next';
  /** When it was, or when it is to be; null: nobody knows. */
  readonly at: string | null;
};

const ENDS = ['paid', 'returned', 'cancelled', 'rejected'] as const;

export function isOver({ state }: Pick<Withdrawal, 'state'>): boolean {
  return (ENDS as readonly string[]).includes(state);
}

export function timelineOf(withdrawal: Withdrawal, now: number): readonly Step[] {
  const { requestedAt, returnedAt } = withdrawal;
  return [
    { name: 'requested', state: 'done', at: requestedAt },
    ...stepsBefore(withdrawal, now),
    ...sendingStep(withdrawal),
    endOf(withdrawal, now),
    ...(returnedAt === null ? [] : [{ name: 'cameBack', state: 'done', at: returnedAt } as const]),
  ];
}

/** What it waits for before it is sent. A hold that was taken back with the withdrawal is no step of it. */
function stepsBefore(withdrawal: Withdrawal, now: number): Step[] {
  const { state, holds, holdUntil, sentAt, exchange } = withdrawal;
  const isHeld = isHeldAt(withdrawal, now);
  const held: Step[] =
    holds.length === 0 ? [] : [{ name: 'held', state: isHeld ? 'now' : 'done', at: holdUntil }];
  switch (state) {
    case 'unconfirmed':
    case 'waiting-approval':
      return [...held, { name: state, state: 'now', at: null }];
    case 'held':
      return held;
    case 'ready':
      return isHeld
        ? held
        : [...held, { name: exchange?.isOpen === false ? 'unexchanged' : state, state: 'now', at: null }];
    default:
      return sentAt === null ? [] : held;
  }
}

function sendingStep({ state, sentAt }: Withdrawal): Step[] {
  if (sentAt !== null) return [{ name: 'sending', state: state === 'sending' ? 'now' : 'done', at: sentAt }];
  return isOver({ state }) ? [] : [{ name: 'sending', state: 'next', at: null }];
}

function endOf(withdrawal: Withdrawal, now: number): Step {
  const { state, settledAt, expectedOn } = withdrawal;
  const end = ENDS.find((one) => one === state);
  return end === undefined
    ? { name: 'paid', state: 'next', at: isDayKept(withdrawal, now) ? expectedOn : null }
    : { name: end, state: 'done', at: settledAt };
}

const isHeldAt = ({ holdUntil }: Pick<Withdrawal, 'holdUntil'>, now: number): boolean =>
  holdUntil !== null && Date.parse(holdUntil) > now;

/** Whether it can still arrive on the day that was said: the day is not over, and reais are exchanged before it is. */
function isDayKept(withdrawal: Withdrawal, now: number): boolean {
  const { expectedOn, exchange } = withdrawal;
  if (expectedOn < brasiliaDay(now)) return false;
  if (exchange === null || exchange.isOpen || isHeldAt(withdrawal, now)) return true;
  return exchange.opensAt !== null && brasiliaDay(Date.parse(exchange.opensAt)) <= expectedOn;
}

/** Why it waits longer than its holds: for operators, for the exchange of reais, for the bank to take it, or for the bank's word. */
export type Wait = 'review' | 'exchange' | 'unsent' | 'bank';

/** Null: nothing need be said besides its steps. */
export function waitOf(withdrawal: Withdrawal, now: number): Wait | null {
  const { state, exchange } = withdrawal;
  if (isOver(withdrawal) || isHeldAt(withdrawal, now)) return null;
  const isShut = exchange?.isOpen === false;
  if (state === 'ready' && isShut) return 'exchange';
  if (isDayKept(withdrawal, now)) return null;
  switch (state) {
    case 'sending':
      return 'bank';
    case 'waiting-approval':
      return 'review';
    case 'unconfirmed':
      // Its step says what it waits for.
      return null;
    default:
      return isShut ? 'exchange' : 'unsent';
  }
}
