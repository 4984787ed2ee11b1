// Integers of money and metal: multiplied in BigInt, rounded by one stated rule, back through a safe-integer check.
// Owns the arithmetic; refuses fractions, negative factors and results beyond 2^53.

export type Rounding = 'up' | 'down' | 'half-up';

/** True for an integer that a number holds exactly and that is not negative. */
export function isWholeAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * `a * b / divisor` of non-negative integers, exactly, rounded up, down, or to the nearest and a half up.
 * Throws RangeError on a fraction, a negative factor, a divisor below one or a result beyond 2^53 - 1:
 * callers bound their inputs, so that is a bug and never a customer's mistake.
 */
export function mulDiv(a: number, b: number, divisor: number, rounding: Rounding): number {
  if (!isWholeAmount(a) || !isWholeAmount(b) || !isWholeAmount(divisor) || divisor === 0) {
    throw new RangeError('mulDiv takes non-negative safe integers and a positive divisor');
  }
  const product = BigInt(a) * BigInt(b);
  const by = BigInt(divisor);
  switch (rounding) {
    case 'up':
      return safeInteger((product + by - 1n) / by);
    case 'down':
      return safeInteger(product / by);
    case 'half-up':
      return safeInteger((2n * product + by) / (2n * by));
  }
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
