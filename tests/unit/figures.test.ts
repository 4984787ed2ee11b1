// Figures over time: what was counted, added up and told apart, and the minutes of a chart.

import { describe, expect, test } from 'vitest';
import {
  addCounted,
  boundOfShare,
  countedSince,
  countIn,
  FIGURE_PERIOD_NAMES,
  FIGURE_PERIODS,
  highestIn,
  type Minute,
  MINUTES_KEPT_MS,
  stepsOf,
} from '../../worker/domain/figures.ts';
import { MINUTE_MS } from '../../worker/domain/time.ts';

const NOW = Date.UTC(2026, 10, 1, 12, 7, 30);
const minute = (at: number, over: Partial<Minute> = {}): Minute => ({
  at,
  counts: {},
  timings: {},
  gauges: {},
  ...over,
});

describe('what was counted', () => {
  const before = { counts: { a: 1, b: 2 }, timings: { t: [1, 2], s: [4] } };

  test('is added series by series, and bucket by bucket', () => {
    const more = { counts: { b: 3, c: 4 }, timings: { t: [1, 1, 5], u: [7] } };
    const sum = { counts: { a: 1, b: 5, c: 4 }, timings: { t: [2, 3, 5], s: [4], u: [7] } };
    expect(addCounted(before, more)).toEqual(sum);
    expect(addCounted(more, before)).toEqual(sum);
    expect(countedSince(before, sum)).toEqual(more);
  });

  test('since then is what moved, and of a series that is gone what is missing', () => {
    expect(countedSince(before, { counts: { a: 1 }, timings: { t: [1, 2], s: [0, 4] } })).toEqual({
      counts: { b: -2 },
      timings: { s: [-4, 4] },
    });
  });

  test('of a series is the sum of all minutes', () => {
    const minutes = [minute(1, { counts: { a: 1, b: 2 } }), minute(2), minute(3, { counts: { a: 5, c: 9 } })];
    expect(countIn(minutes, (series) => series !== 'c')).toBe(8);
    expect(countIn([], () => true)).toBe(0);
  });
});

describe('the bound of a share', () => {
  // Three buckets, and the sum of the values behind them.
  test.each([
    [[1, 1, 2, 999], 0.25, 10],
    [[1, 1, 2, 999], 0.5, 20],
    [[1, 1, 2, 999], 0.51, Infinity],
    [[0, 3, 1, 999], 0.1, 20],
    [[0, 0, 0, 999], 0.5, null],
  ])('of %j at %d is %d', (timing, share, bound) => {
    expect(boundOfShare(timing, [10, 20], share)).toBe(bound);
  });
});

describe('the highest', () => {
  const minutes = [
    minute(1, { gauges: { a: 3, b: 9 } }),
    minute(2, { gauges: { a: 5 } }),
    minute(3, { gauges: { c: 7 } }),
  ];
  test.each([
    [['a'], 5],
    [['a', 'c'], 7],
    [['none'], null],
    [[], null],
  ])('of %j is %d', (series, highest) => {
    expect(highestIn(minutes, series)).toBe(highest);
  });
});

describe('the steps of a chart', () => {
  test('are sixty minutes, or ninety-six quarters of an hour, and a longer time is kept', () => {
    expect(FIGURE_PERIOD_NAMES).toEqual(['1h', '24h']);
    expect(FIGURE_PERIOD_NAMES.map((name) => FIGURE_PERIODS[name].ms / FIGURE_PERIODS[name].stepMs)).toEqual([
      60, 96,
    ]);
    expect(FIGURE_PERIODS['24h'].stepMs).toBe(900_000);
    expect(MINUTES_KEPT_MS).toBe(90_000_000);
  });

  test('are of the period alone, in order, and end now at the latest', () => {
    const ago = (ms: number) => minute(NOW - ms);
    const hour = 60 * MINUTE_MS;
    const minutes = [ago(-1), ago(0), ago(hour), ago(hour - 1), ago(30_000)];
    const full = NOW - 30_000;
    expect(stepsOf(minutes, '1h', NOW)).toEqual([
      { at: full - hour + MINUTE_MS, minutes: [ago(hour - 1)] },
      { at: full, minutes: [ago(30_000)] },
      { at: NOW, minutes: [ago(0)] },
    ]);
    expect(stepsOf(minutes, '24h', NOW)).toEqual([
      { at: Date.UTC(2026, 10, 1, 11, 15), minutes: [ago(hour), ago(hour - 1)] },
      { at: NOW, minutes: [ago(0), ago(30_000)] },
    ]);
  });
});
