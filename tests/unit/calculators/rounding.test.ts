// The roundings of the calculators at their halves.

import { expect, test } from 'vitest';
import { percentToTenth, wholeDollarsInCents } from '../../../worker/domain/calculators/rounding.ts';

test.each([
  [1, 8, 12.5],
  [1, 1_600, 0.1],
  [1, 2_000, 0.1],
  [1, 2_001, 0],
  [-1, 8, -12.5],
  [1, -8, -12.5],
  [-1, -8, 12.5],
  [-1, 2_000, -0.1],
  [-1, 2_001, 0],
  [0, 8, 0],
  [0, -8, 0],
  [1, 0, null],
])('%i of %i is %d percent', (part, whole, percent) => {
  expect(percentToTenth(part, whole)).toBe(percent);
});

test.each([
  [0, 0],
  [0.49, 0],
  [0.5, 100],
  [1_234.5, 123_500],
])('%d dollars are %i cents', (dollars, cents) => {
  expect(wholeDollarsInCents(dollars)).toBe(cents);
});
