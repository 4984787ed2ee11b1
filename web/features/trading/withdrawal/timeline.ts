// What has become of a withdrawal, what is under way, and what comes next.

import type { Withdrawal } from '../../../../worker/contract/withdrawals.ts';
import type { WithdrawalState } from '../../../../worker/domain/withdrawals.ts';
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
  | 'sending'
  | 'paid'
  | 'returned'
  | 'cancelled'
  | 'rejected'
  | 'cameBack';

const OWN_FAILURES = ['unconfirmed', 'frozen', 'charge-back', 'never-received'] as const;
type OwnFailure = (typeof OWN_FAILURES)[number];

/** Why the money is back: a word of ours, or a text of the bank or of our team; null: nobody said. */
export function failureOf({
  state,
  failure,
}: Pick<Withdrawal, 'state' | 'failure'>):
  | OwnFailure
  | { readonly by: 'bank' | 'team'; readonly text: string }
  | null {
  if (failure === null) return null;
  const own = OWN_FAILURES.find((one) => one === failure);
  return own ?? { by: state === 'rejected' ? 'team' : 'bank', text: failure };
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
    endOf(withdrawal),
    ...(returnedAt === null ? [] : [{ name: 'cameBack', state: 'done', at: returnedAt } as const]),
  ];
}

/** What it waits for before it is sent. A hold that was taken back with the withdrawal is no step of it. */
function stepsBefore({ state, holds, holdUntil, sentAt }: Withdrawal, now: number): Step[] {
  const isHeld = holdUntil !== null && Date.parse(holdUntil) > now;
  const held: Step[] =
    holds.length === 0 ? [] : [{ name: 'held', state: isHeld ? 'now' : 'done', at: holdUntil }];
  switch (state) {
    case 'unconfirmed':
    case 'waiting-approval':
      return [...held, { name: state, state: 'now', at: null }];
    case 'held':
      return held;
    case 'ready':
      return isHeld ? held : [...held, { name: state, state: 'now', at: null }];
    default:
      return sentAt === null ? [] : held;
  }
}

function sendingStep({ state, sentAt }: Withdrawal): Step[] {
  if (sentAt !== null) return [{ name: 'sending', state: state === 'sending' ? 'now' : 'done', at: sentAt }];
  return isOver({ state }) ? [] : [{ name: 'sending', state: 'next', at: null }];
}

function endOf({ state, settledAt, expectedOn }: Withdrawal): Step {
  const end = ENDS.find((one) => one === state);
  return end === undefined
    ? { name: 'paid', state: 'next', at: expectedOn }
    : { name: end, state: 'done', at: settledAt };
}
