// The gold/silver ratio, the worth of a stock, and the fee table of the specification (C9).

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeRows } from '../../../web/features/prices/fee-table.tsx';
import { goldSilverRatio, OUNCES_PER_TONNE, stockValueDollars } from '../../../worker/domain/market.ts';

describe('the gold/silver ratio', () => {
  test.each([
    [438_938, 5_842, 75],
    [265_800, 3_215, 83],
    [100, 200, 1],
    [438_938, null, null],
    [null, 5_842, null],
    [null, null, null],
    [438_938, 0, null],
  ])('of %s to %s is %s: rounded, and unknown without both prices', (gold, silver, ratio) => {
    expect(goldSilverRatio(gold, silver)).toBe(ratio);
  });

  test('is never a constant: it follows both prices', () => {
    const cents = fc.integer({ min: 1, max: 100_000_000 });
    fc.assert(
      fc.property(cents, cents, (gold, silver) => {
        expect(goldSilverRatio(gold, silver)).toBe(Math.round(gold / silver));
      }),
    );
  });
});

test('a tonne is 32,150.7466 troy ounces, and a stock is worth tonnes times ounces times price', () => {
  expect(OUNCES_PER_TONNE).toBeCloseTo(32_150.7466, 4);
  expect(stockValueDollars(1, 100)).toBeCloseTo(32_150.7466, 4);
  expect(stockValueDollars(219_891, 438_938) / 1e12).toBeCloseTo(31.03, 2);
});

test('the fee table: 1,000 costs 5 and not 35, up to 50,000', () => {
  expect(
    feeRows().map(({ amountCents, ourFeeCents, exampleFeeCents, savedCents }) => [
      amountCents / 100,
      ourFeeCents / 100,
      exampleFeeCents / 100,
      savedCents / 100,
    ]),
  ).toEqual([
    [1_000, 5, 35, 30],
    [5_000, 25, 175, 150],
    [10_000, 50, 350, 300],
    [50_000, 250, 1_750, 1_500],
  ]);
  for (const row of feeRows()) {
    expect(row.ourTotalCents).toBe(row.amountCents + row.ourFeeCents);
    expect(row.exampleTotalCents).toBe(row.amountCents + row.exampleFeeCents);
    // To one scale: the bars are to each other as the fees are.
    expect(row.exampleScale / row.ourScale).toBeCloseTo(row.exampleFeeCents / row.ourFeeCents, 9);
  }
  expect(Math.max(...feeRows().map(({ exampleScale }) => exampleScale))).toBe(100);
});
