// Integers of money and metal: exact products, honest percentages, plain decimals.

import { describe, expect, test } from 'vitest';
import { mulDiv, percentOf } from '../../../worker/domain/money.ts';
import { decimalText } from '../../../worker/domain/number-format.ts';

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
  [1, -2, -50],
  [-1, -2, 50],
])('%i of %i is %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

test.each([
  [0, 2, '0.00'],
  [5, 2, '0.05'],
  [-5, 2, '-0.05'],
  [12_500, 4, '1.2500'],
  [Number.MAX_SAFE_INTEGER, 2, '90071992547409.91'],
])('%i with %i places is written %s', (value, places, text) => {
  expect(decimalText(value, places)).toBe(text);
});
