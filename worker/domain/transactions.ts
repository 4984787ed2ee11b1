// A transaction: what the customer sees of one operation. Terms are stored in English and worded by the interface.

import type { PaymentMethod } from './fees.ts';
import type { PaymentStatus } from './deposits.ts';
import type { TradedMetal } from './metals.ts';
import type { ReversibleType } from './reversals.ts';
import type { AttemptLimit } from './session-rules.ts';
import { HOUR_MS, iso } from './time.ts';

/**
 * Which way the customer's money and metal go: 1 comes, -1 goes. `method`: money comes or goes by one. A reversal is the opposite
 * of what it undoes. The database has the same as rows of `transaction_types`; a test compares both.
 */
export const TRANSACTION_RULES = {
  buy: { cash: -1, metal: 1, method: false },
  sell: { cash: 1, metal: -1, method: false },
  deposit: { cash: 1, metal: 0, method: true },
  withdrawal: { cash: -1, metal: 0, method: true },
  /** The bank sent it back after it had been paid. */
  'withdrawal-return': { cash: 1, metal: 0, method: true },
  waiver: { cash: -1, metal: 0, method: false },
  bonus: { cash: 0, metal: 1, method: false },
  reversal: { cash: 0, metal: 0, method: false },
  'storage-fee': { cash: -1, metal: 0, method: false },
  delivery: { cash: -1, metal: -1, method: false },
  'gift-sent': { cash: 0, metal: -1, method: false },
  'gift-received': { cash: 0, metal: 1, method: false },
  /** The payer's bank took a deposit back. */
  'charge-back': { cash: -1, metal: 0, method: true },
  /** And gave it up. */
  'charge-back-return': { cash: 1, metal: 0, method: true },
} as const satisfies Readonly<
  Record<string, { readonly cash: Direction; readonly metal: Direction; readonly method: boolean }>
>;
type Direction = -1 | 0 | 1;

export type TransactionType = keyof typeof TRANSACTION_RULES;
export const TRANSACTION_TYPES = Object.keys(TRANSACTION_RULES) as readonly TransactionType[];

/** What happens today; the other words wait for what they name. */
export const CURRENT_TYPES = [
  'buy',
  'sell',
  'deposit',
  'withdrawal',
  'withdrawal-return',
  'waiver',
  'bonus',
  'reversal',
  'storage-fee',
  'charge-back',
  'charge-back-return',
] as const satisfies TransactionType[];

/** What it adds to the customer's cash; below zero where money goes. */
export function cashChangeCents({
  type,
  reversedType,
  totalCents,
}: Pick<TransactionFacts, 'type' | 'totalCents'> & {
  readonly reversedType?: ReversibleType | null | undefined;
}): number {
  const { cash } = TRANSACTION_RULES[reversedType ?? type];
  if (cash === 0) return 0;
  return cash * totalCents * (isKnown(reversedType) ? -1 : 1);
}

export const TRANSACTIONS_DEFAULT_LIMIT = 50;
export const TRANSACTIONS_MAX_LIMIT = 200;
/** Of one customer, in one call of a search; and the most that are counted. The answer says from where on to search older ones. */
export const TRANSACTIONS_SEARCHED_MAX = 2_000;
/** Files of one customer. */
export const TRANSACTIONS_FILE_LIMIT: AttemptLimit = { max: 20, windowMs: HOUR_MS };

/**
 * A stored transaction. `totalCents`: a buy's cost, a sale's proceeds, the credited amount of a deposit; of a reversal, that
 * of what it undoes.
 */
export type TransactionFacts = {
  readonly id: string;
  readonly type: TransactionType;
  readonly metal: TradedMetal | null;
  readonly ouncesE4: number | null;
  readonly priceCents: number | null;
  readonly subtotalCents: number;
  readonly feeCents: number;
  readonly totalCents: number;
  /** Of a sale: proceeds less the basis that left. Of a reversal: what it adds to the realised gain. */
  readonly realisedGainCents: number | null;
  readonly status: PaymentStatus;
  readonly method: PaymentMethod | null;
  readonly gateway: string | null;
  readonly notes: string | null;
  readonly createdAt: number;
  readonly settledAt: number | null;
  /** Of a reversal: the transaction it undoes, and that one's type, which says which way money and metal went. */
  readonly reverses?: string | null;
  readonly reversedType?: ReversibleType | null;
  /** The transaction that undid this one. */
  readonly reversedBy?: string | null;
  /** What had been asked for, of a deposit that was credited as another amount (P106). */
  readonly announcedCents?: number | null;
  /** JSON of TakenBack. */
  readonly takenBack?: string | null;
};

/** Of a payment that its bank took back, whole or in parts: money of the currency that was paid. */
export type TakenBack = {
  readonly currency: 'USD' | 'BRL';
  readonly paidCents: number;
  /** All that the bank has taken and not given up, until now. */
  readonly takenCents: number;
  /** Of a charge-back, or of what came of one: what the bank took by it. Null of the deposit. */
  readonly partCents: number | null;
};

export type TransactionView = Omit<
  TransactionFacts,
  'createdAt' | 'settledAt' | 'reverses' | 'reversedType' | 'reversedBy' | 'announcedCents' | 'takenBack'
> & {
  readonly createdAt: string;
  readonly settledAt: string | null;
  readonly reverses?: string;
  readonly reversedType?: ReversibleType;
  readonly reversedBy?: string;
  readonly announcedCents?: number;
  readonly takenBack?: TakenBack;
};

/** As the API says it: times are ISO 8601 UTC. */
export function viewTransaction(facts: TransactionFacts): TransactionView {
  return {
    id: facts.id,
    type: facts.type,
    metal: facts.metal,
    ouncesE4: facts.ouncesE4,
    priceCents: facts.priceCents,
    subtotalCents: facts.subtotalCents,
    feeCents: facts.feeCents,
    totalCents: facts.totalCents,
    realisedGainCents: facts.realisedGainCents,
    status: facts.status,
    method: facts.method,
    gateway: facts.gateway,
    notes: facts.notes,
    createdAt: iso(facts.createdAt),
    settledAt: facts.settledAt === null ? null : iso(facts.settledAt),
    // Left out where there is none: a stored reply of before says the same bytes as ever.
    ...(isKnown(facts.reverses) && { reverses: facts.reverses }),
    ...(isKnown(facts.reversedType) && { reversedType: facts.reversedType }),
    ...(isKnown(facts.reversedBy) && { reversedBy: facts.reversedBy }),
    ...(isKnown(facts.announcedCents) && { announcedCents: facts.announcedCents }),
    ...(isKnown(facts.takenBack) && { takenBack: JSON.parse(facts.takenBack) as TakenBack }),
  };
}

function isKnown<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
