// The price calculator: dollars to ounces and back at the market price (C2 "Price calculator
// widget"; C5). No spread is hidden in it (P2): the fee is worked out beside the conversion.

import { tradeFeeCents } from '../fees.ts';
import { AMOUNT_MAX_CENTS, ORDER_MAX_OUNCES_E4 } from '../limits.ts';
import { safeInteger } from '../money.ts';
import { OUNCE_E4 } from '../limits.ts';

export const CONVERSIONS = ['usd-to-ounces', 'ounces-to-usd'] as const;
export type Conversion = (typeof CONVERSIONS)[number];

/** What the field starts with: 1000, dollars or ounces (C2). */
export const CONVERSION_INITIAL = 1_000;

/** Decimals the field and the result carry: dollars 2, ounces 4. */
export const DOLLAR_DECIMALS = 2;
export const OUNCE_DECIMALS = 4;

/** The largest amount the calculator works with, in units of its field: cents, or ten-thousandths of an ounce. */
export const CONVERSION_MAX: Readonly<Record<Conversion, number>> = {
  'usd-to-ounces': AMOUNT_MAX_CENTS,
  'ounces-to-usd': ORDER_MAX_OUNCES_E4,
};

export type Converted = {
  readonly ouncesE4: number;
  /** The metal alone, in cents. */
  readonly metalCents: number;
  /** The trading fee on it, rounded up to the cent as in an order; none on nothing. */
  readonly feeCents: number;
  /** Both: what buying it costs. */
  readonly totalCents: number;
};

/**
 * `amount` in cents becomes ounces, or `amount` in ten-thousandths of an ounce becomes dollars, at `priceCents` per
 * ounce. The result is rounded to the nearest unit, half up: it is a conversion, not an order. Amounts below zero
 * and what is no number count as zero; amounts above the largest count as the largest.
 */
export function convert(conversion: Conversion, amount: number, priceCents: number): Converted {
  const units = inRange(amount, CONVERSION_MAX[conversion]);
  const metalCents =
    conversion === 'usd-to-ounces' ? units : nearest(BigInt(units) * BigInt(priceCents), BigInt(OUNCE_E4));
  const ouncesE4 =
    conversion === 'usd-to-ounces' ? nearest(BigInt(units) * BigInt(OUNCE_E4), BigInt(priceCents)) : units;
  const feeCents = metalCents === 0 ? 0 : tradeFeeCents(metalCents);
  return { ouncesE4, metalCents, feeCents, totalCents: metalCents + feeCents };
}

function inRange(amount: number, most: number): number {
  if (Number.isNaN(amount) || amount <= 0) return 0;
  return Math.min(Math.floor(amount), most);
}

function nearest(numerator: bigint, divisor: bigint): number {
  return safeInteger((numerator * 2n + divisor) / (divisor * 2n));
}
