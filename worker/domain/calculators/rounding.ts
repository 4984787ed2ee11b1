// The two roundings of the calculators' results. Figures are indications, so they round to the nearest;
// orders have rules of their own in fees.ts.

/**
 * `part / whole` in percent, half away from zero to one decimal, from integers exactly: `percentToTenth(1, 8)` is 12.5.
 * Null over zero: there is no such percentage (P21).
 */
export function percentToTenth(part: number, whole: number): number | null {
  if (whole === 0) return null;
  const negative = part < 0 !== whole < 0;
  const divisor = BigInt(Math.abs(whole)) * 2n;
  const tenths = Number((BigInt(Math.abs(part)) * 2_000n + BigInt(Math.abs(whole))) / divisor);
  return tenths === 0 ? 0 : (negative ? -tenths : tenths) / 10;
}

/** Dollars with a fraction to whole dollars, in cents, half up: `1234.5` is 123_500. Not for negative amounts. */
export function wholeDollarsInCents(dollars: number): number {
  return Math.floor(dollars + 0.5) * 100;
}
