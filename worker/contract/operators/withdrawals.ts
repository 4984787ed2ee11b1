// /api/admin/withdrawals: the queue of withdrawals, and what operators say of one: two approve, one stops or rejects (P91); and of one that
// the bank has, how it ended (P102).

import * as v from 'valibot';
import { atLeast } from '../form-fields.ts';
import { normaliseMessage } from '../../domain/contact-rules.ts';
import { MOVEMENT_CURSOR } from '../../domain/cursors.ts';
import { WITHDRAWAL_PROPOSALS } from '../../domain/operator-proposals.ts';
import { PAYOUT_METHODS } from '../../domain/payout-accounts.ts';
import {
  CONTRADICTIONS,
  CONTRADICTIONS_SHOWN,
  DECISION_REASON_MAX_CHARACTERS,
  DECISION_REASON_MIN_CHARACTERS,
  REJECTION_NOTE_MAX_CHARACTERS,
  UNSENT_REASONS,
  WITHDRAWAL_DECISIONS,
  WITHDRAWAL_FLAGS,
  WITHDRAWAL_ORDERS,
  WITHDRAWAL_STATES,
} from '../../domain/withdrawals.ts';
import { Cents, IsoTime } from '../money.ts';
import { cursor, nextCursor, pageLimit } from '../page.ts';
import { Hold } from '../withdrawals.ts';
import { LedgerOperation } from './ledger.ts';
import { ProposalDecision, proposalEvidence } from './operators.ts';

/** Without a state all that is open. `order` and `flag` are of what is open; what is over comes the newest first. */
export const WithdrawalQueueQuery = v.object({
  state: v.optional(v.picklist(WITHDRAWAL_STATES)),
  order: v.optional(v.picklist(WITHDRAWAL_ORDERS), 'oldest'),
  flag: v.optional(v.picklist(WITHDRAWAL_FLAGS)),
  limit: pageLimit(50, 200),
  cursor: cursor(MOVEMENT_CURSOR),
});
export type WithdrawalQueueQuery = v.InferOutput<typeof WithdrawalQueueQuery>;

export const QueuedWithdrawal = v.object({
  id: v.string(),
  customer: v.object({ id: v.string(), name: v.string(), email: v.string() }),
  state: v.picklist(WITHDRAWAL_STATES),
  method: v.picklist(PAYOUT_METHODS),
  /** Masked. */
  to: v.string(),
  amountCents: Cents,
  feeCents: Cents,
  brlCents: v.nullable(Cents),
  rateE4: v.nullable(v.number()),
  flags: v.array(v.picklist(WITHDRAWAL_FLAGS)),
  holds: v.array(Hold),
  holdUntil: v.nullable(IsoTime),
  requestedAt: IsoTime,
  expectedOn: v.string(),
  sentAt: v.nullable(IsoTime),
  settledAt: v.nullable(IsoTime),
  returnedAt: v.nullable(IsoTime),
  /** A word of ours, or the bank's own; of a rejection the note to the customer. */
  failure: v.nullable(v.string()),
  gateway: v.string(),
  gatewayReference: v.nullable(v.string()),
  /** Why the last run could not send what is ready. */
  unsentBecause: v.nullable(v.picklist(UNSENT_REASONS)),
  /** The bank's word for why it did not take the order, where that is not about who is to be paid. */
  refused: v.nullable(v.string()),
  /** Since it was last stopped or contested. */
  approvals: v.number(),
  /** The operator's own money: another decides. */
  mine: v.boolean(),
  /** This operator's word is missing. */
  waitsForMe: v.boolean(),
});
export type QueuedWithdrawal = v.InferOutput<typeof QueuedWithdrawal>;

export const WithdrawalQueue = v.object({
  withdrawals: v.array(QueuedWithdrawal),
  nextCursor,
  /** From the question to the payment, of the last hundred that were paid; null before the first. */
  medianMs: v.nullable(v.number()),
});
export type WithdrawalQueue = v.InferOutput<typeof WithdrawalQueue>;

const customer = v.object({ id: v.string(), name: v.string(), email: v.string() });

