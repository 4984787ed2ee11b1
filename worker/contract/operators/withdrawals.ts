// /api/admin/withdrawals: the queue of withdrawals, and what operators say of one: two approve, one stops or rejects (P91).

import * as v from 'valibot';
import { normaliseMessage } from '../../domain/contact-rules.ts';
import { MOVEMENT_CURSOR } from '../../domain/cursors.ts';
import { PAYOUT_METHODS } from '../../domain/payout-accounts.ts';
import {
  WITHDRAWAL_DECISIONS,
  WITHDRAWAL_FLAGS,
  WITHDRAWAL_ORDERS,
  WITHDRAWAL_STATES,
} from '../../domain/withdrawals.ts';
import { Cents, IsoTime } from '../money.ts';
import { cursor, nextCursor, pageLimit } from '../page.ts';
import { Hold } from '../withdrawals.ts';
import { LedgerOperation } from './ledger.ts';

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
  failure: v.nullable(v.string()),
  gateway: v.string(),
  gatewayReference: v.nullable(v.string()),
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
});
export type WithdrawalDetails = v.InferOutput<typeof WithdrawalDetails>;

const reason = v.pipe(
  v.string(),
  v.maxLength(1_000),
  v.transform(normaliseMessage),
  v.minLength(10),
  v.maxLength(400),
);

/** POST /:id/approve and /:id/stop -> WithdrawalDetails. */
export const WithdrawalDecision = v.object({ reason });
export type WithdrawalDecision = v.InferOutput<typeof WithdrawalDecision>;

/** POST /:id/reject -> WithdrawalDetails. The customer reads the note, and never the reason. */
export const WithdrawalRejection = v.object({
  reason,
  customerNote: v.optional(
    v.pipe(v.string(), v.maxLength(1_000), v.transform(normaliseMessage), v.maxLength(200)),
    '',
  ),
});
export type WithdrawalRejection = v.InferOutput<typeof WithdrawalRejection>;
