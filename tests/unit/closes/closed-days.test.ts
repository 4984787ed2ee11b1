// The days that closes are of.

import { expect, test } from 'vitest';
import {
  CLOSE_DELAY_MS,
  dayAfter,
  daysIn,
  endOfDay,
  lastClosableDay,
  MARK_MAX_AGE_MS,
} from '../../../worker/domain/day-closes.ts';

test.each([
  ['2026-11-02', '2026-11-02', 1],
  ['2026-10-31', '2026-11-02', 3],
  ['2028-02-28', '2028-03-01', 3],
  ['2026-11-02', '2026-11-01', 0],
])('from %s to %s are %i days', (from, to, days) => {
  expect(daysIn({ from, to })).toBe(days);
});

test('a day ends where the next one begins, and is closed five minutes later', () => {
  const end = Date.UTC(2027, 0, 1);
  expect([endOfDay('2026-12-31'), dayAfter('2026-12-31')]).toEqual([end, '2027-01-01']);
  expect(CLOSE_DELAY_MS).toBe(300_000);
  expect([end + 299_999, end + 300_000].map(lastClosableDay)).toEqual(['2026-12-30', '2026-12-31']);
});

test('a price is a mark of its day for five days', () => {
  expect(MARK_MAX_AGE_MS).toBe(432_000_000);
});
