import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { seedPrices } from '../../../worker/commands/seed.ts';
import type { Candle } from '../../../worker/domain/history-ranges.ts';
import { SERIES, USD_BRL } from '../../../worker/domain/price-rules.ts';
import { SIMULATED_SEED, simulatedPrice } from '../../../worker/providers/simulated-walk.ts';
import { dayStats, storeMinutes, type LiveCandle } from '../../../worker/services/candles.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';

const FIRST = Date.parse('2026-11-21T14:35:12Z');

type Count = { resolution: string; n: number; first: number; last: number };
async function counts(series: string): Promise<Record<string, Count>> {
  const [table, key] = series === USD_BRL ? ['fx_candles', 'pair'] : ['candles', 'metal'];
  const { results } = await env.DB.prepare(
    `SELECT resolution, count(*) AS n, min(start_at) AS first, max(start_at) AS last FROM ${table}
     WHERE ${key} = ?1 AND kind = 'simulated' GROUP BY resolution`,
  )
    .bind(series)
    .run<Count>();
  return Object.fromEntries(results.map((row) => [row.resolution, row]));
}

async function closes(
  resolution: string,
  from: number,
): Promise<{ start_at: number; open: number; close: number }[]> {
  const { results } = await env.DB.prepare(
    `SELECT start_at, open_cents AS open, close_cents AS close FROM candles
     WHERE metal = 'gold' AND kind = 'simulated' AND resolution = ?1 AND start_at >= ?2 ORDER BY start_at`,
  )
    .bind(resolution, from)
    .run<{ start_at: number; open: number; close: number }>();
  return results;
}

test('the first seed stores six years of days, 90 days of hours and 48 hours of minutes of everything', async () => {
  await seedPrices(env.DB, FIRST);
  for (const series of SERIES) {
    const stored = await counts(series);
    expect(stored['day']?.n).toBe(2_192);
    expect(stored['hour']?.n).toBe(90 * 24 + 1);
    expect(stored['minute']?.n).toBe(48 * 60 + 1);
    expect(stored['minute']?.last).toBe(Date.parse('2026-11-21T14:35:00Z'));
    expect(stored['week']?.n).toBeGreaterThanOrEqual(313);
    expect(stored['year']?.n).toBe(7);
  }
});

test('the next start fills the gap: no hole, no jump, nothing twice', async () => {
  const later = FIRST + 5 * HOUR_MS + 17 * MINUTE_MS;
  const { candles } = await seedPrices(env.DB, later);
  // Of each series five hours and a bit, not six years.
  expect(candles).toBeLessThan(SERIES.length * (5 * 60 + 17 + 20));
  for (const [resolution, length] of [
    ['minute', MINUTE_MS],
    ['hour', HOUR_MS],
    ['day', DAY_MS],
  ] as const) {
    const rows = await closes(resolution, FIRST - 2 * DAY_MS);
    const starts = rows.map((row) => row.start_at);
    expect(starts).toEqual(starts.map((_, i) => (starts[0] ?? 0) + i * length));
    const jumps = rows.slice(1).map((row, i) => Math.abs(row.open / (rows[i]?.close ?? row.open) - 1));
    expect(Math.max(...jumps)).toBeLessThan(0.001);
    expect(rows.at(-1)?.close).toBe(simulatedPrice(SIMULATED_SEED, 'gold', later));
  }
  expect(await seedPrices(env.DB, later)).toEqual({ candles: SERIES.length * 6 });
});

test('a start after a month away brings hours and days up to date, and the last two days of minutes', async () => {
  const later = FIRST + 30 * DAY_MS;
  await seedPrices(env.DB, later);
  const stored = await counts('silver');
  expect(stored['day']?.n).toBe(2_192 + 30);
  expect(stored['hour']?.n).toBe(120 * 24 + 1);
  expect((await closes('minute', later - DAY_MS)).length).toBe(24 * 60 + 1 - 1);
});

const aMinute = (startAt: number, price: number): LiveCandle => ({
  series: 'palladium',
  kind: 'spot',
  source: 'gold-api',
  licence: 'reference',
  candle: {
    startAt,
    open: price,
    high: price + 10,
    low: price - 10,
    close: price,
    lastAt: startAt + 55_000,
  } satisfies Candle,
});

const palladium = async () => {
  const { results } = await env.DB.prepare(
    `SELECT resolution, start_at, open_cents, high_cents, low_cents, close_cents, last_at FROM candles
     WHERE metal = 'palladium' AND kind = 'spot' ORDER BY resolution, start_at`,
  ).run();
  return results;
};

test('storing the same minutes again changes nothing, whatever the order of the retries', async () => {
  const minutes = [0, 1, 2, 61].map((i) =>
    aMinute(Date.parse('2026-11-18T17:00:00Z') + i * MINUTE_MS, 120_000 + i),
  );
  await storeMinutes(env.DB, minutes, FIRST);
  const once = await palladium();
  expect(once).toHaveLength(4 + 2 + 4);
  await storeMinutes(env.DB, minutes.toReversed(), FIRST);
  await storeMinutes(env.DB, minutes.slice(1, 2), FIRST);
  expect(await palladium()).toEqual(once);
});

test('across a weekend the change is since the last close, and says so', async () => {
  const friday = Date.parse('2026-11-20T21:59:00Z');
  const monday = Date.parse('2026-11-23T12:00:00Z');
  await storeMinutes(env.DB, [{ ...aMinute(friday, 5_700), series: 'silver' }], friday);
  await storeMinutes(env.DB, [{ ...aMinute(monday - MINUTE_MS, 5_900), series: 'silver' }], monday);
  expect((await dayStats(env.DB, 'spot', 'spot', monday)).silver).toEqual({
    since: 'close',
    reference: 5_700,
    high: 5_910,
    low: 5_700,
  });
});

test('without a stored price near 24 hours ago there is no change to tell', async () => {
  const wednesday = Date.parse('2026-12-02T17:00:00Z');
  await storeMinutes(
    env.DB,
    [{ ...aMinute(wednesday - 3 * HOUR_MS, 160_000), series: 'platinum' }],
    wednesday,
  );
  expect((await dayStats(env.DB, 'spot', 'spot', wednesday)).platinum).toBeUndefined();
});
