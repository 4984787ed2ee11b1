import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { seedPrices } from '../../../worker/commands/seed.ts';
import { SIMULATED_SEED, simulatedPrice } from '../../../worker/providers/simulated-walk.ts';
import { eventually, hubOn } from '../../support/price-hub.ts';

const MINUTE = 60_000;

// First: a hub of another test would write the minute that ends meanwhile, and the seed would start after it.
test('a hub that slept fills the gap of the simulated market when it wakes, without a jump', async () => {
  const now = Date.now();
  await seedPrices(env.DB, now - 3 * 60 * MINUTE);
  await env.PRICE_HUB.getByName('sleeper').snapshot();
  const since = Math.floor((now - 4 * 60 * MINUTE) / MINUTE) * MINUTE;
  const minutes = (await candles('simulated', since)).filter((row) => row.resolution === 'minute');
  expect(minutes.length).toBeGreaterThanOrEqual(239);
  minutes.slice(1).forEach((row, i) => {
    expect(row.start_at - (minutes[i]?.start_at ?? 0)).toBe(MINUTE);
    expect(row.open).toBe(simulatedPrice(SIMULATED_SEED, 'gold', row.start_at));
  });
});

test('three refreshes at once are one round: each source is asked once, and one seq follows another', async () => {
  const hub = await hubOn({ sources: ['gold-api', 'swissquote', 'awesomeapi'] });
  const { seq: before } = await hub.stub.snapshot();
  const hits = await hub.vendors.hits('gold-api');
  await hub.advance(MINUTE);
  const counts = await Promise.all([hub.stub.refresh(), hub.stub.refresh(), hub.stub.refresh()]);
  expect(counts.map((count) => count.polled)).toEqual([3, 3, 3]);
  expect((await hub.vendors.hits('gold-api')) - hits).toBe(4);
  // Four metals of two sources and one rate, each published as it arrived.
  expect((await hub.stub.snapshot()).seq).toBe(before + 9);
});

test('the median of two sources is the price, and the quote names both', async () => {
  const hub = await hubOn({ sources: ['gold-api', 'swissquote'] });
  await hub.vendors.set('swissquote', { prices: { XAU: 4391.01, XAG: 58.5, XPT: 1612, XPD: 1208 } });
  await hub.stub.refresh();
  expect(await hub.stub.quoteBasis('gold')).toMatchObject({
    ok: true,
    priceCents: 439_001,
    kind: 'spot',
    observations: [
      { source: 'gold-api', midCents: 438_900 },
      { source: 'swissquote', midCents: 439_101 },
    ],
  });
});

test('operators pause quoting and let it go on; the pause survives a restart', async () => {
  const hub = env.PRICE_HUB.getByName('paused');
  const reason = { 'pt-BR': 'manutenção do cofre', en: 'maintenance of the vault' };
  const line = { at: Date.now(), by: { actorId: null, actor: 'tests', device: null, place: null } };
  await hub.switchQuoting({ ...line, id: 'pause-1', to: 'paused', reason });
  expect(await hub.quoteBasis('gold')).toMatchObject({ ok: false, reason: 'paused' });
  expect((await hub.snapshot()).source).toMatchObject({ quotable: false, reason: 'paused' });
  await abortAllDurableObjects();
  const again = env.PRICE_HUB.getByName('paused');
  expect(await again.quoteBasis('gold')).toMatchObject({ ok: false, reason: 'paused' });
  expect(await again.quoteBasis('gold')).toMatchObject({ pausedReason: reason });
  expect((await again.snapshot()).source.pausedReason).toEqual(reason);
  await again.switchQuoting({ ...line, id: 'resume-1', to: 'quoting', pauseId: 'pause-1' });
  expect(await again.quoteBasis('gold')).toMatchObject({ ok: true });
});

