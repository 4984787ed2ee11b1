import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { writeCandles, type Provenance, type SeriesCandle } from '../../../worker/db/candles.ts';
import { rollUp } from '../../../worker/domain/history-ranges.ts';
import type { Series } from '../../../worker/domain/price-rules.ts';
import { storeMinutes } from '../../../worker/services/candles.ts';
import { readSeries } from '../../../worker/services/price-history.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

const NOW = Date.parse('2026-11-18T17:00:00Z');
const AVERAGES: Provenance = {
  kind: 'spot',
  basis: 'average',
  name: 'World Bank, The Pink Sheet',
  licence: 'PDDL 1.0',
};
const ground = {
  db: env.DB,
  env: { PRICE_PROVIDERS: 'gold-api', ENVIRONMENT: 'production' },
  now: () => NOW,
};

function months(series: Series, years: number): SeriesCandle[] {
  const candles = Array.from({ length: years * 12 }, (_, i) => {
    const startAt = Date.UTC(2026 - years, 6 + i);
    const price = 100_000 + i;
    return { startAt, open: price, high: price, low: price, close: price, lastAt: startAt };
  });
  return [
    ...candles.map((candle) => ({ series, resolution: 'month' as const, candle })),
    ...rollUp(candles, 'year').map((candle) => ({ series, resolution: 'year' as const, candle })),
  ];
}

const minute = (at: number, price: number) => ({
  series: 'gold' as const,
  kind: 'spot' as const,
  source: 'gold-api',
  licence: 'reference',
  candle: { startAt: at, open: price, high: price, low: price, close: price, lastAt: at + 1 },
});

test('imported averages fill a chart from the start, labelled with source, licence and what they are', async () => {
  await env.DB.batch(writeCandles(env.DB, months('gold', 31), AVERAGES, 'import', NOW));
  const all = await readSeries(ground, 'gold', 'ALL');
  expect(all.resolution).toBe('month');
  expect(all.points).toHaveLength(31 * 12);
  expect(all.sources).toEqual([
    { name: 'World Bank, The Pink Sheet', licence: 'PDDL 1.0', basis: 'average' },
  ]);
  expect(all.points[0]?.at).toBe('1995-07-01T00:00:00.000Z');
  expect((await readSeries(ground, 'gold', '1Y')).points.length).toBeGreaterThanOrEqual(7);
});

test('live prices then carry the same chart on, and the chart names both', async () => {
  await storeMinutes(env.DB, [minute(NOW - 3 * DAY_MS, 430_000), minute(NOW - DAY_MS, 440_000)], NOW);
  const all = await readSeries(ground, 'gold', 'ALL');
  expect(all.points.at(-1)).toEqual({ at: new Date(NOW - DAY_MS + 1).toISOString(), value: 440_000 });
  expect(all.sources.map((source) => source.basis).toSorted()).toEqual(['average', 'observed']);
});

test('an import never replaces what we observed, and observing never changes what was imported', async () => {
  const at = Date.UTC(2026, 10, 18, 12);
  await storeMinutes(env.DB, [minute(at, 441_000)], NOW);
  const day = { startAt: Date.UTC(2026, 10, 18), open: 1, high: 1, low: 1, close: 1, lastAt: at };
  const own = { startAt: Date.UTC(2026, 9, 1), open: 2, high: 2, low: 2, close: 2, lastAt: at };
  const closes: Provenance = { ...AVERAGES, basis: 'close', name: 'a file' };
  await env.DB.batch(
    writeCandles(
      env.DB,
      [
        { series: 'gold', resolution: 'day', candle: day },
        { series: 'gold', resolution: 'month', candle: own },
      ],
      closes,
      'import',
      NOW,
    ),
  );
  await storeMinutes(env.DB, [minute(Date.UTC(2026, 9, 5), 999_999)], NOW);
  const close = (resolution: string, startAt: number) =>
    env.DB.prepare(
      "SELECT close_cents FROM candles WHERE metal = 'gold' AND kind = 'spot' AND resolution = ?1 AND start_at = ?2",
    )
      .bind(resolution, startAt)
      .first<number>('close_cents');
  expect(await close('day', day.startAt)).toBe(441_000);
  expect(await close('month', own.startAt)).toBe(2);
});

test('a bad row anywhere leaves nothing of the file', async () => {
  const good = months('platinum', 1);
  const bad: SeriesCandle = {
    series: 'platinum',
    resolution: 'month',
    candle: { startAt: Date.UTC(1990, 0), open: 5, high: 4, low: 3, close: 3, lastAt: 0 },
  };
  await expect(env.DB.batch(writeCandles(env.DB, [...good, bad], AVERAGES, 'import', NOW))).rejects.toThrow(
    /CHECK/u,
  );
  expect((await readSeries(ground, 'platinum', 'ALL')).points).toEqual([]);
});
