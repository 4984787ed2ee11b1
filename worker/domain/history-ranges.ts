// Stored prices as candles of fixed lengths, and which candles a chart draws. A range reads about as many rows as it
// shows, however long the platform has run, because each length has rows of its own.

import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

export const RESOLUTIONS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const HISTORY_RANGES = ['7D', '1M', '3M', '1Y', 'ALL'] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** Most points of a history reply. */
export const HISTORY_MAX_POINTS = 800;
/** Minute candles older than this are dropped; hours and longer are kept for ever. Longer than any weekend. */
export const MINUTE_RETENTION_MS = 8 * DAY_MS;

/** Longest length of a candle, for counting points and comparing coverage. */
export const PERIOD_MS: Readonly<Record<Resolution, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
  year: 366 * DAY_MS,
};

/** One candle. Integers in the unit of its series; `lastAt` is the time of the price it closed with. */
export type Candle = {
  readonly startAt: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lastAt: number;
};

type RangePlan = { readonly days: number | null; readonly resolutions: readonly Resolution[] };

/** Days per range (C7; ALL is everything stored, P32), and candles from fine to coarse. */
export const RANGE_PLANS: Readonly<Record<HistoryRange, RangePlan>> = {
  '7D': { days: 7, resolutions: ['hour', 'day'] },
  '1M': { days: 30, resolutions: ['hour', 'day', 'week'] },
  '3M': { days: 90, resolutions: ['day', 'week', 'month'] },
  '1Y': { days: 365, resolutions: ['day', 'week', 'month'] },
  ALL: { days: null, resolutions: ['day', 'week', 'month', 'year'] },
};

/** Start of the candle that holds `at`, in UTC; weeks start on Monday. Works before 1970 too. */
export function bucketStart(resolution: Resolution, at: number): number {
  switch (resolution) {
    case 'minute':
      return floorTo(at, MINUTE_MS);
    case 'hour':
      return floorTo(at, HOUR_MS);
    case 'day':
      return floorTo(at, DAY_MS);
    case 'week':
      // Day 0 was a Thursday, three days after a Monday.
      return floorTo(at + 3 * DAY_MS, 7 * DAY_MS) - 3 * DAY_MS;
    case 'month': {
      const date = new Date(at);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    }
    case 'year':
      return Date.UTC(new Date(at).getUTCFullYear(), 0, 1);
  }
}

function floorTo(at: number, step: number): number {
  return Math.floor(at / step) * step;
}

/** Two candles of the same length and start as one. Adding the same candle again changes nothing. */
export function mergeCandles(earlier: Candle, later: Candle): Candle {
  const last = later.lastAt >= earlier.lastAt ? later : earlier;
  return {
    startAt: earlier.startAt,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: last.close,
    lastAt: last.lastAt,
  };
}

/** Ascending candles rolled up into longer ones, ascending. */
export function rollUp(candles: readonly Candle[], resolution: Resolution): Candle[] {
  const longer = new Map<number, Candle>();
  for (const candle of candles) {
    const startAt = bucketStart(resolution, candle.startAt);
    const sofar = longer.get(startAt);
    longer.set(startAt, sofar === undefined ? { ...candle, startAt } : mergeCandles(sofar, candle));
  }
  return [...longer.values()];
}

export type Coverage = { readonly resolution: Resolution; readonly firstAt: number | null };

/**
 * The finest candles that reach as far back as any and stay within 800 points. `firstAt` is the first stored
 * start inside the range; coarser candles start a little earlier, which does not count as reaching further.
 */
export function chooseResolution(coverage: readonly Coverage[], now: number): Resolution | null {
  const stored = coverage.filter((c): c is { resolution: Resolution; firstAt: number } => c.firstAt !== null);
  const reachesBack = (firstAt: number) => stored.every((c) => firstAt < c.firstAt + PERIOD_MS[c.resolution]);
  const fits = (c: { resolution: Resolution; firstAt: number }) =>
    pointsBetween(c.resolution, c.firstAt, now) <= HISTORY_MAX_POINTS;
  const best = stored.find((c) => fits(c) && reachesBack(c.firstAt)) ?? stored.findLast(fits);
  return best?.resolution ?? stored.at(-1)?.resolution ?? null;
}

function pointsBetween(resolution: Resolution, from: number, to: number): number {
  const first = new Date(from);
  const last = new Date(to);
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  if (resolution === 'year') return years + 1;
  if (resolution === 'month') return years * 12 + last.getUTCMonth() - first.getUTCMonth() + 1;
  return Math.floor((to - from) / PERIOD_MS[resolution]) + 1;
}
