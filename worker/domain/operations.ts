// The words of the ledger. They are rows of the database too, so that a new one is an INSERT; a test compares both.

import type { TradedMetal } from './metals.ts';

export const OPERATION_KINDS = [
  'trade',
  'deposit',
  'settlement',
  'bonus',
  'waiver',
  'reversal',
  'payout',
  'storage-fee',
  'delivery',
  'gift',
  'bar',
  'fx',
  'reais',
  'dispute',
  'treasury',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Kinds of which each operation is shown as a transaction of its own. What takes several operations is shown once. */
export const SHOWN_KINDS = ['trade', 'deposit', 'bonus', 'waiver', 'reversal', 'storage-fee'] as const;

export type Asset = 'usd' | TradedMetal | 'brl';

/** `scale`: decimals of the whole number in which it is counted. `houseOnly`: no customer has a balance of it. */
export const ASSETS = {
  usd: { scale: 2, houseOnly: false },
  gold: { scale: 4, houseOnly: false },
  silver: { scale: 4, houseOnly: false },
  brl: { scale: 2, houseOnly: true },
} as const satisfies Readonly<Record<Asset, { readonly scale: number; readonly houseOnly: boolean }>>;
