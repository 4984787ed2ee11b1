import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bucketStart,
  chooseResolution,
  mergeCandles,
  MINUTE_RETENTION_MS,
  PERIOD_MS,
  RANGE_PLANS,
  RESOLUTIONS,
  rollUp,
  type Candle,
  type Coverage,
} from '../../../worker/domain/history-ranges.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

const NOW = Date.parse('2026-11-21T14:35:12.345Z');

const STARTS: readonly [(typeof RESOLUTIONS)[number], string, string][] = [
  ['minute', '2026-11-21T14:35:12.345Z', '2026-11-21T14:35:00.000Z'],
  ['hour', '2026-11-21T14:35:12.345Z', '2026-11-21T14:00:00.000Z'],
  ['day', '2026-11-21T14:35:12.345Z', '2026-11-21T00:00:00.000Z'],
  ['week', '2026-11-21T14:35:12.345Z', '2026-11-16T00:00:00.000Z'],
  ['week', '2026-11-16T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
  ['week', '2026-11-22T23:59:59.999Z', '2026-11-16T00:00:00.000Z'],
  ['month', '2026-11-21T14:35:12.345Z', '2026-11-01T00:00:00.000Z'],
  ['year', '2026-11-21T14:35:12.345Z', '2026-01-01T00:00:00.000Z'],
  ['month', '1833-02-14T00:00:00.000Z', '1833-02-01T00:00:00.000Z'],
  ['day', '1833-02-14T12:00:00.000Z', '1833-02-14T00:00:00.000Z'],
];
test.each(STARTS)('the %s of %s starts at %s', (resolution, at, start) => {
  expect(new Date(bucketStart(resolution, Date.parse(at))).toISOString()).toBe(start);
});

const aTime = fc.integer({ min: Date.UTC(1833, 0), max: Date.UTC(2100, 0) });

test('a candle starts no later than what it holds, and not a whole length earlier', () => {
  fc.assert(
    fc.property(fc.constantFrom(...RESOLUTIONS), aTime, (resolution, at) => {
      const start = bucketStart(resolution, at);
      expect(start).toBeLessThanOrEqual(at);
      expect(at - start).toBeLessThan(PERIOD_MS[resolution]);
      expect(bucketStart(resolution, start)).toBe(start);
    }),
  );
});

const aCandle: fc.Arbitrary<Candle> = fc
  .record({
    startAt: aTime,
    values: fc.array(fc.integer({ min: 1, max: 1e8 }), { minLength: 4, maxLength: 4 }),
  })
  .map(({ startAt, values }) => ({
    startAt,
    open: values[0] ?? 1,
    high: Math.max(...values),
    low: Math.min(...values),
    close: values[3] ?? 1,
    lastAt: startAt + 59_000,
  }));

test('adding the same candle twice changes nothing', () => {
  fc.assert(
    fc.property(aCandle, aCandle, (a, b) => {
      const once = mergeCandles(a, b);
      expect(mergeCandles(once, b)).toEqual(once);
    }),
  );
});

test('of two candles of one start the later one closes, and of equal times the one that is added', () => {
  const candle = { startAt: 0, open: 5, high: 9, low: 4, close: 6, lastAt: 10 };
  const other = { startAt: 0, open: 7, high: 8, low: 3, close: 7 };
  const merged = { startAt: 0, open: 5, high: 9, low: 3 };
  expect(mergeCandles(candle, { ...other, lastAt: 11 })).toEqual({ ...merged, close: 7, lastAt: 11 });
  expect(mergeCandles(candle, { ...other, lastAt: 10 })).toEqual({ ...merged, close: 7, lastAt: 10 });
  expect(mergeCandles(candle, { ...other, lastAt: 9 })).toEqual({ ...merged, close: 6, lastAt: 10 });
});

test('lengths of candles are those of the longest month and year, and ranges have theirs from fine to coarse', () => {
  expect([PERIOD_MS.week, PERIOD_MS.month, PERIOD_MS.year].map((ms) => ms / DAY_MS)).toEqual([7, 31, 366]);
  expect(MINUTE_RETENTION_MS).toBe(691_200_000);
  expect(RANGE_PLANS).toEqual({
    '7D': { days: 7, resolutions: ['hour', 'day'] },
    '1M': { days: 30, resolutions: ['hour', 'day', 'week'] },
    '3M': { days: 90, resolutions: ['day', 'week', 'month'] },
    '1Y': { days: 365, resolutions: ['day', 'week', 'month'] },
    ALL: { days: null, resolutions: ['day', 'week', 'month', 'year'] },
  });
});

test('rolled-up candles keep the first open, the last close, the highest and the lowest', () => {
  const candles = [5, 9, 2, 7].map((value, i) => ({
    startAt: Date.UTC(2026, 10, 16 + i * 2),
    open: value,
    high: value + 1,
    low: value - 1,
    close: value,
    lastAt: Date.UTC(2026, 10, 16 + i * 2, 23),
  }));
  const [week] = rollUp(candles, 'week');
  expect(week).toEqual({
    startAt: Date.UTC(2026, 10, 16),
    open: 5,
    high: 10,
    low: 1,
    close: 7,
    lastAt: Date.UTC(2026, 10, 22, 23),
  });
});

const ago = (days: number) => bucketStart('day', NOW - days * DAY_MS);
const CHOICES: readonly [string, Coverage[], string | null][] = [
  ['nothing is stored', [{ resolution: 'day', firstAt: null }], null],
  [
    'hours cover a month',
    [
      { resolution: 'hour', firstAt: ago(30) },
      { resolution: 'day', firstAt: ago(29) },
    ],
    'hour',
  ],
  [
    'hours began last week, days cover the month',
    [
      { resolution: 'hour', firstAt: ago(7) },
      { resolution: 'day', firstAt: ago(29) },
    ],
    'day',
  ],
  [
    'five years of days are more than 800 points',
    [
      { resolution: 'day', firstAt: ago(1826) },
      { resolution: 'week', firstAt: bucketStart('week', ago(1826)) },
      { resolution: 'month', firstAt: bucketStart('month', ago(1826)) },
      { resolution: 'year', firstAt: bucketStart('year', ago(1826)) },
    ],
    'week',
  ],
  [
    'two years of days fit',
    [
      { resolution: 'day', firstAt: ago(700) },
      { resolution: 'week', firstAt: bucketStart('week', ago(700)) },
      { resolution: 'year', firstAt: bucketStart('year', ago(700)) },
    ],
    'day',
  ],
  [
    'an import of monthly averages reaches further back than the days',
    [
      { resolution: 'day', firstAt: ago(3) },
      { resolution: 'week', firstAt: bucketStart('week', ago(3)) },
      { resolution: 'month', firstAt: Date.UTC(1995, 0) },
      { resolution: 'year', firstAt: Date.UTC(1995, 0) },
    ],
    'month',
  ],
  [
    'two centuries are drawn by year',
    [
      { resolution: 'day', firstAt: ago(3) },
      { resolution: 'month', firstAt: Date.UTC(1833, 0) },
      { resolution: 'year', firstAt: Date.UTC(1833, 0) },
    ],
    'year',
  ],
  [
    'hours that begin a whole day later do not cover what days do',
    [
      { resolution: 'hour', firstAt: ago(28) },
      { resolution: 'day', firstAt: ago(29) },
    ],
    'day',
  ],
  [
    '800 days are drawn by day',
    [
      { resolution: 'day', firstAt: ago(799) },
      { resolution: 'week', firstAt: ago(799) },
    ],
    'day',
  ],
  [
    '801 are not',
    [
      { resolution: 'day', firstAt: ago(800) },
      { resolution: 'week', firstAt: ago(800) },
    ],
    'week',
  ],
  [
    '800 months are drawn by month',
    [
      { resolution: 'month', firstAt: Date.UTC(1960, 3) },
      { resolution: 'year', firstAt: Date.UTC(1960, 0) },
    ],
    'month',
  ],
  [
    '801 are not',
    [
      { resolution: 'month', firstAt: Date.UTC(1960, 2) },
      { resolution: 'year', firstAt: Date.UTC(1960, 0) },
    ],
    'year',
  ],
  [
    '800 years are drawn by year',
    [
      { resolution: 'day', firstAt: ago(3) },
      { resolution: 'year', firstAt: Date.UTC(1227, 0) },
    ],
    'year',
  ],
  [
    'of 801 years what fits is drawn',
    [
      { resolution: 'day', firstAt: ago(3) },
      { resolution: 'week', firstAt: ago(3) },
      { resolution: 'year', firstAt: Date.UTC(1226, 0) },
    ],
    'week',
  ],
  ['nothing fits', [{ resolution: 'day', firstAt: Date.UTC(1833, 0) }], 'day'],
];
test.each(CHOICES)('which candles a chart draws: %s', (_, coverage, expected) => {
  expect(chooseResolution(coverage, NOW)).toBe(expected);
});
