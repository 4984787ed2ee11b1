// The light lines of the first paint: stored history thinned to about sixty points, in dollars, in reais or as the
// ratio, kept for a minute in this isolate. A line is an extra: slow or broken storage gives a page without it.

import { firstStarts, lastStart, readHistory, readHistoryAt, type Reader } from '../db/candles.ts';
import { BOOT_LINE_POINTS, bootLinePath, type BootLineSpec, thinnedStarts } from '../domain/boot-lines.ts';
import {
  chooseResolution,
  HISTORY_MAX_POINTS,
  type HistoryRange,
  RANGE_PLANS,
} from '../domain/history-ranges.ts';
import { inReais, ratioSeries, type SampleSeries } from '../domain/price-series.ts';
import { USD_BRL, type Series } from '../domain/price-rules.ts';
import { type FeedKind, priceFeeds } from '../providers/registry.ts';
import { type Ground, timeOf } from './price-history.ts';
import { DAY_MS, MINUTE_MS } from '../domain/time.ts';

/** Younger lines are used as they are; older ones are used once more while they are read again. */
export const LINE_FRESH_MS = MINUTE_MS;
export const LINE_USABLE_MS = 10 * MINUTE_MS;

type Kept = { readonly path: string | null; readonly readAt: number };

/** Values, never promises: a promise belongs to the request that made it. One map per database: tests have several. */
const kept = new WeakMap<D1Database, Map<string, Kept>>();

type LineGround = Ground & { readonly defer: (work: Promise<unknown>) => void };

/** The `d` of a line, or null when nothing is stored for it. Rejects when the database does. */
export async function bootLine(ground: LineGround, name: string, spec: BootLineSpec): Promise<string | null> {
  const lines = kept.get(ground.db) ?? new Map<string, Kept>();
  kept.set(ground.db, lines);
  const known = lines.get(name);
  const age = known === undefined ? Number.POSITIVE_INFINITY : ground.now() - known.readAt;
  if (known !== undefined && age < LINE_FRESH_MS) return known.path;

  const read = async () => {
    const { path } = await readBootLine(ground, spec);
    lines.set(name, { path, readAt: ground.now() });
    return path;
  };
  if (known === undefined || age >= LINE_USABLE_MS) {
    const reading = read();
    // The page may stop waiting; the line is then there for the next one.
    ground.defer(reading);
    return reading;
  }
  // Stamped at once, so that parallel requests do not all read the same line.
  lines.set(name, { path: known.path, readAt: ground.now() });
  ground.defer(read());
  return known.path;
}

/** Reads about sixty rows for each series in the line. */
export async function readBootLine(
  ground: Ground,
  { of, range, inReais: reais }: BootLineSpec,
): Promise<{ path: string | null; rowsRead: number }> {
  const { kind } = priceFeeds(ground.env);
  if (kind === null) return { path: null, rowsRead: 0 };
  const thin = (series: Series) => thinSeries(ground, series, kind, range);
  if (of === 'ratio') {
    const [gold, silver] = await Promise.all([thin('gold'), thin('silver')]);
    const samples = ratioSeries(gold.series, silver.series);
    return { path: bootLinePath(samples), rowsRead: gold.rowsRead + silver.rowsRead };
  }
  const [metal, rates] = await Promise.all([thin(of), reais ? thin(USD_BRL) : null]);
  const { samples } = metal.series;
  return {
    path: bootLinePath(rates === null ? samples : inReais(samples, rates.series)),
    rowsRead: metal.rowsRead + (rates?.rowsRead ?? 0),
  };
}

type Thinned = { readonly series: SampleSeries; readonly rowsRead: number };

/** The candles a chart of the range would draw (services/price-history.ts), but only every few of them. */
async function thinSeries(
  ground: Ground,
  series: Series,
  kind: FeedKind,
  range: HistoryRange,
): Promise<Thinned> {
  const db: Reader = ground.db.withSession('first-unconstrained');
  const now = ground.now();
  const { days, resolutions } = RANGE_PLANS[range];
  const from = days === null ? Number.MIN_SAFE_INTEGER : now - days * DAY_MS;
  const { coverage, rowsRead } = await firstStarts(db, series, kind, resolutions, from);
  const resolution = chooseResolution(coverage, now);
  const first = coverage.find((one) => one.resolution === resolution)?.firstAt ?? null;
  const last = resolution === null ? null : await lastStart(db, series, kind, resolution);
  if (resolution === null || first === null || last === null) {
    return { series: { resolution: null, samples: [] }, rowsRead };
  }
  const starts = thinnedStarts(resolution, first, last, BOOT_LINE_POINTS);
  const read =
    starts === null
      ? await readHistory(db, series, kind, resolution, first, HISTORY_MAX_POINTS)
      : await readHistoryAt(db, series, kind, resolution, starts);
  return {
    series: { resolution, samples: read.rows.map((row) => ({ at: timeOf(row), value: row.close })) },
    rowsRead: rowsRead + 1 + read.rowsRead,
  };
}
