// /api/admin/ledger: the books as operators see them, and reversals, which one operator proposes and another decides.

import * as v from 'valibot';
import { MOVEMENT_CURSOR, TIME_CURSOR } from '../../domain/cursors.ts';
import { atLeast, readable } from '../form-fields.ts';
import { cursor, nextCursor } from '../page.ts';
import { TRADED_METALS } from '../../domain/metals.ts';
import { LEDGER_ORDERS, LEDGER_PERIODS, LEDGER_SEARCH_MAX } from '../../domain/ledger-list.ts';
import {
  PROPOSAL_STATES,
  REVERSAL_NOTE_MAX,
  REVERSAL_REASON_MAX,
  REVERSAL_REASON_MIN,
  REVERSAL_SHORTFALLS,
  REVERSIBLE_TYPES,
} from '../../domain/reversals.ts';
import { type Asset, ASSETS, OPERATION_KINDS } from '../../domain/operations.ts';
import { TRANSACTION_TYPES } from '../../domain/transactions.ts';
import { Cents, IsoTime, OuncesE4, SignedCents } from '../money.ts';
import { QuoteEvidence } from '../trades.ts';
import { Transaction } from '../transactions.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const SignedAmount = v.pipe(v.number(), v.safeInteger());

export const LedgerCheckReport = v.object({
  ranAt: IsoTime,
  tookMs: v.number(),
  ok: v.boolean(),
  counts: v.object({
    accounts: v.number(),
    operations: v.number(),
    entries: v.number(),
    transactions: v.number(),
    pendingCents: Cents,
  }),
  /** The findings, row by row; at most twenty of each rule. */
  findings: v.array(v.object({ rule: v.string(), subject: v.string(), detail: v.string() })),
});
export type LedgerCheckReport = v.InferOutput<typeof LedgerCheckReport>;

export const HOUSE_ACCOUNTS = [
  'cash',
  'metal',
  'fees',
  'storage',
  'promotion',
  'waived',
  'suppliers',
  'disputes',
  'writtenOff',
  'payouts',
  'pix',
  'fx',
  'pixWaiting',
  'pixRefunds',
  'taxes',
] as const;
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];
const balances = { usdCents: SignedCents, goldE4: SignedAmount, silverE4: SignedAmount };

export const LedgerOverview = v.object({
  asOf: IsoTime,
  /** Null before the first check. */
  check: v.nullable(LedgerCheckReport),
  /** The sum of each account's entries: what the house gained is positive. */
  house: v.array(v.object({ account: v.picklist(HOUSE_ACCOUNTS), ...balances })),
  /** Of all customers together: the other side, so that each column sums to zero. */
  customers: v.object(balances),
  openProposals: v.number(),
});
export type LedgerOverview = v.InferOutput<typeof LedgerOverview>;

const LedgerCustomer = v.object({ id: v.string(), name: v.string(), email: v.string() });

/** What moved, in short. `totalCents` as in a transaction. */
const movement = {
  type: v.picklist(TRANSACTION_TYPES),
  /** Of a reversal: what it undid. */
  reversedType: v.nullable(v.picklist(REVERSIBLE_TYPES)),
  metal: v.nullable(v.picklist(TRADED_METALS)),
  ouncesE4: v.nullable(OuncesE4),
  totalCents: Cents,
};

export const LedgerTransaction = v.object({
  operationId: v.string(),
  transactionId: v.string(),
  customer: LedgerCustomer,
  ...movement,
  settledAt: IsoTime,
  reversed: v.boolean(),
  /** An open proposal waits for a second operator. */
  proposed: v.boolean(),
});
export type LedgerTransaction = v.InferOutput<typeof LedgerTransaction>;

export const LedgerTransactionsPage = v.object({
  movements: v.array(LedgerTransaction),
  nextCursor,
});
export type LedgerTransactionsPage = v.InferOutput<typeof LedgerTransactionsPage>;

/** `find`: the beginning of a receipt's, operation's or customer's id, or a part of an e-mail, a name or a telephone number; it looks through all times. */
export const LedgerTransactionsQuery = v.object({
  period: v.optional(v.picklist(LEDGER_PERIODS), '30d'),
  type: v.optional(v.picklist(TRANSACTION_TYPES)),
  find: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(LEDGER_SEARCH_MAX))),
  order: v.optional(v.picklist(LEDGER_ORDERS), 'largest'),
  cursor: cursor(MOVEMENT_CURSOR),
});
export type LedgerTransactionsQuery = v.InferOutput<typeof LedgerTransactionsQuery>;

