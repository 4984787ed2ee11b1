// A transaction: what the customer sees of one operation. Terms are stored in English and worded by the interface.

import type { DepositMethod } from './fees.ts';
import type { PaymentStatus } from './deposits.ts';
import type { TradedMetal } from './metals.ts';
import type { ReversibleType } from './reversals.ts';
import type { AttemptLimit } from './session-rules.ts';
import { HOUR_MS, iso } from './time.ts';

export const TRANSACTION_TYPES = ['buy', 'sell', 'deposit', 'withdrawal', 'bonus', 'reversal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTIONS_DEFAULT_LIMIT = 50;
export const TRANSACTIONS_MAX_LIMIT = 200;
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
  readonly method: DepositMethod | null;
  readonly gateway: string | null;
  readonly notes: string | null;
  readonly createdAt: number;
  readonly settledAt: number | null;
  /** Of a reversal: the transaction it undoes, and that one's type, which says which way money and metal went. */
  readonly reverses?: string | null;
  readonly reversedType?: ReversibleType | null;
  /** The transaction that undid this one. */
  readonly reversedBy?: string | null;
};

export type TransactionView = Omit<
  TransactionFacts,
  'createdAt' | 'settledAt' | 'reverses' | 'reversedType' | 'reversedBy'
> & {
  readonly createdAt: string;
  readonly settledAt: string | null;
  readonly reverses?: string;
  readonly reversedType?: ReversibleType;
  readonly reversedBy?: string;
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
  };
}

function isKnown<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}
