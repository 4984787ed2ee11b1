// What operators may propose about a deposit as it stands (P98, P99). The statements of an approval hold the same rules.

import type { PaymentStatus } from './deposits.ts';
import { DEPOSIT_METHODS, type DepositMethod, type PaymentMethod } from './fees.ts';
import type { DepositProposalKind } from './operator-proposals.ts';

/** The list of the operators' page. `waiting`, `stray` and `owed` are work, the oldest first. */
export const DEPOSIT_LISTS = ['waiting', 'stray', 'owed', 'disputed', 'completed', 'failed', 'all'] as const;
export type DepositList = (typeof DEPOSIT_LISTS)[number];

/** The bank's reference, or what else tells the evidence from others. */
export const EVIDENCE_MIN_CHARACTERS = 3;
export const EVIDENCE_MAX_CHARACTERS = 100;
export const DEPOSITS_SEARCH_MAX = 100;
export const DEPOSITS_PAGE = 50;

export type WorkedDeposit = {
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  /** Payments that nothing credits by itself and that wait: of what was asked for, or of another amount. */
  readonly strays: readonly ('as-asked' | 'other-amount')[];
  readonly isReversed: boolean;
  /** The account: nobody could have what is credited to it. */
  readonly isClosed: boolean;
  /** What no bank has taken back yet, in the currency that was paid. */
  readonly leftCents: number;
  readonly disputes: readonly WorkedDispute[];
};

export type WorkedDispute = {
  readonly owedCents: number;
  /** The bank gave it up. */
  readonly isWon: boolean;
};

/** About one charge-back of a deposit, which the proposal names. */
export const DISPUTE_PROPOSALS = ['charge-back-won', 'debt-collect', 'debt-forgive'] as const;
export type DisputeProposalKind = (typeof DISPUTE_PROPOSALS)[number];

export function fitsDispute(kind: DisputeProposalKind, { owedCents, isWon }: WorkedDispute): boolean {
  return kind === 'charge-back-won' ? !isWon : owedCents > 0;
}

/** About one payment that waits, which the proposal names. */
export const STRAY_PROPOSALS = ['deposit-arrived', 'deposit-return', 'deposit-keep'] as const;
export const STRAY_OUTCOMES = ['credited', 'returned', 'kept'] as const;
export type StrayOutcome = (typeof STRAY_OUTCOMES)[number];
export type StrayProposalKind = (typeof STRAY_PROPOSALS)[number];

/** Whoever pays by these types the amount at his own bank, and banks on the way may take fees of it. */
const IS_TRANSFER: Readonly<Record<DepositMethod, boolean>> = {
  bank_transfer: true,
  wire: true,
  debit_card: false,
};
const isTransfer = (method: PaymentMethod): boolean =>
  Object.hasOwn(IS_TRANSFER, method) && IS_TRANSFER[method as DepositMethod];

/** In the order of the page. What comes in reais is settled, failed and sent back by its own rules. */
export function proposableAbout(deposit: WorkedDeposit): DepositProposalKind[] {
  const { method, status, strays, isReversed, isClosed, leftCents, disputes } = deposit;
  const inDollars = DEPOSIT_METHODS.some((one) => one === method);
  const ofAny = (kind: DisputeProposalKind) => disputes.some((dispute) => fitsDispute(kind, dispute));
  const fits: Readonly<Record<DepositProposalKind, boolean>> = {
    // As asked for only where nothing says that another amount came.
    'deposit-settle':
      inDollars &&
      !isClosed &&
      (status === 'pending'
        ? strays.every((amount) => amount === 'as-asked')
        : status === 'failed' && strays.includes('as-asked')),
    'deposit-arrived':
      isTransfer(method) && !isClosed && status !== 'completed' && strays.includes('other-amount'),
    'deposit-fail': inDollars && status === 'pending',
    'deposit-return': inDollars && strays.length > 0,
    'deposit-keep': inDollars && strays.length > 0,
    'charge-back': status === 'completed' && !isReversed && leftCents > 0,
    'charge-back-won': ofAny('charge-back-won'),
    'debt-collect': ofAny('debt-collect'),
    'debt-forgive': ofAny('debt-forgive'),
  };
  return (Object.keys(fits) as DepositProposalKind[]).filter((kind) => fits[kind]);
}
