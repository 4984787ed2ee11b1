// A source down, slow, lying or hostile: the other continues; with none left the price grows visibly stale, is
// never invented and cannot be quoted on; and the hub recovers by itself when the source does.

import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { PriceSnapshot, QuoteBasis } from '../../worker/contract/prices.ts';
import { eventually, hubOn, type TestHub } from '../support/price-hub.ts';
import { MISBEHAVIOURS } from '../support/vendor-control.ts';

const GOLD_AT = (usd: number) => ({ XAU: usd, XAG: 58, XPT: 1612, XPD: 1208 });
const SECOND = 1_000;

const gold = (snapshot: PriceSnapshot) => snapshot.prices.find((price) => price.metal === 'gold');

async function poll(hub: TestHub): Promise<PriceSnapshot> {
  await hub.advance(5 * SECOND);
  await hub.stub.refresh();
  return hub.stub.snapshot();
}

test.each(MISBEHAVIOURS)('gold-api %s: swissquote carries on within two polls', async (behaviour) => {
  const hub = await hubOn({ sources: ['gold-api', 'swissquote'] });
  expect(gold(await poll(hub))).toMatchObject({ priceCents: 438_900, stale: false });

  await hub.vendors.set('gold-api', { behaviour });
  await hub.vendors.set('swissquote', { prices: GOLD_AT(4400) });
  await poll(hub);
  const carried = await poll(hub);
  // Two polls without a word: what gold-api said before is nobody's price now.
  expect(gold(carried)).toMatchObject({ priceCents: 440_000, stale: false });
  expect(gold(carried)?.unsettled).toBeUndefined();
  expect(carried.source).toMatchObject({ quotable: true, reason: null });
  expect(await hub.stub.quoteBasis('gold')).toMatchObject({
    ok: true,
    priceCents: 440_000,
    observations: [{ source: 'swissquote', midCents: 440_000 }],
  });
});

test.each(MISBEHAVIOURS)(
  'every source %s: stale, not invented, not quotable, and back by itself',
  async (behaviour) => {
    const hub = await hubOn({ sources: ['gold-api', 'swissquote', 'awesomeapi'], feedTimeoutMs: 1_500 });
    const before = await poll(hub);
    expect(before.fx).toMatchObject({ usdBrlE4: 53_400 });

    for (const vendor of ['gold-api', 'swissquote', 'awesomeapi'] as const)
      await hub.vendors.set(vendor, { behaviour });
    await poll(hub);
    await hub.advance(125 * SECOND);
    const stale = await poll(hub);
    expect(gold(stale)).toMatchObject({ priceCents: 438_900, asOf: gold(before)?.asOf, stale: true });
    expect(stale.fx).toEqual(before.fx);
    expect(stale.source).toMatchObject({ quotable: false, reason: 'stale' });
    expect(stale.seq).toBeGreaterThan(before.seq);
    expect(await hub.stub.quoteBasis('gold')).toMatchObject({ ok: false, reason: 'stale' });

    for (const vendor of ['gold-api', 'swissquote', 'awesomeapi'] as const)
      await hub.vendors.set(vendor, { behaviour: 'well', prices: GOLD_AT(4410) });
    await hub.advance(60 * SECOND);
    // Nobody asks for a poll: the hub's own alarm does.
    await runDurableObjectAlarm(hub.stub);
    const back = await eventually(
      () => hub.stub.snapshot(),
      (snapshot) => gold(snapshot)?.stale === false,
    );
    expect(gold(back)).toMatchObject({ priceCents: 441_000 });
    expect(await hub.stub.quoteBasis('gold')).toMatchObject({ ok: true });
  },
);

test.each(MISBEHAVIOURS)(
  'a source that is %s from the start leaves the price absent, not guessed',
  async (behaviour) => {
    const hub = await hubOn({ sources: ['metals-dev'], feedTimeoutMs: 400 });
    await hub.vendors.set('metals-dev', { behaviour });
    await hub.stub.refresh();
    const snapshot = await hub.stub.snapshot();
    expect(snapshot).toMatchObject({
      asOf: null,
      prices: [],
      fx: null,
      source: { quotable: false, reason: 'stale' },
    });
    expect(await hub.stub.quoteBasis('gold')).toMatchObject({ ok: false, reason: 'absent' });
  },
);

