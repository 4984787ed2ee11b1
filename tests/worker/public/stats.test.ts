// The public counts: what they count, what asking costs, and that a flood of visitors counts once.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { PublicStats } from '../../../worker/contract/stats.ts';
import { readFeedHours } from '../../../worker/db/feed-hours.ts';
import { countLedger } from '../../../worker/db/public-stats.ts';
import worker from '../../../worker/index.ts';
import { storeMinutes, type LiveCandle } from '../../../worker/services/candles.ts';
import { fillSimulatedHistory } from '../../../worker/services/candles-simulated.ts';
import { STATS_MAX_AGE_MS, storedOrCounted } from '../../../worker/services/public-stats.ts';
import { createCustomer } from '../../support/customers.ts';
import { endow, fund } from '../../support/funds.ts';
import { callsOf } from '../../support/money-calls.ts';
import { call } from '../accounts/calls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(async () => {
  await env.DB.prepare('UPDATE public_stats SET body = NULL, taken_at = 0, claimed_at = 0').run();
  await env.DB.prepare('DELETE FROM feed_hours').run();
  await caches.default.delete('https://stats.onca.internal/public');
});

const take = (now: number = Date.now()): Promise<PublicStats> =>
  storedOrCounted({ db: env.DB, env, now: () => now });

const minuteCandle = (startAt: number, over: Partial<LiveCandle> = {}): LiveCandle => ({
  series: 'gold',
  kind: 'simulated',
  source: 'simulated',
  licence: 'simulated',
  candle: { startAt, open: 1, high: 1, low: 1, close: 1, lastAt: startAt },
  ...over,
});

test('customers, ounces and trades come from the ledger; operators and accounts without a settled deposit are not among them', async () => {
  const before = await take();
  const later = Date.now() + STATS_MAX_AGE_MS;
  const customer = await createCustomer(env);
  const [empty, waiting, operator] = await Promise.all([
    createCustomer(env),
    createCustomer(env),
    createCustomer(env, { admin: true }),
  ]);
  for (const one of [empty, customer]) await callsOf(one).post('/api/bonus/claim', {}, crypto.randomUUID());
  await callsOf(waiting).deposit({ amountCents: 100_013, method: 'wire' });
  await callsOf(waiting).deposit({ amountCents: 100_066, method: 'wire' });
  await fund(env.DB, operator, 10_000);
  await fund(env.DB, customer, 5_000_000);
  await endow(env.DB, customer, { metal: 'gold', ouncesE4: 12_500, priceCents: 400_000 });
  await endow(env.DB, customer, { metal: 'silver', ouncesE4: 100_000, priceCents: 5_000 });
  const after = await take(later);
  expect(after).toEqual({
    asOf: new Date(later).toISOString(),
    customers: before.customers + 1,
    ouncesE4: {
      gold: before.ouncesE4.gold + 12_500,
      silver: before.ouncesE4.silver + 100_000 + 20_000,
    },
    trades: before.trades + 2,
    feed: { uptimePercent: null, days: 30, since: null },
  });
});

test('over HTTP it is public, may be cached for a minute, and names nobody', async () => {
  const reply = await call('/api/stats');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('public, max-age=60');
  const body = (await reply.json()) as PublicStats;
  expect(Object.keys(body).toSorted()).toEqual(['asOf', 'customers', 'feed', 'ouncesE4', 'trades']);
  expect(Number.isNaN(Date.parse(body.asOf))).toBe(false);
});

test('for five minutes the same count is said, then a new one is taken', async () => {
  const now = Date.now();
  const first = await take(now);
  await fund(env.DB, await createCustomer(env), 10_000);
  expect(await take(now + STATS_MAX_AGE_MS - 1)).toEqual(first);
  expect((await take(now + STATS_MAX_AGE_MS)).customers).toBe(first.customers + 1);
});

