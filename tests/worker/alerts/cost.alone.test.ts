// What a price costs when a hundred thousand alerts wait: the rows it changes and a few more, never the others.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { ALERTS_PER_BATCH } from '../../../worker/db/alert-ticks.ts';
import { evaluateTick } from '../../../worker/services/evaluate-alerts.ts';
import { MANY, MIDDLE, writeManyAlerts } from '../../support/many-alerts.ts';

beforeAll(() => writeManyAlerts(env.DB), 120_000);

let mark = 0;
async function hear(priceCents: number) {
  mark += 1;
  const before = performance.now();
  const outcome = await evaluateTick(
    { db: env.DB, now: () => mark, newId: () => crypto.randomUUID() },
    { at: mark, metal: 'gold', priceCents, priceAt: mark },
  );
  const ms = Math.round(performance.now() - before);
  const { reported, rearmed, rowsRead, rowsWritten } = outcome;
  console.log(
    JSON.stringify({ alerts: MANY.alerts, priceCents, reported, rearmed, rowsRead, rowsWritten, ms }),
  );
  return outcome;
}

test('there are a hundred thousand', async () => {
  expect(await env.DB.prepare('SELECT count(*) AS n FROM alerts').first('n')).toBe(100_000);
});

test('a price that crosses nothing reads next to nothing', async () => {
  const quiet = await hear(MIDDLE);
  expect(quiet).toMatchObject({ reported: 0, rearmed: 0, rowsWritten: 0 });
  expect(quiet.rowsRead).toBeLessThanOrEqual(12);
});

test('a price that crosses a hundred reads in proportion to the hundred', async () => {
  const moved = await hear(MIDDLE + 100);
  expect(moved.reported).toBe(100);
  expect(moved.rowsRead).toBeLessThan(100 * 25);
});

test('with alerts that have fired waiting behind the price, a quiet price still reads next to nothing', async () => {
  const quiet = await hear(MIDDLE + 100);
  expect(quiet).toMatchObject({ reported: 0, rearmed: 0, rowsWritten: 0 });
  expect(quiet.rowsRead).toBeLessThanOrEqual(12);
});

test('a fall that crosses thousands is worked off in batches, each crossing once, and re-arms what it left behind', async () => {
  const crash = await hear(MIDDLE - 3_000);
  expect(crash).toMatchObject({ reported: 3_000, rearmed: 100 });
  expect(crash.reported).toBeGreaterThan(5 * ALERTS_PER_BATCH);
  expect(crash.rowsRead).toBeLessThan(3_100 * 25);
  expect(new Set(crash.toTell).size).toBe(MANY.customers);
  const logged = await env.DB.prepare(
    'SELECT count(*) AS n, count(DISTINCT alert_id) AS alerts FROM alert_deliveries WHERE tick = ?1',
  )
    .bind(mark)
    .first();
  expect(logged).toEqual({ n: 3_000, alerts: 3_000 });
  expect(await hear(MIDDLE - 3_000)).toMatchObject({ reported: 0, rearmed: 0 });
});
