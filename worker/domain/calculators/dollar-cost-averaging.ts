// The dollar-cost averaging calculator: the same amount at regular intervals (A5, A9).
// Simplified by the specification: the whole sum grows for the whole period, although it is paid in bit by bit; the
// page says so, and offers the back-test (backtest.ts) beside it.

import { safeInteger } from '../money.ts';
import { percentToTenth } from './rounding.ts';
import type { SliderRange } from './slider-range.ts';

/** Ranges and defaults (A5): dollars per purchase, years. */
export const AVERAGING_RANGES = {
  amountDollars: { min: 100, max: 10_000, step: 100, initial: 1_000 },
  years: { min: 1, max: 30, step: 1, initial: 5 },
} as const satisfies Record<string, SliderRange>;

export const FREQUENCIES = ['monthly', 'quarterly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const INITIAL_FREQUENCY: Frequency = 'monthly';

/** Purchases a year (A9). */
export const PURCHASES_PER_YEAR: Readonly<Record<Frequency, 12 | 4 | 1>> = {
  monthly: 12,
  quarterly: 4,
  yearly: 1,
};

/** The fixed return in percent a year (A9). */
export const AVERAGING_RETURN_PERCENT = 8;

export type AveragingInput = {
  readonly amountDollars: number;
  readonly frequency: Frequency;
  readonly years: number;
};

export type Averaging = {
  readonly purchases: number;
  readonly investedCents: number;
  readonly valueCents: number;
  readonly gainCents: number;
  /** Gain over what was invested, in percent, one decimal. */
  readonly totalReturnPercent: number | null;
};

/**
 * purchases = purchases a year x years; invested = amount x purchases; value = invested x 1.08^years, exactly, then
 * rounded to the cent, half up; gain = value - invested.
 */
export function dollarCostAveraging({ amountDollars, frequency, years }: AveragingInput): Averaging {
  const purchases = PURCHASES_PER_YEAR[frequency] * years;
  const investedCents = Math.round(amountDollars * 100) * purchases;
  const valueCents = grown(investedCents, years);
  const gainCents = valueCents - investedCents;
  return {
    purchases,
    investedCents,
    valueCents,
    gainCents,
    totalReturnPercent: percentToTenth(gainCents, investedCents),
  };
}

function grown(cents: number, years: number): number {
  const whole = 100n ** BigInt(years);
  const factor = (100n + BigInt(AVERAGING_RETURN_PERCENT)) ** BigInt(years);
  return safeInteger((BigInt(cents) * factor * 2n + whole) / (whole * 2n));
}
