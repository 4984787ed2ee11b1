// Integers of money and metal: exact products, honest percentages, and what a customer types.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, mulDiv, parseCents, parseDecimal, percentOf } from '../../../worker/domain/money.ts';
import { milligrams, parseOuncesE4 } from '../../../worker/domain/ounces.ts';

describe('a product of amounts', () => {
  test('is exact where floating point is not', () => {
    expect(mulDiv(9_007_199_254_740_991, 3, 9_007_199_254_740_991, 'down')).toBe(3);
    expect(mulDiv(1_000_000_000, 100_000_001, 10_000, 'down')).toBe(10_000_000_100_000);
  });

  test('rounds by the rule that is asked for', () => {
    expect(mulDiv(1, 1, 2, 'up')).toBe(1);
    expect(mulDiv(1, 1, 2, 'down')).toBe(0);
    expect(mulDiv(4, 1, 2, 'up')).toBe(2);
  });

  test.each([
    [0.5, 1, 1],
    [-1, 1, 1],
    [1, 1, 0],
    [Number.NaN, 1, 1],
    [Number.POSITIVE_INFINITY, 1, 1],
    [Number.MAX_SAFE_INTEGER, 2, 1],
  ])('refuses %d x %d / %d', (a, b, divisor) => {
    expect(() => mulDiv(a, b, divisor, 'up')).toThrow(RangeError);
  });
});

test.each([
  [1, 0, null],
  [0, 0, null],
  [0, 100, 0],
  [50, 100, 50],
  [1, 3, 33.33],
  [2, 3, 66.67],
  [-1, 3, -33.33],
  [1, 20_000, 0.01],
  [-1, 1_000_000, 0],
])('%i of %i is %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

describe('what a customer types', () => {
  test.each([
    ['1,25', ',', 12_500],
    ['1.25', '.', 12_500],
    ['0,0001', ',', 1],
    [',5', ',', 5_000],
    ['1.234,5', ',', 12_345_000],
    ['1 234,5', ',', 12_345_000],
    ['12', ',', 120_000],
    ['12,', ',', 120_000],
  ] as const)('%s with mark %s is a weight', (text, mark, ouncesE4) => {
    expect(parseOuncesE4(text, mark)).toBe(ouncesE4);
  });

  test.each([
    ['', '.'],
    ['.', '.'],
    ['-1', '.'],
    ['1e3', '.'],
    ['1,25', '.'],
    ['1.23456', '.'],
    ['12 34', '.'],
    ['1.2.3', '.'],
    ['９', '.'],
    ['Infinity', '.'],
    ['99999999999999999999', '.'],
  ] as const)('%s with mark %s is not', (text, mark) => {
    expect(parseOuncesE4(text, mark)).toBeNull();
  });

  test('reads back what was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (cents) => {
        expect(parseCents(decimalText(cents, 2), '.')).toBe(cents);
      }),
    );
  });

  test('decimals beyond the unit are refused, not rounded', () => {
    expect(parseDecimal('0.001', 2, '.')).toBeNull();
  });
});

test('an ounce is 31.1034768 grams', () => {
  expect(milligrams(10_000)).toBe(31_103);
  expect(milligrams(1_000_000_000)).toBe(3_110_347_680);
});
