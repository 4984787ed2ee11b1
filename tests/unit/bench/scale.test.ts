// The arithmetic of `npm run bench -- scale`.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesOn,
  type Course,
  customersOn,
  dateOf,
  dayOfLimit,
  errorOf,
  keptOn,
  sumUpTo,
  type Unit,
} from '../../bench/scale/model.ts';

const TENFOLD: Course = { customers: 2_000, growthPerYear: 10 };
const STEADY: Course = { customers: 100, growthPerYear: 1 };

const course = fc.record({
  customers: fc.integer({ min: 1, max: 100_000 }),
  growthPerYear: fc.constantFrom(1, 1.5, 2, 10),
});

test('ten times a year is ten times a year later, and a hundred after two', () => {
  expect([0, 365, 730].map((day) => Math.round(customersOn(TENFOLD, day)))).toEqual([2_000, 20_000, 200_000]);
});

test('without growth a sum is customers times days', () => {
  expect(sumUpTo(STEADY, 0.5, 10)).toBe(500);
  expect(keptOn(STEADY, 1, 100, 30)).toBe(3_000);
  // Nothing is older than the deployment.
  expect(keptOn(STEADY, 1, 10, 30)).toBe(1_000);
});

test('a sum with growth is what the days add up to', () => {
  fc.assert(
    fc.property(course, fc.integer({ min: 1, max: 1_000 }), (one, days) => {
      let added = 0;
      // The middle of each day stands for the day.
      for (let day = 0; day < days; day += 1) added += customersOn(one, day + 0.5);
      expect(Math.abs(errorOf(sumUpTo(one, 1, days), added))).toBeLessThan(1e-4);
    }),
  );
});

test('what is kept for ever is all there ever was, and what is kept for a time is never more', () => {
  fc.assert(
    fc.property(course, fc.nat(2_000), fc.nat(2_000), (one, day, kept) => {
      expect(keptOn(one, 1, day, Infinity)).toBeCloseTo(sumUpTo(one, 1, day), 6);
      expect(keptOn(one, 1, day, kept)).toBeLessThanOrEqual(sumUpTo(one, 1, day) + 1e-6);
    }),
  );
});

describe('bytes', () => {
  const units: readonly Unit[] = [
    { name: 'customers', bytes: 1_000, of: { each: 'customer' } },
    { name: 'closes', bytes: 10, of: { each: 'day', perDay: 2, keptDays: Infinity } },
    { name: 'minutes', bytes: 1, of: { each: 'day', perDay: 100, keptDays: 8 } },
    { name: 'operations', bytes: 100, of: { each: 'customer-day', perDay: 0.1, keptDays: Infinity } },
    { name: 'letters', bytes: 50, of: { each: 'customer-day', perDay: 0.2, keptDays: 30 } },
  ];
  test('are what each thing takes, times how many there are', () => {
    expect(bytesOn(STEADY, units, 0)).toBe(100_000);
    expect(bytesOn(STEADY, units, 100)).toBe(100_000 + 2_000 + 800 + 100_000 + 30_000);
  });
});

describe('the day of a limit', () => {
  test.each([
    ['at once', 100, 0],
    ['one day later', 101, 1],
    ['in between', 150, 50],
    ['on the last day', 200, 100],
    ['never', 201, null],
  ])('%s', (_name, limit, day) => {
    expect(dayOfLimit((at) => 100 + at, limit, 100)).toBe(day);
  });

  test('is the first one: the day before does not come to it', () => {
    fc.assert(
      fc.property(course, fc.integer({ min: 1, max: 1_000_000_000 }), (one, limit) => {
        const amount = (day: number) => customersOn(one, day);
        const day = dayOfLimit(amount, limit) ?? 7_301;
        const isMet = (at: number) => at >= 0 && at <= 7_300 && amount(at) >= limit;
        expect([isMet(day - 1), isMet(day)]).toEqual([false, day <= 7_300]);
      }),
    );
  });

  test('has a date', () => {
    expect(dateOf(Date.parse('2026-11-24T00:00:00Z'), 365)).toBe('2027-11-24');
  });
});

test('an error is a part of what was measured', () => {
  expect(errorOf(110, 100)).toBeCloseTo(0.1);
  expect(errorOf(90, 100)).toBeCloseTo(-0.1);
});
