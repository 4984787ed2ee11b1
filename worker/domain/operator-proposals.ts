// Proposals: what one operator asks for and another approves, about people (P53), about bars (P80), about deposits (P98, P99) and about
// withdrawals that the bank has (P102).

import { DAY_MS } from './time.ts';

/** Words of the table `proposal_kinds`. */
export const ROLE_PROPOSALS = ['grant', 'roles'] as const;
export const PLAIN_PROPOSALS = [
  'revoke',
  'suspend',
  'reactivate',
  'two-step-reset',
  'password-reset',
  /** The end of a freeze, for a customer without a second factor. */
  'unfreeze',
  'identity',
] as const;
/** Another address for a customer who lost the mailbox. */
export const EMAIL_PROPOSALS = ['email'] as const;
export const PROPOSAL_KINDS = [...ROLE_PROPOSALS, ...EMAIL_PROPOSALS, ...PLAIN_PROPOSALS] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
/** About a bar, and so about nobody. */
export const BAR_PROPOSALS = ['bar-receipt', 'bar-release'] as const;
export type BarProposalKind = (typeof BAR_PROPOSALS)[number];

/** About a deposit, and so about the customer whose it is. */
export const DEPOSIT_PROPOSALS = [
  'deposit-settle',
  /** What arrived is credited in place of what was announced. */
  'deposit-arrived',
  'deposit-fail',
  /** A payment that nobody could credit went back to who paid it. */
  'deposit-return',
  /** And one of which nothing is to be returned. */
  'deposit-keep',
  'charge-back',
  'charge-back-won',
  'debt-collect',
  'debt-forgive',
] as const;
export type DepositProposalKind = (typeof DEPOSIT_PROPOSALS)[number];

/** About a withdrawal that is with the bank, or was paid, and so about the customer whose it is. */
export const WITHDRAWAL_PROPOSALS = ['withdrawal-paid', 'withdrawal-returned'] as const;
export type WithdrawalProposalKind = (typeof WITHDRAWAL_PROPOSALS)[number];

/** `expired`: nobody decided in time. */
export const OPERATOR_PROPOSAL_STATES = ['open', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type OperatorProposalState = (typeof OPERATOR_PROPOSAL_STATES)[number];

export const PROPOSAL_LIFETIME_MS = 7 * DAY_MS;

export const PROPOSALS_PAGE = 25;
/** Operators of a firm, with room to spare: the list has no pages. */
export const OPERATORS_SHOWN_MAX = 500;
