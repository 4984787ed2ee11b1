import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { seedPrices } from '../../../worker/commands/seed.ts';
import { PriceSnapshot, type FxHistory, type PriceHistory } from '../../../worker/contract/prices.ts';
import { HISTORY_RANGES } from '../../../worker/domain/history-ranges.ts';
import { METALS } from '../../../worker/domain/metals.ts';
import { priceHub, type Deps } from '../../../worker/services/deps.ts';
import { currentPrices } from '../../../worker/services/prices.ts';
import { createCustomer, jsonHeaders } from '../../support/customers.ts';
import { aSnapshot } from '../../support/snapshots.ts';
import { Vendors } from '../../support/vendor-control.ts';
import { call } from '../accounts/calls.ts';

beforeAll(async () => {
  await seedPrices(env.DB, Date.now());
});

const read = async <T>(path: string): Promise<T> => (await call(path)).json();

test('the current prices: four metals, the rate, the source, in the shape of the contract', async () => {
  const reply = await call('/api/prices');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-cache');
  const snapshot = v.parse(PriceSnapshot, await reply.json());
  expect(snapshot.prices.map((price) => price.metal)).toEqual([...METALS]);
  expect(snapshot.source).toMatchObject({
    name: 'simulated',
    kind: 'simulated',
    quotable: true,
    reason: null,
  });
  expect(snapshot.fx?.usdBrlE4).toBeGreaterThan(10_000);
  expect(snapshot.prices.every((price) => !price.stale)).toBe(true);
});

test('change, high and low are of the last 24 hours of stored prices', async () => {
  const snapshot = await read<PriceSnapshot>('/api/prices');
  for (const price of snapshot.prices) {
    const row = await env.DB.prepare(
      `SELECT close_cents FROM candles WHERE metal = ?1 AND kind = 'simulated' AND resolution = 'minute'
       AND start_at < ?2 ORDER BY start_at DESC LIMIT 1`,
    )
      .bind(price.metal, Math.floor((Date.now() - 86_400_000) / 60_000) * 60_000)
      .first<number>('close_cents');
    expect(price.since).toBe('24h');
    expect(price.priceCents - (price.change24hCents ?? 0) - (row ?? 0)).toBeLessThan((row ?? 0) / 100);
    expect(price.high24hCents).toBeGreaterThanOrEqual(price.priceCents);
    expect(price.low24hCents).toBeLessThanOrEqual(price.priceCents);
  }
});

test('readers at one location share a snapshot for two seconds: the hub is asked once', async () => {
  let asked = 0;
  const start = Date.now() + 60_000;
  const readAt = async (now: number) => {
    const stored: Promise<unknown>[] = [];
    const hub = {
      snapshot: async () => {
        asked += 1;
        return { ...aSnapshot(), seq: asked };
      },
    };
    const deps = { hub, now: () => now, defer: (work: Promise<unknown>) => void stored.push(work) };
    const { seq } = await currentPrices(deps as unknown as Deps);
    await Promise.all(stored);
    return seq;
  };
  expect([await readAt(start), await readAt(start + 1), await readAt(start + 1_999)]).toEqual([1, 1, 1]);
  expect(await readAt(start + 2_000)).toBe(2);
  // A stamp from the future (a clock set back) is not believed.
  expect(await readAt(start)).toBe(3);
});

test.each(HISTORY_RANGES)(
  'history of %s: ascending, one kind, at most 800 points, up to now',
  async (range) => {
    const history = await read<PriceHistory>(`/api/prices/gold/history?range=${range}`);
    expect(history).toMatchObject({ metal: 'gold', range, kind: 'simulated' });
    expect(history.points.length).toBeGreaterThan(50);
    expect(history.points.length).toBeLessThanOrEqual(800);
    const times = history.points.map((point) => Date.parse(point.at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
    expect(Date.now() - (times.at(-1) ?? 0)).toBeLessThan(3 * 60_000);
    expect(
      history.points.every((point) => Number.isSafeInteger(point.priceCents) && point.priceCents > 0),
    ).toBe(true);
    const closes = history.points.map((point) => point.priceCents);
    expect(history.high?.priceCents).toBeGreaterThanOrEqual(Math.max(...closes));
    expect(history.low?.priceCents).toBeLessThanOrEqual(Math.min(...closes));
    expect(history.sources).toEqual([{ name: 'simulated', licence: 'commercial', basis: 'observed' }]);
  },
);

test('the dollar in reais has a history of its own unit', async () => {
  const history = await read<FxHistory>('/api/prices/usd-brl/history?range=1Y');
  expect(history).toMatchObject({ pair: 'usd-brl', range: '1Y', kind: 'simulated', resolution: 'day' });
  expect(history.points.length).toBeGreaterThan(360);
  expect(history.points[0]?.rateE4).toBeGreaterThan(10_000);
});

test('no range means a month; an unknown range or metal is refused', async () => {
  expect(await read<PriceHistory>('/api/prices/silver/history')).toMatchObject({ range: '1M' });
  expect((await call('/api/prices/silver/history?range=2D')).status).toBe(422);
  expect((await call('/api/prices/bronze/history?range=1M')).status).toBe(404);
  expect((await call('/api/prices/toString/history')).status).toBe(404);
});

const refresh = (headers: Record<string, string>) => call('/api/prices/refresh', { method: 'POST', headers });

test('only an operator makes the hub poll: by token, or as an admin', async () => {
  const byToken = await refresh({ Authorization: `Bearer ${env.OPS_TOKEN}` });
  expect(byToken.status).toBe(200);
  expect(await byToken.json()).toMatchObject({ success: true, polled: 2, accepted: 5 });
  const admin = await createCustomer(env, { admin: true, steppedUp: true });
  expect((await refresh(admin.headers)).status).toBe(200);
  // A person leaves a line in the log, a machine that asks each minute does not; and a person proves who they are.
  const { results } = await env.DB.prepare(
    "SELECT actor FROM audit_log WHERE action = 'feed.refreshed'",
  ).run();
  expect(results).toEqual([{ actor: admin.email }]);
  const unproven = await createCustomer(env, { admin: true });
  expect(await (await refresh(unproven.headers)).json()).toMatchObject({ code: 'StepUpRequired' });
});

test('nobody else does', async () => {
  const customer = await createCustomer(env);
  const refused: readonly [Record<string, string>, number][] = [
    [{}, 403],
    [jsonHeaders(), 401],
    [customer.headers, 403],
    [{ Authorization: 'Bearer ' }, 403],
    [{ Authorization: 'Bearer wrong' }, 401],
    [{ Authorization: `Bearer ${env.OPS_TOKEN}x` }, 401],
    [{ Authorization: env.OPS_TOKEN }, 403],
  ];
  for (const [headers, status] of refused) expect((await refresh(headers)).status).toBe(status);
});

test('a refresh that no source answers well says so', async () => {
  const vendors = new Vendors();
  await vendors.set('gold-api', { behaviour: 'error-500' });
  await runInDurableObject(priceHub(env), (hub) =>
    hub.configure({
      ENVIRONMENT: 'local',
      PRICE_PROVIDERS: 'gold-api',
      FX_PROVIDERS: 'awesomeapi',
      GOLD_API_URL: vendors.url('gold-api'),
      AWESOMEAPI_URL: vendors.url('gold-api'),
    }),
  );
  const reply = await refresh({ Authorization: `Bearer ${env.OPS_TOKEN}` });
  expect(reply.status).toBe(503);
  expect(await reply.json()).toMatchObject({ code: 'PriceUnavailable', detail: 'Price not available' });
});
