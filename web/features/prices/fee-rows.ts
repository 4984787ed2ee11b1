import { tradeFeeCents } from '../../../worker/domain/fees.ts';

/** The specification's trades (section 9). Its traditional column is an example and says so (decision 11). */
export const TRADES_CENTS = [100_000, 500_000, 1_000_000, 5_000_000] as const;
export const EXAMPLE_FEE_BASIS_POINTS = 350;

export type FeeRow = {
  readonly amountCents: number;
  readonly ourFeeCents: number;
  readonly ourTotalCents: number;
  readonly exampleFeeCents: number;
  readonly exampleTotalCents: number;
  readonly savedCents: number;
  /** Bars to one scale: percentages of the largest fee in the table. */
  readonly ourScale: number;
  readonly exampleScale: number;
};

const exampleFeeCents = (amountCents: number) => (amountCents * EXAMPLE_FEE_BASIS_POINTS) / 10_000;

export function feeRows(): FeeRow[] {
  const largest = exampleFeeCents(Math.max(...TRADES_CENTS));
  return TRADES_CENTS.map((amountCents) => {
    const ours = tradeFeeCents(amountCents);
    const example = exampleFeeCents(amountCents);
    return {
      amountCents,
      ourFeeCents: ours,
      ourTotalCents: amountCents + ours,
      exampleFeeCents: example,
      exampleTotalCents: amountCents + example,
      savedCents: example - ours,
      ourScale: (ours / largest) * 100,
      exampleScale: (example / largest) * 100,
    };
  });
}
