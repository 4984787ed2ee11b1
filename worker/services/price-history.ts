// History for charts: the finest stored candles that reach back as far as the range asks and fit into 800 points.
// Only candles of the feed's own kind are read, so simulated and real prices never meet in one chart.

import type { FxHistory, HistoryRange, HistorySource, PriceHistory } from '../contract/prices.ts';
import { firstStarts, readHistory, readSources, type HistoryRow, type Reader } from '../db/candles.ts';
import {
  chooseResolution,
  HISTORY_MAX_POINTS,
  RANGE_PLANS,
  type Resolution,
} from '../domain/history-ranges.ts';
import type { Metal } from '../domain/metals.ts';
import { USD_BRL, type Series } from '../domain/price-rules.ts';
import { priceFeeds, type FeedKind, type PriceVars } from '../providers/registry.ts';
import { DAY_MS, iso } from '../domain/time.ts';

/** Reads may be served by a replica near the reader. */
export type Ground = { readonly db: D1Database; readonly env: PriceVars; readonly now: () => number };

export async function metalHistory(ground: Ground, metal: Metal, range: HistoryRange): Promise<PriceHistory> {
  const { points, high, low, ...rest } = await seriesHistory(ground, metal, range);
  return {
    metal,
    ...rest,
    points: points.map(pricePoint),
    high: high && pricePoint(high),
    low: low && pricePoint(low),
  };
}

export async function rateHistory(ground: Ground, range: HistoryRange): Promise<FxHistory> {
  const { points, high: _, low: __, ...rest } = await seriesHistory(ground, USD_BRL, range);
  return { pair: 'usd-brl', ...rest, points: points.map(({ at, value }) => ({ at, rateE4: value })) };
}

type Point = { readonly at: string; readonly value: number };

function pricePoint({ at, value }: Point): { at: string; priceCents: number } {
  return { at, priceCents: value };
}

type SeriesHistory = {
  readonly range: HistoryRange;
  readonly kind: FeedKind | null;
  readonly resolution: Resolution | null;
  readonly sources: readonly HistorySource[];
  readonly points: readonly Point[];
  readonly high: Point | null;
  readonly low: Point | null;
  /** Rows the database read for it: a test holds it near the number of points. */
  readonly rowsRead: number;
};

export async function readSeries(
  ground: Ground,
  series: Series,
  range: HistoryRange,
): Promise<SeriesHistory> {
  const db = ground.db.withSession('first-unconstrained');
  const { kind } = priceFeeds(ground.env);
  const now = ground.now();
  const plan = RANGE_PLANS[range];
  const nothing = {
    range,
    kind,
    resolution: null,
    sources: [],
    points: [],
    high: null,
    low: null,
    rowsRead: 0,
  };
  if (kind === null) return nothing;

  const from = plan.days === null ? Number.MIN_SAFE_INTEGER : now - plan.days * DAY_MS;
  const first = await firstStarts(db, series, kind, plan.resolutions, from);
  const resolution = chooseResolution(first.coverage, now);
  if (resolution === null) return { ...nothing, rowsRead: first.rowsRead };
  const { rows, rowsRead } = await readHistory(db, series, kind, resolution, from, HISTORY_MAX_POINTS);
  return {
    range,
    kind,
    resolution,
    sources: await sourcesOf(db, rows),
    points: rows.map((row) => pointOf(row, row.close)),
    high: farthest(rows, (row) => row.high),
    low: farthest(rows, (row) => row.low, -1),
    rowsRead: first.rowsRead + rowsRead,
  };
}

async function seriesHistory(ground: Ground, series: Series, range: HistoryRange) {
  const { rowsRead: _, ...history } = await readSeries(ground, series, range);
  return history;
}

function pointOf(row: HistoryRow, value: number): Point {
  return { at: iso(timeOf(row)), value };
}

/** The highest value, or with -1 the lowest; of equal ones the latest. */
function farthest(
  rows: readonly HistoryRow[],
  valueOf: (row: HistoryRow) => number,
  sign: 1 | -1 = 1,
): Point | null {
  const best = rows.reduce<HistoryRow | null>(
    (far, row) => (far !== null && sign * valueOf(far) > sign * valueOf(row) ? far : row),
    null,
  );
  return best === null ? null : pointOf(best, valueOf(best));
}

/** A close is of its last price's time; an average belongs to the whole of its period, so to its start. */
export function timeOf(row: HistoryRow): number {
  return row.basis === 'observed' ? row.last_at : row.start_at;
}

async function sourcesOf(db: Reader, rows: readonly HistoryRow[]): Promise<HistorySource[]> {
  const basisOf = new Map(rows.map((row) => [row.source_id, row.basis]));
  const sources = await readSources(db, [...basisOf.keys()]);
  return sources.map(({ id, name, licence }) => ({ name, licence, basis: basisOf.get(id) ?? 'observed' }));
}
