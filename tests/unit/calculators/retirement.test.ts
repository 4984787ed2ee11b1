// The retirement calculator by example and by property.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blendedReturnPercent,
  type Retirement,
  retirement,
  type RetirementInput,
  RETIREMENT_RANGES,
} from '../../../worker/domain/calculators/retirement.ts';
import { RETIREMENTS } from '../../fixtures/calculator-examples.ts';

const within = (range: { min: number; max: number }) => fc.integer({ min: range.min, max: range.max });
const input: fc.Arbitrary<RetirementInput> = fc.record({
  currentAge: within(RETIREMENT_RANGES.currentAge),
  retirementAge: within(RETIREMENT_RANGES.retirementAge),
  savingsDollars: within(RETIREMENT_RANGES.savingsDollars),
  monthlyDollars: within(RETIREMENT_RANGES.monthlyDollars),
  goldPercent: within(RETIREMENT_RANGES.goldPercent),
});

function figuresOf(result: Retirement) {
  if (!result.ok) throw new Error(`no figures: ${result.reason}`);
  return result;
}

describe('by example', () => {
  test.each(RETIREMENTS)('$from', ({ from, is }) => {
    const [currentAge, retirementAge, savingsDollars, monthlyDollars, goldPercent] = from;
    const result = figuresOf(
      retirement({ currentAge, retirementAge, savingsDollars, monthlyDollars, goldPercent }),
    );
    expect([
      result.years,
      result.projectedCents / 100,
      result.contributionsCents / 100,
      result.growthCents / 100,
      result.averageReturnPercent,
    ]).toEqual(is);
  });

  test.each([
    [65, 65],
    [70, 55],
    [66, 65],
  ])('at %i one cannot retire at %i: no figures', (currentAge, retirementAge) => {
    expect(
      retirement({ currentAge, retirementAge, savingsDollars: 1, monthlyDollars: 1, goldPercent: 10 }),
    ).toEqual({ ok: false, reason: 'age' });
  });

  test("the ranges are the specification's", () => {
    expect(RETIREMENT_RANGES).toEqual({
      currentAge: { min: 18, max: 70, step: 1, initial: 35 },
      retirementAge: { min: 55, max: 75, step: 1, initial: 65 },
      savingsDollars: { min: 0, max: 500_000, step: 5_000, initial: 50_000 },
      monthlyDollars: { min: 0, max: 5_000, step: 100, initial: 500 },
      goldPercent: { min: 0, max: 30, step: 1, initial: 10 },
    });
  });

  test('the blended return: 8 % of gold and 8.2 % of the rest', () => {
    expect([0, 10, 25, 30, 100].map(blendedReturnPercent)).toEqual([8.2, 8.18, 8.15, 8.14, 8]);
  });
});

describe('by property', () => {
  test('figures exist exactly when the retirement age exceeds the current age', () => {
    fc.assert(
      fc.property(input, (plan) => {
        expect(retirement(plan).ok).toBe(plan.retirementAge > plan.currentAge);
      }),
    );
  });

  test('projected is contributions and growth; more saved never brings less', () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 1_000 }), (plan, more) => {
        fc.pre(plan.retirementAge > plan.currentAge);
        const result = figuresOf(retirement(plan));
        expect(result.projectedCents).toBe(result.contributionsCents + result.growthCents);
        expect(result.growthCents).toBeGreaterThanOrEqual(0);
        for (const richer of [
          { ...plan, savingsDollars: plan.savingsDollars + more },
          { ...plan, monthlyDollars: plan.monthlyDollars + more },
        ]) {
          expect(figuresOf(retirement(richer)).projectedCents).toBeGreaterThan(result.projectedCents);
        }
      }),
    );
  });

  test('more gold never raises the blended return, which lies between gold and the rest', () => {
    for (let gold = 0; gold < 100; gold += 1) {
      expect(blendedReturnPercent(gold + 1)).toBeLessThanOrEqual(blendedReturnPercent(gold));
      expect(blendedReturnPercent(gold)).toBeGreaterThanOrEqual(8);
      expect(blendedReturnPercent(gold)).toBeLessThanOrEqual(8.2);
    }
  });
});
