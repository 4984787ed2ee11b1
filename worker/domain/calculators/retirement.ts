// The retirement calculator: savings and monthly contributions at the blended return of a portfolio that holds some
// gold (A5, A9). The expected returns are the specification's assumptions, not forecasts.

import { annuity } from './investment.ts';
import { wholeDollarsInCents } from './rounding.ts';
import type { SliderRange } from './slider-range.ts';

/** Ranges and defaults (A5): years of age, dollars, percent of the portfolio. */
export const RETIREMENT_RANGES = {
  currentAge: { min: 18, max: 70, step: 1, initial: 35 },
  retirementAge: { min: 55, max: 75, step: 1, initial: 65 },
  savingsDollars: { min: 0, max: 500_000, step: 5_000, initial: 50_000 },
  monthlyDollars: { min: 0, max: 5_000, step: 100, initial: 500 },
  goldPercent: { min: 0, max: 30, step: 1, initial: 10 },
} as const satisfies Record<string, SliderRange>;

/** Expected returns in percent a year (A9). */
export const EXPECTED_RETURNS = { stocks: 10, gold: 8, bonds: 4 } as const;
/** How what is not gold is split, in percent (A9). */
export const NON_GOLD_SPLIT = { stocks: 70, bonds: 30 } as const;

export type RetirementInput = {
  readonly currentAge: number;
  readonly retirementAge: number;
  readonly savingsDollars: number;
  readonly monthlyDollars: number;
  /** Whole percent of the portfolio: 10 is 10 %. */
  readonly goldPercent: number;
};

export type Retirement =
  | {
      readonly ok: true;
      readonly years: number;
      /** Cents, each a whole dollar. */
      readonly projectedCents: number;
      readonly contributionsCents: number;
      readonly growthCents: number;
      /** The blended return in percent a year, two decimals. */
      readonly averageReturnPercent: number;
    }
  /** There is nothing to work out: the retirement age must exceed the current age. */
  | { readonly ok: false; readonly reason: 'age' };

/**
 * years = retirement age - current age; r = blended return.
 * projected = savings x (1 + r)^years + monthly x 12 x ((1 + r)^years - 1) / r, a year's contributions at its end;
 * contributions = monthly x 12 x years + savings; growth = projected - contributions.
 * Projected is rounded to the whole dollar, half up, and growth comes from the rounded one.
 */
export function retirement(input: RetirementInput): Retirement {
  const years = input.retirementAge - input.currentAge;
  if (years <= 0) return { ok: false, reason: 'age' };
  const averageReturnPercent = blendedReturnPercent(input.goldPercent);
  const rate = unroundedReturn(input.goldPercent) / 1_000_000;
  const yearly = input.monthlyDollars * 12;
  const projected = input.savingsDollars * (1 + rate) ** years + yearly * annuity(rate, years);
  const projectedCents = wholeDollarsInCents(projected);
  const contributionsCents = wholeDollarsInCents(yearly * years + input.savingsDollars);
  return {
    ok: true,
    years,
    projectedCents,
    contributionsCents,
    growthCents: projectedCents - contributionsCents,
    averageReturnPercent,
  };
}

/** The weighted sum of the three expected returns, in percent a year, half up to two decimals: 8.18 at 10 % of gold. */
export function blendedReturnPercent(goldPercent: number): number {
  return Math.floor((unroundedReturn(goldPercent) + 50) / 100) / 100;
}

/** The same in millionths, exactly: three percentages multiplied, so an integer. 81_800 is 8.18 %. */
function unroundedReturn(goldPercent: number): number {
  const rest =
    NON_GOLD_SPLIT.stocks * EXPECTED_RETURNS.stocks + NON_GOLD_SPLIT.bonds * EXPECTED_RETURNS.bonds;
  return goldPercent * 100 * EXPECTED_RETURNS.gold + (100 - goldPercent) * rest;
}