test('the market closes by time alone, and says when it opens', async () => {
  const hub = await hubOn({ sources: ['gold-api'] });
  await hub.stub.refresh();
  const { seq } = await hub.stub.snapshot();
  // Wednesday noon in New York plus two days and five hours: Friday 17:00.
  await hub.advance(53 * 60 * MINUTE);
  const closed = await hub.stub.snapshot();
  expect(closed.source).toMatchObject({
    marketOpen: false,
    reason: 'closed',
    opensAt: '2026-11-22T23:00:00.000Z',
  });
  expect(closed.seq).toBeGreaterThan(seq);
  expect(await hub.stub.quoteBasis('gold')).toMatchObject({ ok: false, reason: 'closed' });
});

test('another set of sources is another book: no price of the old one, and seq goes on', async () => {
  const hub = await hubOn({ sources: ['gold-api'] });
  await hub.stub.refresh();
  const spot = await hub.stub.snapshot();
  await runInDurableObject(hub.stub, (object) => object.configure({ ENVIRONMENT: 'local' }));
  const simulated = await hub.stub.snapshot();
  expect(simulated.source.kind).toBe('simulated');
  expect(simulated.prices[0]?.priceCents).not.toBe(spot.prices[0]?.priceCents);
  expect(simulated.seq).toBeGreaterThan(spot.seq);
});

test('the first caller arms the alarm, and the alarm polls', async () => {
  const hub = await hubOn({ sources: ['gold-api'] });
  await hub.stub.snapshot();
  const before = await hub.vendors.hits('gold-api');
  await hub.advance(MINUTE);
  expect(await runDurableObjectAlarm(hub.stub)).toBe(true);
  await eventually(
    () => hub.vendors.hits('gold-api'),
    (hits) => hits === before + 4,
  );
  const next = await runInDurableObject(hub.stub, (_, state) => state.storage.getAlarm());
  expect(next).not.toBeNull();
});

type Row = { resolution: string; start_at: number; open: number; high: number; low: number; close: number };
const candles = async (kind: string, from: number): Promise<Row[]> => {
  const { results } = await env.DB.prepare(
    `SELECT resolution, start_at, open_cents AS open, high_cents AS high, low_cents AS low, close_cents AS close
     FROM candles WHERE metal = 'gold' AND kind = ?1 AND start_at >= ?2 ORDER BY resolution, start_at`,
  )
    .bind(kind, from)
    .run<Row>();
  return results;
};

test('a finished minute becomes one candle, rolled up to hour and day, with its kind and source', async () => {
  const hub = await hubOn({ sources: ['gold-api'] });
  // A day no other test of this file writes to.
  await hub.advance(7 * 24 * 60 * MINUTE);
  for (const price of [4400, 4450, 4380, 4420]) {
    await hub.vendors.set('gold-api', { prices: { XAU: price, XAG: 58, XPT: 1612, XPD: 1208 } });
    await hub.advance(5_000);
    await hub.stub.refresh();
  }
  await hub.advance(MINUTE);
  await hub.vendors.set('gold-api', { prices: { XAU: 4500, XAG: 58, XPT: 1612, XPD: 1208 } });
  await hub.stub.refresh();
  await hub.advance(MINUTE);
  await runDurableObjectAlarm(hub.stub);

  const day = Date.parse('2026-11-25T00:00:00Z');
  const stored = await eventually(
    () => candles('spot', day),
    (rows) => rows.filter((row) => row.resolution === 'minute').length === 2,
  );
  const of = (resolution: string) => stored.filter((row) => row.resolution === resolution);
  expect(of('minute')[0]).toMatchObject({ high: 445_000, low: 438_000, close: 442_000 });
  expect(of('minute')[1]).toMatchObject({ open: 450_000, high: 450_000, low: 450_000, close: 450_000 });
  expect(of('hour')).toMatchObject([{ high: 450_000, low: 438_000, close: 450_000 }]);
  expect(of('day')).toMatchObject([{ start_at: day, high: 450_000, low: 438_000, close: 450_000 }]);
  const source = await env.DB.prepare(
    `SELECT s.name, s.licence FROM candles c JOIN price_sources s ON s.id = c.source_id
     WHERE c.metal = 'gold' AND c.kind = 'spot' AND c.resolution = 'day' AND c.start_at = ?1`,
  )
    .bind(day)
    .first();
  expect(source).toEqual({ name: 'gold-api', licence: 'reference' });
});
