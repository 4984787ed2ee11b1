// The dollar-cost averaging calculator by example and by property.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AVERAGING_RANGES,
  dollarCostAveraging,
  FREQUENCIES,
  PURCHASES_PER_YEAR,
} from '../../../worker/domain/calculators/dollar-cost-averaging.ts';
import { AVERAGINGS } from '../../fixtures/calculator-examples.ts';

const input = fc.record({
  amountDollars: fc.integer({
    min: AVERAGING_RANGES.amountDollars.min,
    max: AVERAGING_RANGES.amountDollars.max,
  }),
  frequency: fc.constantFrom(...FREQUENCIES),
  years: fc.integer({ min: AVERAGING_RANGES.years.min, max: AVERAGING_RANGES.years.max }),
});

describe('by example', () => {
  test.each(AVERAGINGS)('$from', ({ from, is }) => {
    const [amountDollars, frequency, years] = from;
    const result = dollarCostAveraging({ amountDollars, frequency, years });
    expect([
      result.purchases,
      result.investedCents,
      result.valueCents,
      result.gainCents,
      result.totalReturnPercent,
    ]).toEqual(is);
  });

  test("ranges and purchases a year are the specification's", () => {
    expect(AVERAGING_RANGES).toEqual({
      amountDollars: { min: 100, max: 10_000, step: 100, initial: 1_000 },
      years: { min: 1, max: 30, step: 1, initial: 5 },
    });
    expect(PURCHASES_PER_YEAR).toEqual({ monthly: 12, quarterly: 4, yearly: 1 });
  });
});

describe('by property', () => {
  test('invested is amount x purchases, and the value is within half a cent of 1.08 to the years', () => {
    fc.assert(
      fc.property(input, (plan) => {
        const result = dollarCostAveraging(plan);
        expect(result.purchases).toBe(PURCHASES_PER_YEAR[plan.frequency] * plan.years);
        expect(result.investedCents).toBe(plan.amountDollars * 100 * result.purchases);
        expect(result.gainCents).toBe(result.valueCents - result.investedCents);
        const whole = 100n ** BigInt(plan.years);
        const off =
          BigInt(result.valueCents) * whole - BigInt(result.investedCents) * 108n ** BigInt(plan.years);
        expect(2n * off <= whole && 2n * off > -whole).toBe(true);
      }),
    );
  });

  test('the total return depends on the years alone', () => {
    fc.assert(
      fc.property(input, input, (one, other) => {
        const first = dollarCostAveraging(one).totalReturnPercent ?? 0;
        const second = dollarCostAveraging({ ...other, years: one.years }).totalReturnPercent ?? 0;
        // Half a cent of a small sum may be worth a tenth.
        expect(Math.abs(first - second)).toBeLessThan(0.11);
      }),
    );
  });
});