test('twenty visitors at the same time make one count', async () => {
  const counted: number[] = [];
  const db = counting(env.DB, (sql) => {
    if (sql.includes('WITH paid')) counted.push(1);
  });
  const now = Date.now();
  await storedOrCounted({ db, env, now: () => now });
  const later = now + STATS_MAX_AGE_MS;
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => storedOrCounted({ db, env, now: () => later })),
  );
  expect(counted).toHaveLength(2);
  expect(replies).toHaveLength(20);
});

test('a flood at one location does not reach the database', async () => {
  const asked: string[] = [];
  const DB = counting(env.DB, (sql) => asked.push(sql));
  const ask = async () => {
    const ctx = createExecutionContext();
    const reply = await worker.fetch(new Request('http://localhost/api/stats'), { ...env, DB }, ctx);
    await waitOnExecutionContext(ctx);
    return reply.status;
  };
  expect(await ask()).toBe(200);
  const first = asked.length;
  for (let i = 0; i < 50; i += 1) expect(await ask()).toBe(200);
  expect(asked.length).toBe(first);
});

test('a counter that died is replaced after half a minute, and meanwhile the last count is said', async () => {
  const now = Date.now();
  const first = await take(now);
  const later = now + STATS_MAX_AGE_MS;
  await env.DB.prepare('UPDATE public_stats SET claimed_at = ?').bind(later).run();
  expect(await take(later + 29_000)).toEqual(first);
  expect((await take(later + 31_000)).asOf).toBe(new Date(later + 31_000).toISOString());
});

test('counting reads its indexes and nothing else of customers and transactions', async () => {
  const plan = async (sql: string) =>
    (await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>()).results
      .map(({ detail }) => detail)
      .join('; ');
  const asked: string[] = [];
  await countLedger(counting(env.DB, (sql) => asked.push(sql)));
  const counts = await plan(asked[0] ?? '');
  expect(counts).toMatch(/d USING (?:COVERING )?INDEX deposits_settled/u);
  expect(counts).toMatch(/transactions USING (?:COVERING )?INDEX transactions_trades/u);
  expect(counts).toMatch(/transactions USING INDEX transactions_reversals/u);
  expect(counts).not.toMatch(/SCAN (?:transactions|users|undoing)(?! USING)/u);
  expect(
    await plan("SELECT * FROM feed_hours WHERE kind = 'spot' AND start_at >= 1 ORDER BY start_at"),
  ).toMatch(/^SEARCH feed_hours USING PRIMARY KEY \(kind=\? AND start_at>\?\)$/u);
});

test('a stored minute says that the feed was up in it; storing it again or another metal changes nothing', async () => {
  const hour = Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR;
  const candles = [0, 1, 29, 30, 59].map((i) => minuteCandle(hour + i * MINUTE));
  await storeMinutes(env.DB, candles, Date.now());
  await storeMinutes(env.DB, [...candles, minuteCandle(hour + 5 * MINUTE, { series: 'silver' })], Date.now());
  await storeMinutes(env.DB, [minuteCandle(hour + HOUR)], Date.now());
  expect(await readFeedHours(env.DB, 'simulated', 0)).toEqual([
    { startAt: hour, firstHalf: 1 + 2 + 2 ** 29, secondHalf: 1 + 2 ** 29 },
    { startAt: hour + HOUR, firstHalf: 1, secondHalf: 0 },
  ]);
  expect(await readFeedHours(env.DB, 'spot', 0)).toEqual([]);
});

test('the uptime is that of live minutes; a history that was filled in is not one', async () => {
  const hour = Math.floor(Date.now() / HOUR) * HOUR;
  await fillSimulatedHistory(env.DB, hour);
  expect((await take(hour)).feed.uptimePercent).toBeNull();
  const live = Array.from({ length: 45 }, (_, i) => minuteCandle(hour + i * MINUTE));
  await storeMinutes(env.DB, live, hour + HOUR);
  expect((await take(hour + HOUR + 3 * MINUTE)).feed).toEqual({
    uptimePercent: 75,
    days: 30,
    since: new Date(hour).toISOString(),
  });
});

/** The database, with every prepared statement shown to `see`. */
function counting(db: D1Database, see: (sql: string) => void): D1Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          see(sql);
          return target.prepare(sql);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
