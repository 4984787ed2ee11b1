// Minutes of real prices beyond their retention: in the bucket first, under the hash of what is stored, then out of the database.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SeriesCandle } from '../../../worker/db/candles.ts';
import { writeCandles } from '../../../worker/db/candles.ts';
import { sha256Hex } from '../../../worker/db/sha256.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { archiveOldMinutes } from '../../../worker/services/archive-minutes.ts';

/** Before any other test's minutes: they are the oldest. */
const FIRST = Date.parse('2001-02-03T00:00:00Z');
const LONG_AGO = { from: FIRST, to: FIRST + 3 * DAY_MS };
/** The first two days are beyond their eight days. */
const NOW = FIRST + 2 * DAY_MS + 8 * DAY_MS;
const KEY = /^archive\/minutes\/(\d{4}-\d{2}-\d{2})\.([0-9a-f]{64})\.ndjson\.gz$/u;

const deps = { env, db: env.DB, newId: () => crypto.randomUUID() };

const minute = (series: 'gold' | 'usd-brl', startAt: number, close = 400_000): SeriesCandle => ({
  series,
  resolution: 'minute',
  candle: { startAt, open: 400_000, high: 400_000, low: 400_000, close, lastAt: startAt + 59_000 },
});

const store = (candles: readonly SeriesCandle[], kind: 'spot' | 'simulated' = 'spot', db = env.DB) =>
  db.batch(
    writeCandles(
      env.DB,
      candles,
      { kind, basis: 'observed', name: 'a vendor', licence: 'ours' },
      'merge',
      FIRST,
    ),
  );

const starts = async (): Promise<number[]> => {
  const { results } = await env.DB.prepare(
    `SELECT start_at AS at FROM candles WHERE start_at BETWEEN ?1 AND ?2
     UNION ALL SELECT start_at FROM fx_candles WHERE start_at BETWEEN ?1 AND ?2 ORDER BY at`,
  )
    .bind(LONG_AGO.from, LONG_AGO.to)
    .run<{ at: number }>();
  return results.map(({ at }) => at);
};

const keys = async (): Promise<string[]> => {
  const { objects } = await env.MEDIA.list({ prefix: 'archive/minutes/2001-' });
  return objects.map(({ key }) => key);
};

async function linesOf(key: string): Promise<unknown[]> {
  const object = await env.MEDIA.get(key);
  if (object === null) throw new Error(`there is no ${key}`);
  const text = await new Response(object.body.pipeThrough(new DecompressionStream('gzip'))).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

beforeEach(async () => {
  for (const table of ['candles', 'fx_candles']) {
    await env.DB.prepare(`DELETE FROM ${table} WHERE start_at BETWEEN ?1 AND ?2`)
      .bind(LONG_AGO.from, LONG_AGO.to)
      .run();
  }
  await env.MEDIA.delete(await keys());
});

test('a day a run, the oldest first; what is not old enough stays', async () => {
  const [second, third] = [FIRST + DAY_MS + HOUR_MS, FIRST + 2 * DAY_MS];
  await store([
    minute('gold', FIRST),
    minute('gold', FIRST + MINUTE_MS),
    minute('gold', second),
    minute('gold', third),
  ]);
  await store([minute('usd-brl', FIRST + DAY_MS - MINUTE_MS, 400_000)]);
  await store([{ ...minute('gold', FIRST), resolution: 'hour' }]);

  expect(await archiveOldMinutes(deps, NOW)).toEqual({ minutes: 3 });
  // The hour stays, and so do the next days.
  expect(await starts()).toEqual([FIRST, second, third]);
  const [key = ''] = await keys();
  const [, day, sha256] = KEY.exec(key) ?? [];
  expect(day).toBe('2001-02-03');
  const stored = await env.MEDIA.get(key);
  expect(await sha256Hex(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(sha256);
  const gold = {
    series: 'gold',
    kind: 'spot',
    unit: 'cents',
    open: 400_000,
    high: 400_000,
    low: 400_000,
    close: 400_000,
  };
  const from = { basis: 'observed', source: 'a vendor', licence: 'ours' };
  expect(await linesOf(key)).toEqual([
    { ...gold, ...from, startAt: FIRST, lastAt: FIRST + 59_000 },
    { ...gold, ...from, startAt: FIRST + MINUTE_MS, lastAt: FIRST + MINUTE_MS + 59_000 },
    {
      ...gold,
      ...from,
      series: 'usd-brl',
      unit: 'e4',
      startAt: FIRST + DAY_MS - MINUTE_MS,
      lastAt: FIRST + DAY_MS - 1_000,
    },
  ]);

  expect(await archiveOldMinutes(deps, NOW)).toEqual({ minutes: 1 });
  expect(await archiveOldMinutes(deps, NOW)).toEqual({ minutes: 0 });
  expect(await starts()).toEqual([FIRST, third]);
  expect((await keys()).map((name) => KEY.exec(name)?.[1])).toEqual(['2001-02-03', '2001-02-04']);
});

test('the simulated market can be computed again: its minutes go, and no file is written', async () => {
  await store([minute('gold', FIRST)], 'simulated');
  expect(await archiveOldMinutes(deps, NOW)).toEqual({ minutes: 1 });
  expect([await starts(), await keys()]).toEqual([[], []]);
});

describe('where something fails on the way, the minutes stay and the next run takes them up', () => {
  test('a bucket that stores something else', async () => {
    await store([minute('gold', FIRST)]);
    const lossy = { put: () => Promise.resolve(null), get: () => Promise.resolve(null) };
    const broken = { ...deps, env: { ...env, MEDIA: lossy as unknown as R2Bucket } };
    await expect(archiveOldMinutes(broken, NOW)).rejects.toThrow('does not read as it was written');
    expect(await starts()).toEqual([FIRST]);
  });

  test('a process that dies between the two: the same file under the same name', async () => {
    await store([minute('gold', FIRST)]);
    const dying = {
      prepare: (sql: string) => env.DB.prepare(sql),
      batch: () => Promise.reject(new Error('killed')),
    };
    await expect(archiveOldMinutes({ ...deps, db: dying as unknown as D1Database }, NOW)).rejects.toThrow(
      'killed',
    );
    expect([await starts(), await keys()]).toEqual([[FIRST], [expect.stringMatching(KEY)]]);
    expect(await archiveOldMinutes(deps, NOW)).toEqual({ minutes: 1 });
    expect(await keys()).toHaveLength(1);
  });

  test('a minute that came in after the day was read: nothing goes, and the next file has it', async () => {
    await store([minute('gold', FIRST)]);
    const late = {
      prepare: (sql: string) => env.DB.prepare(sql),
      batch: async (statements: D1PreparedStatement[]) => {
        await store([minute('gold', FIRST + MINUTE_MS)]);
        return env.DB.batch(statements);
      },
    };
    await expect(archiveOldMinutes({ ...deps, db: late as unknown as D1Database }, NOW)).rejects.toThrow(
      'guard_matched_one_row',
    );
    expect(await archiveOldMinutes(deps, NOW)).toEqual({ minutes: 2 });
    expect(await starts()).toEqual([]);
    expect((await Promise.all((await keys()).map(linesOf))).map(({ length }) => length).toSorted()).toEqual([
      1, 2,
    ]);
  });
});
