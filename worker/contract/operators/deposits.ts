// /api/admin/deposits: deposits as operators work them, and what one proposes about them for another to decide.

import * as v from 'valibot';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import {
  DEPOSIT_LISTS,
  DEPOSITS_SEARCH_MAX,
  DISPUTE_PROPOSALS,
  STRAY_OUTCOMES,
  STRAY_PROPOSALS,
} from '../../domain/deposit-work.ts';
import { DEPOSIT_FAILURES, PAYMENT_STATUSES } from '../../domain/deposits.ts';
import { PAYMENT_METHODS } from '../../domain/fees.ts';
import { OPERATION_KINDS } from '../../domain/operations.ts';
import { DEPOSIT_PROPOSALS } from '../../domain/operator-proposals.ts';
import { Cents, IsoTime } from '../money.ts';
import { cursor, nextCursor } from '../page.ts';
import { LedgerOperation } from './ledger.ts';
import { ProposalDecision, proposalEvidence } from './operators.ts';

const customer = v.object({ id: v.string(), name: v.string(), email: v.string() });
const currency = v.picklist(['USD', 'BRL']);

/** A charge-back. */
export const WorkedDispute = v.object({
  id: v.string(),
  caseNumber: v.string(),
  /** What the bank took, in the currency that was paid. */
  amountCents: Cents,
  /** The dollars of it that had been credited; what of them was taken, is owed, was given up. All zero once the bank gave it up. */
  dueCents: Cents,
  takenCents: Cents,
  owedCents: Cents,
  forgivenCents: Cents,
  openedAt: IsoTime,
  wonAt: v.nullable(IsoTime),
});
export type WorkedDispute = v.InferOutput<typeof WorkedDispute>;

/** A payment that nothing credits by itself: not what was asked for, or too late. */
export const StrayPayment = v.object({
  id: v.string(),
  /** The gateway's name of it; null of one from before names were kept. */
  reference: v.nullable(v.string()),
  cents: Cents,
  at: IsoTime,
  /** Null: it waits. */
  end: v.nullable(
    v.object({
      outcome: v.picklist(STRAY_OUTCOMES),
      at: IsoTime,
      /** Of the proposal; null where nobody kept it. */
      reason: v.nullable(v.string()),
      proposedBy: v.nullable(v.string()),
      decidedBy: v.nullable(v.string()),
    }),
  ),
});
export type StrayPayment = v.InferOutput<typeof StrayPayment>;

export const WorkedDeposit = v.object({
  id: v.string(),
  customer,
  amountCents: Cents,
  feeCents: Cents,
  /** What had been asked for, where another amount arrived and was credited. */
  announcedCents: v.nullable(Cents),
  method: v.picklist(PAYMENT_METHODS),
  /** 'sandbox' moves no real money. */
  gateway: v.string(),
  /** The gateway's own name of the payment; null before it was called. */
  reference: v.nullable(v.string()),
  status: v.picklist(PAYMENT_STATUSES),
  /** Why it failed; null of older ones. */
  failure: v.nullable(v.picklist(DEPOSIT_FAILURES)),
  createdAt: IsoTime,
  settledAt: v.nullable(IsoTime),
  /** Questions to the gateway, the last one, and the next. */
  asks: v.number(),
  askedAt: v.nullable(IsoTime),
  nextAskAt: v.nullable(IsoTime),
  /** When a deposit that waits is closed; null of what is over, or waits by other rules. */
  expiresAt: v.nullable(IsoTime),
  /** The oldest first. */
  strays: v.array(StrayPayment),
  /** What was paid, fee and all, and what of it no bank has taken back. */
  paid: v.object({ currency, cents: Cents, leftCents: Cents }),
  /** The oldest first. */
  disputes: v.array(WorkedDispute),
  /** An open proposal waits for a second operator. */
  proposed: v.boolean(),
});
export type WorkedDeposit = v.InferOutput<typeof WorkedDeposit>;

export const DepositsPage = v.object({ deposits: v.array(WorkedDeposit), nextCursor });
export type DepositsPage = v.InferOutput<typeof DepositsPage>;

export const DepositsQuery = v.object({
  state: v.optional(v.picklist(DEPOSIT_LISTS), 'waiting'),
  method: v.optional(v.picklist(PAYMENT_METHODS)),
  /** The beginning of an id, a whole reference, or a part of an e-mail, a name or a telephone number. */
  find: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(DEPOSITS_SEARCH_MAX)), ''),
  cursor: cursor(TIME_CURSOR),
});
export type DepositsQuery = v.InferOutput<typeof DepositsQuery>;

export const DepositProposal = v.object({
  ...ProposalDecision.entries,
  kind: v.picklist(DEPOSIT_PROPOSALS),
  deposit: v.object({ id: v.string(), amountCents: Cents, method: v.picklist(PAYMENT_METHODS) }),
  customer,
  /** What the evidence is called: a line of the bank's statement; of a charge-back the number of the bank's case. */
  reference: v.string(),
  /** Of a charge-back: what the bank took. */
  part: v.nullable(v.object({ currency, cents: Cents })),
  /** Of what is about a charge-back: that one's case. */
  caseNumber: v.nullable(v.string()),
  /** Of what is about one payment: how much that is. */
  paidCents: v.nullable(Cents),
});
export type DepositProposal = v.InferOutput<typeof DepositProposal>;

export const DepositProposalsPage = v.object({ proposals: v.array(DepositProposal), nextCursor });
export type DepositProposalsPage = v.InferOutput<typeof DepositProposalsPage>;

export const DepositDetails = v.object({
  deposit: WorkedDeposit,
  /** The operations that moved its money, in their order: none while it waits. */
  operations: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(OPERATION_KINDS),
      at: IsoTime,
      entries: LedgerOperation.entries.entries,
    }),
  ),
  /** The newest first. */
  proposals: v.array(DepositProposal),
  /** What can be proposed as it stands, by whoever may. */
  proposable: v.array(v.picklist(DEPOSIT_PROPOSALS)),
});
export type DepositDetails = v.InferOutput<typeof DepositDetails>;

const rowId = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** POST /api/admin/deposits/:id/proposals -> DepositProposal. */
export const DepositProposalRequest = v.variant('kind', [
  v.object({ kind: v.picklist(['deposit-settle', 'deposit-fail']), ...proposalEvidence }),
  v.object({ kind: v.picklist(STRAY_PROPOSALS), strayId: rowId, ...proposalEvidence }),
  v.object({
    kind: v.literal('charge-back'),
    /** Not given: all that is left of the payment. */
    amountCents: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    ...proposalEvidence,
  }),
  v.object({
    kind: v.picklist(DISPUTE_PROPOSALS),
    disputeId: rowId,
    ...proposalEvidence,
  }),
]);
export type DepositProposalRequest = v.InferOutput<typeof DepositProposalRequest>;
