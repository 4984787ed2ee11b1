// Grams beside the ledger's ten-thousandths of a troy ounce. An ounce is 31.1034768 g exactly, so a step of the ledger is
// 3.11034768 mg. Weights in grams are ten-thousandths too (`gramsE4`).

import { safeInteger } from './money.ts';
import { OUNCE_GRAMS_E7 } from './per-gram.ts';

const E7 = 10_000_000n;

/** Half a gram of metal cannot be ordered to within two percent. */
export const LEAST_GRAMS_E4 = 10_000;

/** The fewest steps of the ledger that hold so many grams: who asks for a gram gets no less. */
export function ouncesOfGrams(gramsE4: number): number {
  return safeInteger((BigInt(gramsE4) * E7 + OUNCE_GRAMS_E7 - 1n) / OUNCE_GRAMS_E7);
}

/** The grams of a weight, rounded down: as an order they are the same weight again. */
export function gramsOfOunces(ouncesE4: number): number {
  return safeInteger((BigInt(ouncesE4) * OUNCE_GRAMS_E7) / E7);
}

/** How much more than the asked grams an order of whole steps is, in percent. */
export function excessPercent(gramsE4: number, ouncesE4: number): number {
  return (Number(BigInt(ouncesE4) * OUNCE_GRAMS_E7) / Number(BigInt(gramsE4) * E7) - 1) * 100;
}

/** How a typed target is counted: in cents of its currency, per ounce or per gram. */
export type TargetTerms = {
  readonly perGram: boolean;
  /** The dollar in reais (ten-thousandths); null for a target in dollars. */
  readonly usdBrlE4: number | null;
};

/**
 * A typed target as US cents per ounce, rounded away from the price, so that an alert never fires too early: up for
 * "at least" (`above`), down for "at most".
 */
export function targetPerOunceCents(
  typedCents: number,
  { perGram, usdBrlE4 }: TargetTerms,
  direction: 'above' | 'below',
): number {
  const product = BigInt(typedCents) * (perGram ? OUNCE_GRAMS_E7 : 1n) * (usdBrlE4 === null ? 1n : 10_000n);
  const divisor = (perGram ? E7 : 1n) * BigInt(usdBrlE4 ?? 1);
  return safeInteger(direction === 'above' ? (product + divisor - 1n) / divisor : product / divisor);
}
