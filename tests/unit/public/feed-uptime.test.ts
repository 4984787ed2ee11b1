import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FeedHour,
  feedHourOf,
  feedUptime,
  uptimeWindowStart,
} from '../../../worker/domain/feed-uptime.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Wednesday in New York and in London. */
const START = Date.UTC(2026, 10, 18, 12);

function hoursOf(minutes: readonly number[]): FeedHour[] {
  const hours = new Map<number, FeedHour>();
  for (const minuteAt of minutes.toSorted((a, b) => a - b)) {
    const one = feedHourOf(minuteAt);
    const sofar = hours.get(one.startAt) ?? { ...one, firstHalf: 0, secondHalf: 0 };
    hours.set(one.startAt, {
      startAt: one.startAt,
      firstHalf: sofar.firstHalf | one.firstHalf,
      secondHalf: sofar.secondHalf | one.secondHalf,
    });
  }
  return [...hours.values()];
}

const everyMinute = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / MINUTE }, (_, i) => from + i * MINUTE);

const percent = (minutes: readonly number[], now: number, calendar: 'spot' | 'always' = 'always') =>
  feedUptime(hoursOf(minutes), calendar, now).uptimePercent;

test('without a sample nothing is known', () => {
  expect(feedUptime([], 'always', START)).toEqual({ uptimePercent: null, days: 30, since: null });
});

test('an hour without any minute counts from its start', () => {
  const known = feedUptime([{ startAt: START, firstHalf: 0, secondHalf: 0 }], 'always', START + 13 * MINUTE);
  expect(known).toEqual({ uptimePercent: 0, days: 30, since: START });
});

test.each([
  [0, 1, 0],
  [29, 2 ** 29, 0],
  [30, 0, 1],
  [59, 0, 2 ** 29],
])('minute %i of an hour is a bit of its half', (minute, firstHalf, secondHalf) => {
  const at = START + minute * MINUTE + 59_999;
  expect(feedHourOf(at)).toEqual({ startAt: START, firstHalf, secondHalf });
});

test('a minute that is not settled yet is not judged', () => {
  expect(percent([START], START + 2 * MINUTE)).toBeNull();
  expect(percent([START], START + 4 * MINUTE)).toBe(100);
  expect(percent(everyMinute(START, START + 10 * MINUTE), START + 5 * MINUTE)).toBe(100);
});

test('counting begins at the first sample, not at the start of its hour', () => {
  const from = START + 41 * MINUTE;
  const known = feedUptime(hoursOf(everyMinute(from, from + 90 * MINUTE)), 'always', from + 93 * MINUTE);
  expect(known).toEqual({ uptimePercent: 100, days: 30, since: from });
});

test('silence counts against it: half an hour of two hours', () => {
  const minutes = everyMinute(START, START + 90 * MINUTE);
  expect(percent(minutes, START + 123 * MINUTE)).toBe(75);
});

test('whole hours without a row count against it', () => {
  expect(percent(everyMinute(START, START + HOUR), START + 4 * HOUR + 3 * MINUTE)).toBe(25);
});

test('one lost minute in a month is not 100 percent', () => {
  const minutes = everyMinute(START - 720 * HOUR, START);
  minutes.splice(5_000, 1);
  expect(percent(minutes, START + 3 * MINUTE)).toBe(99.99);
});

test('a closed market counts neither way: the weekend, and the daily pause', () => {
  // Friday 20:00 UTC to Monday 00:00 UTC; New York closes on Friday at 22:00 UTC and opens on Sunday at 23:00.
  const friday = Date.UTC(2026, 10, 20, 20);
  const monday = Date.UTC(2026, 10, 23, 0);
  const traded = [...everyMinute(friday, friday + 2 * HOUR), ...everyMinute(monday - HOUR, monday)];
  expect(percent(traded, monday + 3 * MINUTE, 'spot')).toBe(100);
  // Prices that came while it was closed add nothing.
  const beyond = everyMinute(friday, monday);
  expect(percent(beyond, monday + 3 * MINUTE, 'spot')).toBe(100);
  expect(percent(everyMinute(friday, friday + HOUR), monday + 3 * MINUTE, 'spot')).toBe(33.33);
});

test('it looks back 30 days at whole hours', () => {
  expect(START + 59 * MINUTE - uptimeWindowStart(START + 59 * MINUTE)).toBe(720 * HOUR + 59 * MINUTE);
});

test('it is the share of sampled minutes, whichever they are', () => {
  const minute = fc.integer({ min: 0, max: 299 });
  fc.assert(
    fc.property(fc.uniqueArray(minute, { minLength: 1, maxLength: 300 }), (chosen) => {
      const first = Math.min(...chosen);
      const known = percent(
        chosen.map((i) => START + i * MINUTE),
        START + 303 * MINUTE,
      );
      expect(known).toBe(Math.floor((chosen.length * 10_000) / (300 - first)) / 100);
    }),
  );
});
