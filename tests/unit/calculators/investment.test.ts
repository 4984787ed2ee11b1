// The investment calculator by example and by property.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annuity, investment, INVESTMENT_RANGES } from '../../../worker/domain/calculators/investment.ts';
import { DEFAULT_INVESTMENT_ROWS, INVESTMENTS } from '../../fixtures/calculator-examples.ts';

const { annualDollars, years, returnPercent } = INVESTMENT_RANGES;
const input = fc.record({
  annualDollars: fc.integer({ min: annualDollars.min, max: annualDollars.max }),
  years: fc.integer({ min: years.min, max: years.max }),
  returnPercent: fc
    .integer({ min: returnPercent.min * 2, max: returnPercent.max * 2 })
    .map((half) => half / 2),
});

describe('by example', () => {
  test.each(INVESTMENTS)('%i a year for %i years at %d %%', (...example) => {
    const [annual, period, percent, invested, value, gain, totalReturn] = example;
    const result = investment({ annualDollars: annual, years: period, returnPercent: percent });
    expect(result.last).toEqual({
      year: period,
      investedCents: invested * 100,
      valueCents: value * 100,
      gainCents: gain * 100,
    });
    expect(result.totalReturnPercent).toBe(totalReturn);
  });

  test('the default, year by year', () => {
    const { rows } = investment({
      annualDollars: annualDollars.initial,
      years: years.initial,
      returnPercent: returnPercent.initial,
    });
    expect(rows.map((row) => [row.year, row.investedCents / 100, row.valueCents / 100])).toEqual(
      DEFAULT_INVESTMENT_ROWS,
    );
  });

  test("the ranges are the specification's", () => {
    expect(INVESTMENT_RANGES).toEqual({
      annualDollars: { min: 1_000, max: 50_000, step: 1_000, initial: 5_000 },
      years: { min: 1, max: 30, step: 1, initial: 5 },
      returnPercent: { min: 1, max: 20, step: 0.5, initial: 8 },
    });
  });
});

describe('by property', () => {
  test('every year has a row, all in whole dollars, and gain is value less invested', () => {
    fc.assert(
      fc.property(input, (plan) => {
        const { rows, last } = investment(plan);
        expect(rows.map((row) => row.year)).toEqual(Array.from({ length: plan.years }, (_, i) => i + 1));
        expect(rows.at(-1)).toEqual(last);
        for (const row of rows) {
          expect(row.investedCents).toBe(plan.annualDollars * row.year * 100);
          expect(row.gainCents).toBe(row.valueCents - row.investedCents);
          expect(row.valueCents % 100).toBe(0);
        }
      }),
    );
  });

  test('a longer time and a higher return never bring less', () => {
    fc.assert(
      fc.property(input, (plan) => {
        const { rows, last } = investment(plan);
        for (const [i, row] of rows.entries()) {
          expect(row.valueCents).toBeGreaterThan(rows[i - 1]?.valueCents ?? 0);
          expect(row.gainCents).toBeGreaterThanOrEqual(0);
        }
        const higher = investment({ ...plan, returnPercent: plan.returnPercent + 0.5 });
        expect(higher.last.valueCents).toBeGreaterThanOrEqual(last.valueCents);
      }),
    );
  });

  test('an annuity is what the months make one after the other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 360 }), (bps, periods) => {
        const rate = bps / 10_000;
        let value = 0;
        for (let i = 0; i < periods; i += 1) value = value * (1 + rate) + 1;
        expect(annuity(rate, periods)).toBeCloseTo(value, 6);
      }),
    );
    expect(annuity(0, 7)).toBe(7);
  });
});
