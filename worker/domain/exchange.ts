// Between dollars and reais, at a rate in ten-thousandths (P49). The ledger is in dollars: reais are shown, and typed.
// Apart from money.ts, because every page loads it.

/** US cents at an exchange rate (ten-thousandths), in cents of a real, half away from zero. Display only. */
export function brlCents(usdCents: number, usdBrlE4: number): number {
  const product = BigInt(Math.abs(usdCents)) * BigInt(usdBrlE4);
  const rounded = Number((product + 5_000n) / 10_000n);
  return usdCents < 0 ? -rounded : rounded;
}

/** Cents of a real at an exchange rate, in US cents, rounded down: nothing is ordered beyond what was typed. */
export function dollarCents(brl: number, usdBrlE4: number): number {
  return Number((BigInt(brl) * 10_000n) / BigInt(usdBrlE4));
}