test('a source that hangs delays neither the other nor the alarm, and is not asked twice meanwhile', async () => {
  const hub = await hubOn({ sources: ['gold-api', 'swissquote'], feedTimeoutMs: 4_000 });
  await poll(hub);
  await hub.vendors.set('gold-api', { behaviour: 'slow' });
  const asked = await hub.vendors.hits('gold-api');

  // Two rounds of the alarm, a minute of the hub's time apart; gold-api hangs through both.
  for (const usd of [4400, 4420]) {
    await hub.vendors.set('swissquote', { prices: GOLD_AT(usd) });
    await hub.advance(61 * SECOND);
    expect(await runDurableObjectAlarm(hub.stub)).toBe(true);
    const basis = await eventually(
      async (): Promise<QuoteBasis> => hub.stub.quoteBasis('gold'),
      (b) => b.ok && b.observations.some((o) => o.source === 'swissquote' && o.midCents === usd * 100),
    );
    expect(basis.ok).toBe(true);
  }
  expect((await hub.vendors.hits('gold-api')) - asked).toBe(4);
});

test('a source silent for three of its intervals has no say beside one that speaks', async () => {
  const vars = { PRICE_POLL_MS: '30000' };
  const hub = await hubOn({ sources: ['gold-api', 'swissquote'], vars });
  await poll(hub);
  // It answers, with the time of then: a cache in front of it is stuck.
  await hub.vendors.set('gold-api', { clockOffsetMs: hub.clock.offsetMs });
  hub.clock.offsetMs += 80 * SECOND;
  await hub.vendors.set('swissquote', { clockOffsetMs: hub.clock.offsetMs, prices: GOLD_AT(4400) });
  await hub.stub.refresh();
  expect(gold(await hub.stub.snapshot())).toMatchObject({ priceCents: 439_450 });
  // Nothing is polled: time alone silences it.
  hub.clock.offsetMs += 12 * SECOND;
  const { seq, ...carried } = await hub.stub.snapshot();
  expect(gold({ seq, ...carried })).toMatchObject({ priceCents: 440_000, stale: false });
  expect(await hub.stub.quoteBasis('gold')).toMatchObject({ observations: [{ source: 'swissquote' }] });
});

test('a jump of one source is not believed while the other stays, and is once the other agrees', async () => {
  const hub = await hubOn({ sources: ['gold-api', 'swissquote'] });
  await poll(hub);
  await hub.vendors.set('gold-api', { prices: GOLD_AT(5500) });
  for (let i = 0; i < 3; i += 1) {
    expect(gold(await poll(hub))).toMatchObject({ priceCents: 438_900, unsettled: true });
    expect(await hub.stub.quoteBasis('gold')).toMatchObject({ ok: false, reason: 'unsettled' });
    expect(await hub.stub.quoteBasis('silver')).toMatchObject({ ok: true });
  }
  await hub.vendors.set('swissquote', { prices: GOLD_AT(5510) });
  expect(gold(await poll(hub))?.priceCents).toBe(550_500);
  expect(await hub.stub.quoteBasis('gold')).toMatchObject({ ok: true });
});

test('the observations behind a price are kept in the hub, the refused ones with the reason', async () => {
  const hub = await hubOn({ sources: ['gold-api', 'swissquote'] });
  await poll(hub);
  await hub.vendors.set('gold-api', { behaviour: 'times-100' });
  await poll(hub);
  const verdicts = await runInDurableObject(hub.stub, (_, state) => [
    ...state.storage.sql.exec<{ source: string; mid: number; verdict: string }>(
      "SELECT source, mid, verdict FROM observations WHERE series = 'gold' ORDER BY id",
    ),
  ]);
  expect(verdicts).toContainEqual({ source: 'gold-api', mid: 438_900, verdict: 'accepted' });
  expect(verdicts).toContainEqual({ source: 'gold-api', mid: 43_890_000, verdict: 'implausible' });
});
