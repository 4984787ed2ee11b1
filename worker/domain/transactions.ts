// A transaction: what the customer sees of one operation. Terms are stored in English and worded by the interface.

import type { DepositMethod } from './fees.ts';
import type { PaymentStatus } from './deposits.ts';
import type { TradedMetal } from './metals.ts';

export const TRANSACTION_TYPES = ['buy', 'sell', 'deposit', 'withdrawal', 'bonus'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTIONS_DEFAULT_LIMIT = 50;
export const TRANSACTIONS_MAX_LIMIT = 200;

/** A stored transaction. `totalCents`: a buy's cost, a sale's proceeds, the credited amount of a deposit. */
export type TransactionFacts = {
  readonly id: string;
  readonly type: TransactionType;
  readonly metal: TradedMetal | null;
  readonly ouncesE4: number | null;
  readonly priceCents: number | null;
  readonly subtotalCents: number;
  readonly feeCents: number;
  readonly totalCents: number;
  /** Of a sale: proceeds less the basis that left. */
  readonly realisedGainCents: number | null;
  readonly status: PaymentStatus;
  readonly method: DepositMethod | null;
  readonly gateway: string | null;
  readonly notes: string | null;
  readonly createdAt: number;
  readonly settledAt: number | null;
};

export type TransactionView = Omit<TransactionFacts, 'createdAt' | 'settledAt'> & {
  readonly createdAt: string;
  readonly settledAt: string | null;
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
    createdAt: new Date(facts.createdAt).toISOString(),
    settledAt: facts.settledAt === null ? null : new Date(facts.settledAt).toISOString(),
  };
}
