// The investment calculator: what a yearly amount, paid in monthly, becomes at a fixed yearly return
// (C2 "Investment calculator"; C9). An illustration: no fee, tax or inflation.

import { percentToTenth, wholeDollarsInCents } from './rounding.ts';
import type { SliderRange } from './slider-range.ts';

/** Ranges and defaults (C2): dollars a year, years, percent a year. */
export const INVESTMENT_RANGES = {
  annualDollars: { min: 1_000, max: 50_000, step: 1_000, initial: 5_000 },
  years: { min: 1, max: 30, step: 1, initial: 5 },
  returnPercent: { min: 1, max: 20, step: 0.5, initial: 8 },
} as const satisfies Record<string, SliderRange>;

export type InvestmentInput = {
  readonly annualDollars: number;
  /** A whole number of years, one at least. */
  readonly years: number;
  /** Percent a year: 8 is 8 %. */
  readonly returnPercent: number;
};

/** The figures at the end of a year. Cents, each a whole dollar; `gainCents` is value less invested. */
export type InvestmentYear = {
  readonly year: number;
  readonly investedCents: number;
  readonly valueCents: number;
  readonly gainCents: number;
};

export type Investment = {
  readonly rows: readonly InvestmentYear[];
  readonly last: InvestmentYear;
  /** Gain of the last row over what was invested, in percent, one decimal. */
  readonly totalReturnPercent: number | null;
};

const MONTHS = 12;

/**
 * One twelfth of the yearly amount is added at the end of every month and what is there grows by a twelfth of the
 * yearly return a month, for 12 x years months: value = m x ((1 + r/12)^n - 1) / (r/12) with m = annual / 12.
 * Value and invested are rounded to the whole dollar, half up; gain and percentage come from the rounded ones, so that
 * the figures on the page add up. Floats stay within a millionth of a dollar over all ranges.
 */
export function investment({ annualDollars, years, returnPercent }: InvestmentInput): Investment {
  const monthlyDollars = annualDollars / MONTHS;
  const monthlyRate = returnPercent / 100 / MONTHS;
  const yearEnd = (year: number): InvestmentYear => {
    const valueCents = wholeDollarsInCents(monthlyDollars * annuity(monthlyRate, year * MONTHS));
    const investedCents = wholeDollarsInCents(annualDollars * year);
    return { year, investedCents, valueCents, gainCents: valueCents - investedCents };
  };
  const last = yearEnd(years);
  return {
    rows: Array.from({ length: years }, (_, i) => yearEnd(i + 1)),
    last,
    totalReturnPercent: percentToTenth(last.gainCents, last.investedCents),
  };
}

/** What 1 added at the end of each of `periods` periods becomes at `rate` a period (an ordinary annuity). */
export function annuity(rate: number, periods: number): number {
  return rate === 0 ? periods : ((1 + rate) ** periods - 1) / rate;
}
