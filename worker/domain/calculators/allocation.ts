// The allocation analyzer: what part of a portfolio is gold and silver, held against the range commonly cited
// (A5, A9). Amounts in cents.

import { safeInteger } from '../money.ts';
import { percentToTenth } from './rounding.ts';
import { CITED_GOLD_SHARE } from '../limits.ts';
import type { SliderRange } from './slider-range.ts';

export const ASSETS = ['gold', 'silver', 'stocks', 'bonds'] as const;
export type Asset = (typeof ASSETS)[number];

/** Ranges and defaults in dollars (A5). */
export const ALLOCATION_RANGES = {
  gold: { min: 0, max: 200_000, step: 1_000, initial: 50_000 },
  silver: { min: 0, max: 100_000, step: 1_000, initial: 10_000 },
  stocks: { min: 0, max: 500_000, step: 5_000, initial: 80_000 },
  bonds: { min: 0, max: 300_000, step: 5_000, initial: 40_000 },
} as const satisfies Record<Asset, SliderRange>;

/** Precious metals' share of the portfolio in percent, both ends inside (A5). */
export const METALS_SHARE = CITED_GOLD_SHARE;

/** How the metals themselves are commonly split, in percent (A9). */
export const METALS_SPLIT = { gold: { least: 70, most: 80 }, silver: { least: 20, most: 30 } } as const;

export type AllocationInput = Readonly<Record<Asset, number>>;

export type Allocation = {
  readonly totalCents: number;
  readonly metalsCents: number;
  /** Each asset's part of the total in percent, one decimal; null of an empty portfolio. */
  readonly shares: Readonly<Record<Asset, number | null>>;
  /** Gold and silver together, one decimal, and never on the other side of a border than the verdict. */
  readonly metalsPercent: number | null;
} & Verdict;

export type Verdict =
  | { readonly verdict: 'empty' | 'within' | 'above' }
  | {
      readonly verdict: 'below';
      /** Cents to move out of stocks and bonds into gold, the total staying the same, until the share is 5 %. */
      readonly moveCents: number;
      /** Cents of new money to put into gold instead, which makes the total grow too. */
      readonly addCents: number;
    };

/**
 * The verdict compares the amounts themselves, 100 x metals with 5 and 15 x total; shares are rounded only to be shown.
 * moveCents = 5 % x total - metals and addCents = that / 95 %, both rounded up to the cent, so that afterwards the
 * share is 5 % or a trifle more, never less.
 */
export function analyzeAllocation(portfolio: AllocationInput): Allocation {
  const metalsCents = portfolio.gold + portfolio.silver;
  const totalCents = metalsCents + portfolio.stocks + portfolio.bonds;
  const share = (asset: Asset) => percentToTenth(portfolio[asset], totalCents);
  return {
    totalCents,
    metalsCents,
    shares: {
      gold: share('gold'),
      silver: share('silver'),
      stocks: share('stocks'),
      bonds: share('bonds'),
    },
    ...verdictOn(metalsCents, totalCents),
  };
}

type Judged = Verdict & { readonly metalsPercent: number | null };

function verdictOn(metalsCents: number, totalCents: number): Judged {
  const rounded = percentToTenth(metalsCents, totalCents);
  if (rounded === null) return { verdict: 'empty', metalsPercent: null };
  const { least, most } = METALS_SHARE;
  if (metalsCents * 100 < totalCents * least) {
    const short = BigInt(totalCents * least - metalsCents * 100);
    return {
      verdict: 'below',
      // 4.96 % would read as 5.0 % beside a sentence that says it is less.
      metalsPercent: Math.min(rounded, least - 0.1),
      moveCents: ceilDiv(short, 100n),
      addCents: ceilDiv(short, BigInt(100 - least)),
    };
  }
  if (metalsCents * 100 > totalCents * most) {
    return { verdict: 'above', metalsPercent: Math.max(rounded, most + 0.1) };
  }
  return { verdict: 'within', metalsPercent: rounded };
}

function ceilDiv(a: bigint, b: bigint): number {
  return safeInteger((a + b - 1n) / b);
}