export const WithdrawalProposal = v.object({
  ...ProposalDecision.entries,
  kind: v.picklist(WITHDRAWAL_PROPOSALS),
  withdrawal: v.object({ id: v.string(), amountCents: Cents, method: v.picklist(PAYOUT_METHODS) }),
  customer,
  /** What the evidence is called: the bank's name of the payment, a line of its statement, a case. */
  reference: v.string(),
  /** The state of the withdrawal when it was proposed, in which alone it can be approved; null: it was not stored, and never can. */
  proposedIn: v.nullable(v.picklist(WITHDRAWAL_STATES)),
});
export type WithdrawalProposal = v.InferOutput<typeof WithdrawalProposal>;

export const WithdrawalProposalsPage = v.object({ proposals: v.array(WithdrawalProposal), nextCursor });
export type WithdrawalProposalsPage = v.InferOutput<typeof WithdrawalProposalsPage>;

/** What the bank said that does not fit the books. */
export const Contradiction = v.object({
  id: v.string(),
  kind: v.picklist(CONTRADICTIONS),
  /** What the withdrawal was, and what was said of it. */
  state: v.picklist(WITHDRAWAL_STATES),
  said: v.picklist(['pending', 'paid', 'returned']),
  reference: v.string(),
  /** In the currency of the order. */
  cents: Cents,
  saidAt: IsoTime,
  resolved: v.nullable(v.object({ by: v.string(), what: v.string(), at: IsoTime })),
});
export type Contradiction = v.InferOutput<typeof Contradiction>;

export const WithdrawalDetails = v.object({
  ...QueuedWithdrawal.entries,
  /** In the order in which they were said. */
  decisions: v.array(
    v.object({
      by: v.string(),
      decision: v.picklist(WITHDRAWAL_DECISIONS),
      reason: v.string(),
      at: IsoTime,
      /** An approval that counts no longer: it was stopped or contested afterwards. */
      isVoid: v.boolean(),
    }),
  ),
  /** What moved, in the order of commits. */
  operations: v.array(
    v.object({
      id: v.string(),
      at: IsoTime,
      entries: LedgerOperation.entries.entries,
    }),
  ),
  contradictions: v.array(Contradiction),
  /** The newest first. */
  proposals: v.array(WithdrawalProposal),
  /** What can be proposed as it stands, by whoever may. */
  proposable: v.array(v.picklist(WITHDRAWAL_PROPOSALS)),
});
export type WithdrawalDetails = v.InferOutput<typeof WithdrawalDetails>;

const reason = v.pipe(
  v.string(),
  v.maxLength(1_000),
  v.transform(normaliseMessage),
  atLeast(DECISION_REASON_MIN_CHARACTERS),
  v.maxLength(DECISION_REASON_MAX_CHARACTERS),
);

/** POST /:id/approve and /:id/stop -> WithdrawalDetails. */
export const WithdrawalDecision = v.object({ reason });
export type WithdrawalDecision = v.InferOutput<typeof WithdrawalDecision>;

/** POST /:id/resolve -> WithdrawalDetails: what was done about those that the operator has read. */
export const ContradictionResolution = v.object({
  reason,
  contradictions: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(100))),
    v.minLength(1),
    v.maxLength(CONTRADICTIONS_SHOWN),
  ),
});
export type ContradictionResolution = v.InferOutput<typeof ContradictionResolution>;

/** POST /:id/proposals -> WithdrawalProposal. */
export const WithdrawalProposalRequest = v.object({
  kind: v.picklist(WITHDRAWAL_PROPOSALS),
  ...proposalEvidence,
});
export type WithdrawalProposalRequest = v.InferOutput<typeof WithdrawalProposalRequest>;

/** POST /:id/reject -> WithdrawalDetails. The customer reads the note, and never the reason. */
export const WithdrawalRejection = v.object({
  reason,
  customerNote: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(1_000),
      v.transform(normaliseMessage),
      v.maxLength(REJECTION_NOTE_MAX_CHARACTERS),
    ),
    '',
  ),
});
export type WithdrawalRejection = v.InferOutput<typeof WithdrawalRejection>;
