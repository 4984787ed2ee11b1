// What a new customer does first, and how far it is.

import type { Portfolio } from '../../../worker/contract/portfolio.ts';

export const FIRST_STEPS = ['confirm', 'deposit', 'buy', 'secondStep'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** `waiting`: a deposit that is not settled yet. */
export type StepState = 'unknown' | 'todo' | 'waiting' | 'done';
export type StepStates = Readonly<Record<FirstStep, StepState>>;

export const UNKNOWN_STEPS: StepStates = {
  confirm: 'unknown',
  deposit: 'unknown',
  buy: 'unknown',
  secondStep: 'unknown',
};

/** An account older than this knows its way. */
const NEW_FOR_MS = 30 * 24 * 60 * 60 * 1_000;

export const isNewAccount = (createdAt: string, now: number): boolean =>
  now - Date.parse(createdAt) < NEW_FOR_MS;

type Money = Pick<Portfolio, 'cashCents' | 'pendingCashCents'> & {
  readonly bonus: Pick<Portfolio['bonus'], 'purchasesCents'>;
};

/** `isProtected` and the portfolio are undefined while they are unknown. */
export function stepStates(
  isConfirmed: boolean,
  portfolio: Money | undefined,
  isProtected: boolean | undefined,
): StepStates {
  return {
    ...(portfolio === undefined ? UNKNOWN_STEPS : moneySteps(portfolio)),
    confirm: isConfirmed ? 'done' : 'todo',
    secondStep: isProtected === undefined ? 'unknown' : isProtected ? 'done' : 'todo',
  };
}

function moneySteps({ cashCents, pendingCashCents, bonus }: Money) {
  const bought = bonus.purchasesCents > 0;
  const paid = cashCents > 0 || bought;
  return {
    deposit: paid ? 'done' : pendingCashCents > 0 ? 'waiting' : 'todo',
    buy: bought ? 'done' : 'todo',
  } as const;
}

export const areDone = (steps: StepStates): boolean => FIRST_STEPS.every((step) => steps[step] === 'done');