export const ReversalProposal = v.object({
  id: v.string(),
  operationId: v.string(),
  customer: LedgerCustomer,
  ...movement,
  state: v.picklist(PROPOSAL_STATES),
  proposedBy: v.string(),
  proposedAt: IsoTime,
  reason: v.string(),
  customerNote: v.nullable(v.string()),
  decidedBy: v.nullable(v.string()),
  decidedAt: v.nullable(IsoTime),
  decisionNote: v.nullable(v.string()),
  /** The operation that undid it. */
  reversalId: v.nullable(v.string()),
  /** The calling operator's own: may be withdrawn, not decided. */
  mine: v.boolean(),
  /** Open, and the calling operator may decide it. */
  waitsForMe: v.boolean(),
});
export type ReversalProposal = v.InferOutput<typeof ReversalProposal>;

export const ReversalProposalsPage = v.object({
  proposals: v.array(ReversalProposal),
  nextCursor,
});
export type ReversalProposalsPage = v.InferOutput<typeof ReversalProposalsPage>;

export const ReversalProposalsQuery = v.object({
  state: v.optional(v.picklist(['open', 'decided']), 'open'),
  cursor: cursor(TIME_CURSOR),
});
export type ReversalProposalsQuery = v.InferOutput<typeof ReversalProposalsQuery>;

const position = v.object({
  cashCents: Cents,
  ouncesE4: v.nullable(OuncesE4),
  heldOuncesE4: v.nullable(OuncesE4),
  costBasisCents: v.nullable(Cents),
  realisedGainCents: v.nullable(SignedCents),
});

export const LedgerOperation = v.object({
  operationId: v.string(),
  kind: v.picklist(OPERATION_KINDS),
  initiator: v.picklist(['customer', 'gateway', 'house']),
  createdAt: IsoTime,
  customer: LedgerCustomer,
  transaction: Transaction,
  /** Of a trade: the quote that the customer accepted, and what its price was made from. */
  quote: v.nullable(v.object({ id: v.string(), evidence: v.nullable(QuoteEvidence) })),
  /** What the account gains is positive; in the scale of its asset. */
  entries: v.array(
    v.object({
      account: v.picklist(['customer', ...HOUSE_ACCOUNTS]),
      asset: v.picklist(Object.keys(ASSETS) as Asset[]),
      amount: SignedAmount,
    }),
  ),
  /** The operations that this one undid, and that undid it. */
  reverses: v.nullable(v.string()),
  reversedBy: v.nullable(v.string()),
  proposals: v.array(ReversalProposal),
  /** What a reversal now would do; null where there can be none. */
  reversal: v.nullable(
    v.object({
      before: position,
      /** Null while it cannot be: `shortfall` says why. */
      after: v.nullable(position),
      shortfall: v.nullable(v.picklist(REVERSAL_SHORTFALLS)),
      /** Operators cannot take part in a reversal on their own account. */
      ownAccount: v.boolean(),
    }),
  ),
});
export type LedgerOperation = v.InferOutput<typeof LedgerOperation>;

const words = (least: number, most: number) =>
  v.pipe(v.string(), v.trim(), atLeast(least), v.maxLength(most), readable);

export const ReversalRequest = v.object({
  operationId: id,
  /** For the operators and their log. */
  reason: words(REVERSAL_REASON_MIN, REVERSAL_REASON_MAX),
  /** What the customer reads. */
  customerNote: v.optional(words(0, REVERSAL_NOTE_MAX), ''),
});
export type ReversalRequest = v.InferOutput<typeof ReversalRequest>;

export const ReversalApproval = v.object({ note: v.optional(words(0, REVERSAL_REASON_MAX), '') });
export type ReversalApproval = v.InferOutput<typeof ReversalApproval>;

export const ReversalRejection = v.object({ note: words(3, REVERSAL_REASON_MAX) });
export type ReversalRejection = v.InferOutput<typeof ReversalRejection>;
