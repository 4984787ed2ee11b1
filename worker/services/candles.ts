// Live prices on their way into storage: a finished minute widens the candle of every length that holds it, in one
// atomic batch that may be repeated; and the last 24 hours are read back from what is stored.

import { readDay, writeCandles, type SeriesCandle, type StoredKind } from '../db/candles.ts';
import { noteFeedMinutes } from '../db/feed-hours.ts';
import { feedHourOf } from '../domain/feed-uptime.ts';
import { bucketStart, RESOLUTIONS, type Candle } from '../domain/history-ranges.ts';
import { marketSession, type Calendar } from '../domain/market-hours.ts';
import { METALS } from '../domain/metals.ts';
import { type DayStats, type Series } from '../domain/price-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts';

/** A finished minute of one series, and which sources under which licence it came from. */
export type LiveCandle = {
  readonly series: Series;
  readonly kind: StoredKind;
  readonly source: string;
  readonly licence: string;
  readonly candle: Candle;
};

/** How far before the moment 24 hours ago a stored price may lie and still count for it. */
const REFERENCE_TOLERANCE_MS = HOUR_MS;

/** Writes finished minutes, their roll-ups and the feed's uptime in them. Idempotent. */
export async function storeMinutes(
  db: D1Database,
  candles: readonly LiveCandle[],
  now: number,
): Promise<void> {
  if (candles.length === 0) return;
  const origins = Map.groupBy(candles, ({ kind, source, licence }) =>
    JSON.stringify([kind, source, licence]),
  );
  const statements: D1PreparedStatement[] = [];
  for (const group of origins.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const from = { kind: first.kind, basis: 'observed', name: first.source, licence: first.licence } as const;
    statements.push(...writeCandles(db, group.flatMap(everyLength), from, 'merge', now));
    const minutes = group
      .filter(({ series }) => series === 'gold')
      .map(({ candle }) => feedHourOf(candle.startAt));
    statements.push(...noteFeedMinutes(db, first.kind, minutes));
  }
  await db.batch(statements);
}

function everyLength({ series, candle }: LiveCandle): SeriesCandle[] {
  return RESOLUTIONS.map((resolution) => ({
    series,
    resolution,
    candle: { ...candle, startAt: bucketStart(resolution, candle.startAt) },
  }));
}

/** The last 24 hours of each metal. One without a stored price to compare with is left out, not guessed. */
export async function dayStats(
  db: D1Database,
  kind: StoredKind,
  calendar: Calendar,
  now: number,
): Promise<Partial<Record<Series, DayStats>>> {
  const dayAgo = now - DAY_MS;
  const then = marketSession(calendar, dayAgo);
  const acrossWeekend = !then.open && then.weekend;
  const referenceAt = bucketStart('minute', then.open ? dayAgo : then.closedAt);
  const rows = await readDay(db, METALS, kind, {
    referenceAt,
    notBefore: referenceAt - REFERENCE_TOLERANCE_MS,
    firstHourAt: bucketStart('hour', referenceAt + HOUR_MS - MINUTE_MS),
  });
  const stats: Partial<Record<Series, DayStats>> = {};
  for (const { series, reference, high, low } of rows) {
    if (reference === null) continue;
    stats[series] = {
      since: acrossWeekend ? 'close' : '24h',
      reference,
      high: Math.max(high ?? reference, reference),
      low: Math.min(low ?? reference, reference),
    };
  }
  return stats;
}
