// The refusals around proposals, which one operator makes and another decides, as part of the table of problems.

import { TARIFF_AHEAD_MAX_DAYS, TARIFF_NOTICE_DAYS } from '../domain/limits.ts';
import type { ProblemEntry } from './limit-problems.ts';

export const PROPOSAL_PROBLEMS = {
  ApprovalNeeded: {
    status: 409,
    title: 'Approval needed',
    detail: 'This account is an operator. Another operator has to approve the change: propose it.',
  },
  ProposedAlready: {
    status: 409,
    title: 'Already proposed',
    detail: 'The same change already waits for a decision.',
  },
  ProposalExpired: {
    status: 409,
    title: 'Proposal expired',
    detail: 'This proposal was open for seven days. Nothing was changed. Propose it again.',
  },
  NotAsProposed: {
    status: 409,
    title: 'Not as proposed',
    detail: 'The account has changed since, so that this can no longer be done. Nothing was changed.',
  },
  ArrivedBeyondLimit: {
    status: 409,
    title: 'More than the customer may deposit',
    detail:
      'What arrived is more than this customer may deposit now. Nothing was credited. Send it back, or approve it once the level allows it.',
  },
  CaseRecorded: {
    status: 409,
    title: 'Case recorded already',
    detail: 'A charge-back of this gateway has this case number. Nothing was changed.',
  },
  MoreThanPaid: {
    status: 409,
    title: 'More than was paid',
    detail: 'This is more than the bank has not taken back yet. Nothing was changed.',
  },
  BarInVault: {
    status: 409,
    title: 'Bar in the vault',
    detail: 'This bar is in the vault already. Nothing was changed.',
  },
  BarNotInVault: {
    status: 409,
    title: 'Bar not in the vault',
    detail: 'This bar is not in the vault any more. Nothing was changed.',
  },
  ReversalProposed: {
    status: 409,
    title: 'Reversal already proposed',
    detail: 'This operation already has a pending proposal. Another operator needs to decide.',
  },
  TariffNotice: {
    status: 409,
    title: 'Notice too short or too long',
    detail: `A tariff begins ${TARIFF_NOTICE_DAYS} to ${TARIFF_AHEAD_MAX_DAYS} days after it is announced. Nothing was announced.`,
  },
  TariffDayTaken: {
    status: 409,
    title: 'Day taken',
    detail:
      'Another tariff that was announced begins on this day. Nothing was announced. Drop this proposal and propose another day.',
  },
  OrderNotBooked: {
    status: 409,
    title: 'Not to be taken back',
    detail:
      'This order is not booked, or is taken back already, or that waits for a decision. Nothing was changed.',
  },
  TariffStands: {
    status: 409,
    title: 'Announced already',
    detail: 'A tariff with these terms was announced. Nothing was changed.',
  },
  ReferenceUsed: {
    status: 409,
    title: 'Recorded already',
    detail: 'An order of this kind with this reference waits or is booked. Nothing was changed.',
  },
  RateFarOff: {
    status: 409,
    title: 'Rate far off',
    detail: 'The two amounts make a rate that is far from the present one. Nothing was changed.',
  },
  TaxNotOwed: {
    status: 409,
    title: 'More than the tax owed',
    detail: 'This is more than the tax that is owed by now. Nothing was changed.',
  },
  TariffProposed: {
    status: 409,
    title: 'Already proposed',
    detail: 'Another tariff waits for a decision. Nothing was changed.',
  },
  ProposalDecided: {
    status: 409,
    title: 'Proposal already decided',
    detail: 'This proposal has already been decided. Nothing was changed.',
  },
  PaymentMoved: {
    status: 409,
    title: 'Payment has moved',
    detail: 'This payment is in another state by now. Nothing was changed.',
  },
  ProposalVoid: {
    status: 409,
    title: 'Proposal void',
    detail: 'Whoever proposed this may no longer do so. Reject it and make a new proposal.',
  },
  SecondOperatorNeeded: {
    status: 409,
    title: 'Another operator decides',
    detail: 'A different operator must decide on this.',
  },
} as const satisfies Record<string, ProblemEntry>;
