// A history request reads about as many rows as it returns, however long the platform has run.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { historySql, writeCandles, type Provenance, type SeriesCandle } from '../../../worker/db/candles.ts';
import {
  HISTORY_MAX_POINTS,
  HISTORY_RANGES,
  rollUp,
  type Candle,
  type HistoryRange,
} from '../../../worker/domain/history-ranges.ts';
import type { Series } from '../../../worker/domain/price-rules.ts';
import { readSeries } from '../../../worker/services/price-history.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';

const NOW = Date.parse('2036-11-21T14:35:00Z');
const SPOT: Provenance = { kind: 'spot', basis: 'observed', name: 'gold-api', licence: 'reference' };

function hourly(from: number, to: number, priceAt: (at: number) => number): Candle[] {
  const candles: Candle[] = [];
  for (let startAt = from; startAt < to; startAt += HOUR_MS) {
    const price = priceAt(startAt);
    candles.push({
      startAt,
      open: price,
      high: price + 50,
      low: price - 50,
      close: price,
      lastAt: startAt + HOUR_MS - 1,
    });
  }
  return candles;
}

const asSeries = (
  series: Series,
  resolution: SeriesCandle['resolution'],
  candles: readonly Candle[],
): SeriesCandle[] => candles.map((candle) => ({ series, resolution, candle }));

/** Ten years of hours and what they roll up to, and a week of minutes, of two metals; some of another kind. */
beforeAll(async () => {
  const hours = hourly(NOW - 3_650 * DAY_MS, NOW, (at) => 400_000 + (Math.floor(at / HOUR_MS) % 1_000));
  const minutes = Array.from({ length: 7 * 24 * 60 }, (_, i): Candle => {
    const startAt = NOW - (i + 1) * MINUTE_MS;
    return { startAt, open: 400_000, high: 400_001, low: 399_999, close: 400_000, lastAt: startAt + 59_000 };
  });
  const days = rollUp(hours, 'day');
  const lengths = [
    ['minute', minutes],
    ['hour', hours],
    ['day', days],
    ['week', rollUp(days, 'week')],
    ['month', rollUp(days, 'month')],
    ['year', rollUp(days, 'year')],
  ] as const;
  const candles = (['gold', 'silver'] as const).flatMap((series) =>
    lengths.flatMap(([resolution, some]) => asSeries(series, resolution, some)),
  );
  for (let i = 0; i < candles.length; i += 40_000) {
    await env.DB.batch(writeCandles(env.DB, candles.slice(i, i + 40_000), SPOT, 'merge', NOW));
  }
  const simulated = { ...SPOT, kind: 'simulated', name: 'simulated' } as const;
  await env.DB.batch(
    writeCandles(env.DB, asSeries('gold', 'hour', hours.slice(-500)), simulated, 'merge', NOW),
  );
});

const ground = {
  db: env.DB,
  env: { ENVIRONMENT: 'production', PRICE_PROVIDERS: 'gold-api', FX_PROVIDERS: 'awesomeapi' },
  now: () => NOW,
};

const EXPECTED: Readonly<Record<HistoryRange, { resolution: string; points: number }>> = {
  '7D': { resolution: 'hour', points: 168 },
  '1M': { resolution: 'hour', points: 720 },
  '3M': { resolution: 'day', points: 90 },
  '1Y': { resolution: 'day', points: 365 },
  ALL: { resolution: 'week', points: 522 },
};
test.each(HISTORY_RANGES)('on a ten-year table, %s reads about as many rows as it returns', async (range) => {
  const { points, resolution, rowsRead, kind } = await readSeries(ground, 'gold', range);
  expect(kind).toBe('spot');
  expect(resolution).toBe(EXPECTED[range].resolution);
  expect(Math.abs(points.length - EXPECTED[range].points)).toBeLessThanOrEqual(2);
  // The few rows more are one look at the start of each length of candle.
  expect(rowsRead).toBeLessThanOrEqual(points.length + 10);
});

test('the query plan is one search of the primary key, without a scan or a sort', async () => {
  for (const [series, table] of [
    ['gold', 'candles'],
    ['usd-brl', 'fx_candles'],
  ] as const) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${historySql(series)}`)
      .bind(series, 'spot', 'hour', NOW - 30 * DAY_MS, HISTORY_MAX_POINTS)
      .run<{ detail: string }>();
    const key = table === 'candles' ? 'metal' : 'pair';
    expect(results.map((row) => row.detail)).toEqual([
      `SEARCH ${table} USING PRIMARY KEY (${key}=? AND kind=? AND resolution=? AND start_at>?)`,
    ]);
  }
});

test('simulated and real prices never meet in one chart', async () => {
  const real = await readSeries(ground, 'gold', '7D');
  const local = { ...ground, env: { ENVIRONMENT: 'local', PRICE_PROVIDERS: 'simulated' } };
  const simulated = await readSeries(local, 'gold', '7D');
  expect(real.sources.map((source) => source.name)).toEqual(['gold-api']);
  expect(simulated.sources.map((source) => source.name)).toEqual(['simulated']);
  expect(simulated.kind).toBe('simulated');
});

test('with nothing stored the chart is empty, and with no usable source it says no kind', async () => {
  expect(await readSeries(ground, 'platinum', '1M')).toMatchObject({
    kind: 'spot',
    resolution: null,
    points: [],
  });
  const none = { ...ground, env: { ENVIRONMENT: 'production', PRICE_PROVIDERS: 'simulated' } };
  expect(await readSeries(none, 'gold', '1M')).toMatchObject({ kind: null, points: [], sources: [] });
});
