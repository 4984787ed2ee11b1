// The life of a withdrawal: taken aside when it is asked for, sent once, and paid or given back (P90).

import { WAIVED_BELOW_CENTS } from './closing.ts';
import type { Hold } from './holds.ts';
import { WIRE_WITHDRAWAL_FEE_CENTS, WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS } from './limits.ts';
import type { WithdrawalProposalKind } from './operator-proposals.ts';
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
/** Of what an operator says of a withdrawal; the customer reads the note alone. */
export const DECISION_REASON_MIN_CHARACTERS = 10;
export const DECISION_REASON_MAX_CHARACTERS = 400;
export const REJECTION_NOTE_MAX_CHARACTERS = 200;
/** So many operators, none of them the customer. */
export const APPROVALS_NEEDED = 2;

/** By what a customer proves who he is: a second factor, or the password, and whether a link by e-mail as well. */
export const WITHDRAWAL_PROOFS = ['factor', 'factor-and-mail', 'mail'] as const;
export type WithdrawalProof = (typeof WITHDRAWAL_PROOFS)[number];
/** Whoever has the password alone adds a factor within a minute: a younger one does not replace the link. */
export const FACTOR_PROVES_AFTER_MS = DAY_MS;

/** Later factors are added with the proof of an older one, so the oldest counts. Null: there is none. */
export function withdrawalProof(oldestFactorAt: number | null, now: number): WithdrawalProof {
  if (oldestFactorAt === null) return 'mail';
  return now < oldestFactorAt + FACTOR_PROVES_AFTER_MS ? 'factor-and-mail' : 'factor';
}

/** Requests of one customer, whatever becomes of them. */
export const WITHDRAWAL_LIMIT: AttemptLimit = { max: 10, windowMs: HOUR_MS };
/** How long the link of the letter confirms; then it is cancelled. */
export const CONFIRM_WITHIN_MS = 30 * MINUTE_MS;

/** How many a run of the cron sends, how many it asks about, and about how many of those that were paid. */
export const SENT_PER_RUN = 20;
export const ASKED_PER_RUN = 20;
export const ASKED_AGAIN_PER_RUN = 10;
/** How long a gateway may take to answer. */
export const PAYOUT_TIMEOUT_MS = 10_000;
/** When the gateway is asked for the first time what became of a payment; then each time as long again as it has taken, up to an hour. */
const ASKED_AFTER_MS = MINUTE_MS;
const ASKED_AT_LEAST_EVERY_MS = HOUR_MS;
/**
 * A payment that never got an answer, and that the gateway has not heard of after this time, was not made: the money goes back. The gateway
 * says so twice, so far apart, because one answer may come from a copy that is behind.
 */
export const UNHEARD_AFTER_MS = 15 * MINUTE_MS;
export const UNHEARD_AGAIN_AFTER_MS = 5 * MINUTE_MS;
/** How long the receiver's bank may send back what was paid; until then the gateway is asked, less and less often. */
export const ASKED_AFTER_PAID_MS = 90 * DAY_MS;
const ASKED_AFTER_PAID_AT_LEAST_EVERY_MS = 3 * DAY_MS;

export function nextAskedAt(sentAt: number, now: number): number {
  return now + Math.min(Math.max(now - sentAt, ASKED_AFTER_MS), ASKED_AT_LEAST_EVERY_MS);
}

/** Of a payment that was paid: after as long again as that is ago, an hour at least and three days at most. Null: it is too old. */
export function nextAskedAfterPaid(paidAt: number, now: number): number | null {
  const wait = Math.min(Math.max(now - paidAt, HOUR_MS), ASKED_AFTER_PAID_AT_LEAST_EVERY_MS);
  return now + wait - paidAt > ASKED_AFTER_PAID_MS ? null : now + wait;
}

/** Why the cron could not send what is ready; `details`: what says where it goes, or to whom, does not open. */
export const UNSENT_REASONS = ['rate', 'gateway', 'details', 'error'] as const;
export type UnsentReason = (typeof UNSENT_REASONS)[number];

/**
 * Why the money is back, in words that the customer reads in his language. What the bank calls it (Efí's names of refusals, the codes of
 * the instant payment system) is for operators.
 */
export const WITHDRAWAL_FAILURES = [
  'unconfirmed',
  'frozen',
  'charge-back',
  'never-received',
  'no-cpf',
  'not-yours',
  'no-account',
  'sent-back',
] as const;
export type WithdrawalFailure = (typeof WITHDRAWAL_FAILURES)[number];

const FAILURES_BY_CODE: Readonly<Record<string, WithdrawalFailure>> = {
  chave_nao_pertence_ao_documento: 'not-yours',
  BE01: 'not-yours',
  chave_favorecido_nao_encontrada: 'no-account',
  AC03: 'no-account',
  AC07: 'no-account',
};

/** Of what is stored: a word of ours, or what the bank said; of a rejection the note to the customer. */
export function shownFailure({ state, failure }: Pick<WithdrawalFacts, 'state' | 'failure'>): string | null {
  if (failure === null || state === 'rejected') return failure;
  return WITHDRAWAL_FAILURES.find((one) => one === failure) ?? FAILURES_BY_CODE[failure] ?? 'sent-back';
}

/** What of the bank's words does not fit the books; 0054_payouts_after_sending.sql says what each is. */
export const CONTRADICTIONS = ['amount', 'reference', 'taken', 'outcome', 'part'] as const;
/** Of one withdrawal on the operators' page, the oldest first. */
export const CONTRADICTIONS_SHOWN = 50;
export type ContradictionKind = (typeof CONTRADICTIONS)[number];

/** What two operators may record of one that the bank has: how it ended, or that it came back after it was paid. */
export function proposableAboutWithdrawal(of: {
  readonly state: WithdrawalState;
  readonly cameBack: boolean;
}): WithdrawalProposalKind[] {
  if (of.state === 'sending') return ['withdrawal-paid', 'withdrawal-returned'];
  return of.state === 'paid' && !of.cameBack ? ['withdrawal-returned'] : [];
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
