// Days and months of the ledger as texts.

import { expect, test } from 'vitest';
import {
  addDays,
  daysOf,
  firstDayOf,
  isDay,
  isMonth,
  lastDayOf,
  monthAfter,
  monthOf,
  startOfDay,
} from '../../../worker/domain/days.ts';

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-12-31', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-01', false],
  ['2026-2-1', false],
  ['2026-02', false],
  ['2026-02-28x', false],
  ['x2026-02-28', false],
  // A month of the year 10,000, as long as a day.
  ['+010000-01', false],
  ['', false],
])('%j is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

test.each([
  ['2026-02', true],
  ['2026-12', true],
  ['2026-13', false],
  ['2026-00', false],
  ['2026-2', false],
  ['2026-02-01', false],
  ['', false],
])('%j is a month: %s', (text, is) => {
  expect(isMonth(text)).toBe(is);
});

test.each([
  ['2026-01', '2026-01-01', '2026-01-31', '2026-02'],
  ['2026-02', '2026-02-01', '2026-02-28', '2026-03'],
  ['2028-02', '2028-02-01', '2028-02-29', '2028-03'],
  ['2026-04', '2026-04-01', '2026-04-30', '2026-05'],
  ['2026-12', '2026-12-01', '2026-12-31', '2027-01'],
])('%s goes from %s to %s, and %s comes after it', (month, first, last, next) => {
  expect([firstDayOf(month), lastDayOf(month), monthAfter(month)]).toEqual([first, last, next]);
  const days = daysOf(month);
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, Number(last.slice(8))]);
  expect(days.map(monthOf)).toEqual(days.map(() => month));
});

test('a day begins at midnight UTC, and days are counted over months and years', () => {
  expect(startOfDay('2026-11-24')).toBe(Date.UTC(2026, 10, 24));
  expect([addDays('2026-12-30', 3), addDays('2027-01-02', -3)]).toEqual(['2027-01-02', '2026-12-30']);
});
