// GET /api/transactions and /api/transactions/:id. Terms are stored in English; the interface translates them.

import * as v from 'valibot';
import { TIME_CURSOR } from '../domain/cursors.ts';
import { cursor, nextCursor, pageLimit, timeZone } from './page.ts';
import { PAYMENT_STATUSES } from '../domain/deposits.ts';
import { PAYMENT_METHODS } from '../domain/fees.ts';
import { TRADED_METALS } from '../domain/metals.ts';
import { REVERSIBLE_TYPES } from '../domain/reversals.ts';
import { LANGUAGES } from '../domain/settings-rules.ts';
import {
  TRANSACTION_TYPES,
  TRANSACTIONS_DEFAULT_LIMIT,
  TRANSACTIONS_MAX_LIMIT,
  type TransactionView,
} from '../domain/transactions.ts';
import { WITHDRAWAL_STATES } from '../domain/withdrawals.ts';
import { Cents, IsoTime, OuncesE4, SignedCents } from './money.ts';

export const Transaction = v.object({
  id: v.string(),
  type: v.picklist(TRANSACTION_TYPES),
  metal: v.nullable(v.picklist(TRADED_METALS)),
  ouncesE4: v.nullable(OuncesE4),
  priceCents: v.nullable(Cents),
  subtotalCents: Cents,
  feeCents: Cents,
  /** A buy's cost, a sale's proceeds, the credited amount of a deposit. */
  totalCents: Cents,
  realisedGainCents: v.nullable(SignedCents),
  status: v.picklist(PAYMENT_STATUSES),
  method: v.nullable(v.picklist(PAYMENT_METHODS)),
  /** The payment gateway of a deposit; 'sandbox' moves no real money and is labelled so. */
  gateway: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  createdAt: IsoTime,
  settledAt: v.nullable(IsoTime),
  /** Of a reversal: the transaction it undoes, and its type. */
  reverses: v.optional(v.string()),
  reversedType: v.optional(v.picklist(REVERSIBLE_TYPES)),
  /** The reversal that undid this one. */
  reversedBy: v.optional(v.string()),
  /** Of a deposit that was credited as what arrived: what had been asked for. */
  announcedCents: v.optional(Cents),
  /** Of a deposit that its bank took back, whole or in parts, and of the charge-backs themselves: in the currency that was paid. */
  takenBack: v.optional(
    v.object({
      currency: v.picklist(['USD', 'BRL']),
      paidCents: Cents,
      /** All that the bank has taken and not given up, until now. */
      takenCents: Cents,
      /** What it took by this charge-back; null of the deposit. */
      partCents: v.nullable(Cents),
    }),
  ),
});
export type Transaction = v.InferOutput<typeof Transaction>;

export function transactionOf(view: TransactionView): Transaction {
  return view;
}

export const TransactionsPage = v.object({
  transactions: v.array(Transaction),
  /** How many match, on this and all other pages. */
  total: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** There may be more than `total`: only the newest 2,000 were counted. */
  atLeast: v.optional(v.literal(true)),
  nextCursor,
  /** The search stopped here, its page full or not: what was made before is searched from `nextCursor` on. */
  searchedTo: v.optional(IsoTime),
});
export type TransactionsPage = v.InferOutput<typeof TransactionsPage>;

/** The values allowed in `terms`: the stored values of type, metal, method and status, and how a withdrawal stands. */
export const TRANSACTION_TERMS = [
  ...TRANSACTION_TYPES,
  ...TRADED_METALS,
  ...PAYMENT_METHODS,
  ...PAYMENT_STATUSES,
  ...WITHDRAWAL_STATES,
] as const;
export type TransactionTerm = (typeof TRANSACTION_TERMS)[number];

export const SEARCH_MAX_CHARACTERS = 100;

/**
 * `search` is what was typed, also a receipt's code; `terms` are the stored terms, comma-separated, whose text on the page
 * contains it (typing 'prata' sends `search=prata&terms=silver`); `cents` are the totals that it stands for as an amount
 * (typing '499' sends `cents=49900-49999`). A transaction matches if any of them does.
 */
const filter = {
  status: v.optional(v.picklist(PAYMENT_STATUSES)),
  search: v.optional(v.pipe(v.string(), v.maxLength(SEARCH_MAX_CHARACTERS))),
  terms: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').filter((term) => term !== '')),
      v.array(v.picklist(TRANSACTION_TERMS)),
    ),
  ),
  cents: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}-\d{1,15}$/u),
      v.transform((text) => {
        const [from = 0, to = 0] = text.split('-').map(Number);
        return { from, to };
      }),
    ),
  ),
};
export const TransactionsQuery = v.object({
  ...filter,
  limit: pageLimit(TRANSACTIONS_DEFAULT_LIMIT, TRANSACTIONS_MAX_LIMIT),
  cursor: cursor(TIME_CURSOR),
});
export type TransactionsQuery = v.InferOutput<typeof TransactionsQuery>;

/** GET /api/transactions/file: all that match, as a file. Numbers and words of a CSV are those of the language. */
export const TransactionsFileQuery = v.object({
  ...filter,
  format: v.picklist(['csv', 'json']),
  language: v.optional(v.picklist(LANGUAGES), 'pt-BR'),
  timeZone: v.optional(timeZone, 'UTC'),
});
export type TransactionsFileQuery = v.InferOutput<typeof TransactionsFileQuery>;
