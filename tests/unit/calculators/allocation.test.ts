// The allocation analyzer by example and by property.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALLOCATION_RANGES,
  type AllocationInput,
  analyzeAllocation,
} from '../../../worker/domain/calculators/allocation.ts';
import { ALLOCATIONS } from '../../fixtures/calculator-examples.ts';

const cents = (range: { max: number }) => fc.integer({ min: 0, max: range.max * 100 });
const input: fc.Arbitrary<AllocationInput> = fc.record({
  gold: cents(ALLOCATION_RANGES.gold),
  silver: cents(ALLOCATION_RANGES.silver),
  stocks: cents(ALLOCATION_RANGES.stocks),
  bonds: cents(ALLOCATION_RANGES.bonds),
});
/** Little metal, so that most are below. */
const poor = input.map((held) => ({ ...held, gold: held.gold % 100_000, silver: held.silver % 100_000 }));

describe('by example', () => {
  test.each(ALLOCATIONS)('$from is $verdict', ({ from, shares, metals, verdict, moveCents, addCents }) => {
    const [gold, silver, stocks, bonds] = from;
    const result = analyzeAllocation({
      gold: gold * 100,
      silver: silver * 100,
      stocks: stocks * 100,
      bonds: bonds * 100,
    });
    expect([result.shares.gold, result.shares.silver, result.shares.stocks, result.shares.bonds]).toEqual(
      shares,
    );
    expect(result.metalsPercent).toBe(metals);
    expect(result.verdict).toBe(verdict);
    expect(result.totalCents).toBe((gold + silver + stocks + bonds) * 100);
    const missing = result.verdict === 'below' ? [result.moveCents, result.addCents] : [undefined, undefined];
    expect(missing).toEqual([moveCents, addCents]);
  });

  test('nothing held: no shares, no verdict on the metals', () => {
    expect(analyzeAllocation({ gold: 0, silver: 0, stocks: 0, bonds: 0 })).toEqual({
      totalCents: 0,
      metalsCents: 0,
      shares: { gold: null, silver: null, stocks: null, bonds: null },
      verdict: 'empty',
      metalsPercent: null,
    });
  });

  test("the ranges are the specification's", () => {
    expect(ALLOCATION_RANGES).toEqual({
      gold: { min: 0, max: 200_000, step: 1_000, initial: 50_000 },
      silver: { min: 0, max: 100_000, step: 1_000, initial: 10_000 },
      stocks: { min: 0, max: 500_000, step: 5_000, initial: 80_000 },
      bonds: { min: 0, max: 300_000, step: 5_000, initial: 40_000 },
    });
  });
});

describe('by property', () => {
  test('moved into gold, the amount named lifts the share to 5 %, and a cent less does not', () => {
    fc.assert(
      fc.property(poor, (held) => {
        const result = analyzeAllocation(held);
        fc.pre(result.verdict === 'below');
        const { moveCents, metalsCents, totalCents } = result;
        expect((metalsCents + moveCents) * 100).toBeGreaterThanOrEqual(totalCents * 5);
        expect((metalsCents + moveCents - 1) * 100).toBeLessThan(totalCents * 5);
        // It can be moved: stocks and bonds are worth that much.
        expect(moveCents).toBeLessThanOrEqual(held.stocks + held.bonds);
      }),
    );
  });

  test('added as new money, the other amount does, and a cent less does not', () => {
    fc.assert(
      fc.property(poor, (held) => {
        const result = analyzeAllocation(held);
        fc.pre(result.verdict === 'below');
        expect(analyzeAllocation({ ...held, gold: held.gold + result.addCents }).verdict).toBe('within');
        expect(analyzeAllocation({ ...held, gold: held.gold + result.addCents - 1 }).verdict).toBe('below');
      }),
    );
  });

  test('the verdict is that of the exact share, and the share shown is on its side of the border', () => {
    fc.assert(
      fc.property(fc.oneof(input, poor), (held) => {
        const { verdict, metalsCents, totalCents, metalsPercent } = analyzeAllocation(held);
        fc.pre(totalCents > 0);
        const expected =
          metalsCents * 100 < totalCents * 5
            ? 'below'
            : metalsCents * 100 > totalCents * 15
              ? 'above'
              : 'within';
        expect(verdict).toBe(expected);
        const shown = metalsPercent ?? Number.NaN;
        expect(shown < 5 ? 'below' : shown > 15 ? 'above' : 'within').toBe(expected);
      }),
    );
  });
});
