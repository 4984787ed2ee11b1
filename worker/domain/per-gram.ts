// The price of a gram: shown beside that of an ounce, never charged (P50). Apart from grams.ts, because the first screen needs it.

/** Ten-millionths of a gram in a troy ounce, exactly: also 1e-11 g in a ten-thousandth of one. */
export const OUNCE_GRAMS_E7 = 311_034_768n;

/** A price per ounce as cents per gram, half away from zero. */
export function perGramCents(perOunceCents: number): number {
  const product = BigInt(Math.abs(perOunceCents)) * 10_000_000n;
  const rounded = Number((2n * product + OUNCE_GRAMS_E7) / (2n * OUNCE_GRAMS_E7));
  return perOunceCents < 0 ? -rounded : rounded;
}
