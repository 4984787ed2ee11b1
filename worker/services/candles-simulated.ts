// Stored history of the simulated market: six years of days, 90 days of hours, 48 hours of minutes. The curve is
// a pure function of time, so a gap is filled by computing it, and the first live tick meets the last stored bar.

import { lastStart, writeBars, type SeriesBar } from '../db/candles.ts';
import { bucketStart, rollUp } from '../domain/history-ranges.ts';
import { SERIES, type Series } from '../domain/price-rules.ts';
import { SIMULATED_SEED, simulatedBars, type SimulatedResolution } from '../providers/simulated-walk.ts';
import { DAY_MS } from '../domain/time.ts';

/** How far back each length of bar reaches when nothing is stored yet (issue 2, item 6). */
const REACH_MS: Readonly<Record<SimulatedResolution, number>> = {
  // A year more than the five that calculators start with, so that "what would have happened" has starts to compare.
  day: 6 * 365.25 * DAY_MS,
  hour: 90 * DAY_MS,
  minute: 2 * DAY_MS,
};
const LENGTHS = ['day', 'hour', 'minute'] as const;

const ORIGIN = { kind: 'simulated', basis: 'observed', name: 'simulated', licence: 'commercial' } as const;

export type FillCount = { readonly bars: number };

/** Brings the stored simulated history up to `now`: all of it the first time, the gap afterwards. One atomic batch. */
export async function fillSimulatedHistory(db: D1Database, now: number): Promise<FillCount> {
  const bars: SeriesBar[] = [];
  const longer: SeriesBar[] = [];
  for (const series of SERIES) {
    for (const resolution of LENGTHS) {
      const from = await gapStart(db, series, resolution, now);
      const filled = simulatedBars(SIMULATED_SEED, series, resolution, from, now);
      bars.push(...filled.map((bar) => ({ series, resolution, bar })));
      if (resolution !== 'day') continue;
      for (const length of ['week', 'month', 'year'] as const) {
        longer.push(...rollUp(filled, length).map((bar) => ({ series, resolution: length, bar })));
      }
    }
  }
  await db.batch([
    ...writeBars(db, bars, ORIGIN, 'replace', now),
    ...writeBars(db, longer, ORIGIN, 'merge', now),
  ]);
  return { bars: bars.length + longer.length };
}

/** The same, but only where a history was begun: an object that wakes does not seed a database by itself. */
export async function fillSimulatedGap(db: D1Database, now: number): Promise<FillCount> {
  const last = await lastStart(db, 'gold', 'simulated', 'day');
  return last === null ? { bars: 0 } : fillSimulatedHistory(db, now);
}

/** The last stored bar is computed again, because the last start may have left it half grown. */
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
