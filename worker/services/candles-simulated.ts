// Stored history of the simulated market: six years of days, 90 days of hours, 48 hours of minutes. The curve is
// a pure function of time, so a gap is filled by computing it, and the first live tick meets the last stored candle.

import { lastStart, widenStatements, writeCandles, type SeriesCandle } from '../db/candles.ts';
import { bucketStart, rollUp } from '../domain/history-ranges.ts';
import { SERIES, type Series } from '../domain/price-rules.ts';
import { SIMULATED_SEED, simulatedCandles, type SimulatedResolution } from '../providers/simulated-walk.ts';
import { DAY_MS } from '../domain/time.ts';

/** How far back each length of candle reaches when nothing is stored yet. */
const REACH_MS: Readonly<Record<SimulatedResolution, number>> = {
  // A year more than the five that calculators start with, so that "what would have happened" has starts to compare.
  day: 6 * 365.25 * DAY_MS,
  hour: 90 * DAY_MS,
  minute: 2 * DAY_MS,
};
const LENGTHS = ['day', 'hour', 'minute'] as const;

const ORIGIN = { kind: 'simulated', basis: 'observed', name: 'simulated', licence: 'commercial' } as const;

export type FillCount = { readonly candles: number };

/** Brings the stored simulated history up to `now`: all of it the first time, the gap afterwards. One atomic batch. */
export async function fillSimulatedHistory(db: D1Database, now: number): Promise<FillCount> {
  const candles: SeriesCandle[] = [];
  const longer: SeriesCandle[] = [];
  for (const series of SERIES) {
    for (const resolution of LENGTHS) {
      const from = await gapStart(db, series, resolution, now);
      const filled = simulatedCandles(SIMULATED_SEED, series, resolution, from, now);
      candles.push(...filled.map((candle) => ({ series, resolution, candle })));
      if (resolution !== 'day') continue;
      for (const length of ['week', 'month', 'year'] as const) {
        longer.push(...rollUp(filled, length).map((candle) => ({ series, resolution: length, candle })));
      }
    }
  }
  await db.batch([
    ...writeCandles(db, [...candles, ...longer], ORIGIN, 'merge', now),
    // As far back as hours reach: this also mends candles that an earlier release stored.
    ...widenStatements(db, 'simulated', now - REACH_MS.hour),
  ]);
  return { candles: candles.length + longer.length };
}

/** The same, but only where a history was begun: a hub that wakes does not seed a database. */
export async function fillSimulatedGap(db: D1Database, now: number): Promise<FillCount> {
  const last = await lastStart(db, 'gold', 'simulated', 'day');
  return last === null ? { candles: 0 } : fillSimulatedHistory(db, now);
}

/** The last stored candle is computed again, because the last start may have left it incomplete. */
async function gapStart(
  db: D1Database,
  series: Series,
  resolution: SimulatedResolution,
  now: number,
): Promise<number> {
  const reach = bucketStart(resolution, now - REACH_MS[resolution]);
  const last = await lastStart(db, series, 'simulated', resolution);
  return last === null ? reach : Math.max(reach, last);
}
