// Integers of money and metal: multiplied in BigInt, rounded by one stated rule, back through a safe-integer check.
// Owns the arithmetic; refuses fractions, negative factors and results beyond 2^53.

export type Rounding = 'up' | 'down';

/** True for an integer that a number holds exactly and that is not negative. */
export function isWholeAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * `a * b / divisor` of non-negative integers, exactly, rounded up or down.
 * Throws RangeError on a fraction, a negative factor, a divisor below one or a result beyond 2^53 - 1:
 * callers bound their inputs, so that is a bug and never a customer's mistake.
 */
export function mulDiv(a: number, b: number, divisor: number, rounding: Rounding): number {
  if (!isWholeAmount(a) || !isWholeAmount(b) || !isWholeAmount(divisor) || divisor === 0) {
    throw new RangeError('mulDiv takes non-negative safe integers and a positive divisor');
  }
  const product = BigInt(a) * BigInt(b);
  const by = BigInt(divisor);
  const quotient = rounding === 'up' ? (product + by - 1n) / by : product / by;
  return safeInteger(quotient);
}

/** A BigInt as a number, or RangeError when a number cannot hold it exactly. */
export function safeInteger(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('an amount left the safe integers');
  return number;
}

/** `part / whole` in percent, rounded half away from zero to two decimals; null over zero (P21). */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  const negative = part < 0 !== whole < 0;
  const [numerator, denominator] = [BigInt(Math.abs(part)) * 20_000n, BigInt(Math.abs(whole)) * 2n];
  const hundredths = Number((numerator + BigInt(Math.abs(whole))) / denominator);
  return hundredths === 0 ? 0 : (negative ? -hundredths : hundredths) / 100;
}

/** US cents at an exchange rate (ten-thousandths), in cents of a real, half away from zero. Display only. */
export function brlCents(usdCents: number, usdBrlE4: number): number {
  const product = BigInt(Math.abs(usdCents)) * BigInt(usdBrlE4);
  const rounded = Number((product + 5_000n) / 10_000n);
  return usdCents < 0 ? -rounded : rounded;
}

/** An integer of `10^-places` units as plain decimal text, exactly: `decimalText(12500, 4)` is '1.2500'. */
export function decimalText(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  const cut = digits.length - places;
  return `${value < 0 ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
