// How much a level may deposit: the limit of its row, and below level 2 less than R$ 10,000, the sum from which dealers in goods of high
// value keep a register of each customer (P61); the same sum bounds what it may buy. The ledger's SQL does the same in the batch of each
// deposit and each purchase.

import type { Level } from './identity.ts';
import { DAY_MS } from './time.ts';

/** What a level bounds by a sum of days. */
export const LEVEL_SUMS = ['deposits', 'purchases', 'withdrawals'] as const;
export type LevelSumOf = (typeof LEVEL_SUMS)[number];

/** R$ 10,000.00, in cents of a real. */
export const REGISTER_FROM_CENTAVOS = 1_000_000;
/** In how long a time purchases are added up; deposits by the rows of the limits. */
export const REGISTER_WINDOW_MS = 30 * DAY_MS;
/** The level that has been registered. */
export const REGISTERED_LEVEL = 2;
/** What a customer below it may deposit, and buy for, where no exchange rate is known: the limit of level 0. */
export const WITHOUT_RATE_MAX_CENTS = 100_000;

const E4 = 10_000;

/** The largest sum in US cents that is worth less than R$ 10,000 at this rate (reais in ten-thousandths). Null: no rate is known. */
export function registerMaxCents(usdBrlE4: number | null): number {
  if (usdBrlE4 === null) return WITHOUT_RATE_MAX_CENTS;
  return Math.ceil((REGISTER_FROM_CENTAVOS * E4) / usdBrlE4) - 1;
}

/** Whether a purchase of this total would pass what the level may buy for in 30 days; null: nothing bounds it. */
export function isBeyondRegister(
  { level, boughtCents }: { readonly level: Level; readonly boughtCents: number },
  totalCents: number,
  maxCents: number | null,
): boolean {
  return maxCents !== null && level < REGISTERED_LEVEL && boughtCents + totalCents > maxCents;
}

export type LevelLimit = {
  readonly level: Level;
  readonly windowMs: number;
  /** Null: agreed with the customer. */
  readonly maxCents: number | null;
};

/** What this level may bring in within its time; null: agreed. */
export function limitOfLevel({ level, maxCents }: LevelLimit, registerCents: number): number | null {
  return maxCents === null || level >= REGISTERED_LEVEL ? maxCents : Math.min(maxCents, registerCents);
}

/** The lowest level above this one that has room for the sum; the highest where none of fixed limit has. */
export function levelFor(
  limits: readonly LevelLimit[],
  sumCents: number,
  above: Level,
  registerCents: number,
): Level {
  const found = limits.find((limit) => {
    const max = limitOfLevel(limit, registerCents);
    return limit.level > above && (max === null || sumCents <= max);
  });
  return found?.level ?? 3;
}
