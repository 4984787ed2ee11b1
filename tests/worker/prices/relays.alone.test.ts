// The relays beside the hub: who is on which, what they do while the hub or one of them is away, and a deployment with only one.

import {
  abortAllDurableObjects,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { PriceRelay } from '../../../durable-objects/price-relay.ts';
import type { Frame } from '../../../durable-objects/price-view.ts';
import { SESSION_ENDED_CODE } from '../../../worker/contract/prices.ts';
import { priceHub } from '../../../worker/services/deps.ts';
import { relayAt, relayCount, relayFor } from '../../../worker/services/price-relays.ts';
import { createCustomer, ORIGIN } from '../../support/customers.ts';
import { SetPrices, workerWith } from '../../support/money-calls.ts';
import { eventually } from '../../support/price-hub.ts';
import {
  accept,
  closeAll,
  count,
  expectRising,
  framesOf,
  hearsAfter,
  listen,
  noticesOf,
  upgrade,
} from '../../support/price-stream.ts';

afterEach(closeAll);

const PLACE = '10.20.30.40';
const FROM_PLACE = { 'CF-Connecting-IP': PLACE };
const RELAYS = Number(env.PRICE_RELAYS);

const socketsOf = (index: number) =>
  runInDurableObject(relayAt(env, index), (_, state) => state.getWebSockets().length);

/** The relay of PLACE with a hub of the test's, until the object is made anew. */
async function withHub(frame: () => Promise<Frame>, atOffset = 0): Promise<DurableObjectStub<PriceRelay>> {
  const relay = relayFor(env, PLACE);
  const hub = { idFromName: () => 'main', get: () => ({ frame }) } as unknown as Env['PRICE_HUB'];
  await runInDurableObject(relay, (object) => {
    Object.assign(object, { env: { ...env, PRICE_HUB: hub }, now: () => Date.now() + atOffset });
  });
  return relay;
}

const frameAt = async (seq: number): Promise<Frame> => {
  const snapshot = { ...(await priceHub(env).snapshot()), seq };
  return { seq, snapshot: JSON.stringify(snapshot) };
};

test('visitors are spread over the relays, and all sockets of a customer are on one', async () => {
  const ana = await createCustomer(env);
  for (let i = 0; i < 40; i += 1) await listen({ 'CF-Connecting-IP': `10.7.7.${i}` });
  const ofVisitors = await Promise.all(Array.from({ length: RELAYS }, (_, index) => socketsOf(index)));
  expect(ofVisitors).toHaveLength(4);
  expect(Math.min(...ofVisitors)).toBeGreaterThan(0);
  for (let i = 0; i < 5; i += 1) await listen({ Cookie: ana.cookie });
  const own = await runInDurableObject(
    relayFor(env, ana.userId),
    (_, state) => state.getWebSockets(`user:${ana.userId}`).length,
  );
  expect(own).toBe(5);
});

test('one call tells customers on every relay, and one ends their sessions', async () => {
  const customers = await Promise.all(Array.from({ length: 12 }, () => createCustomer(env)));
  const heard = await Promise.all(customers.map(({ cookie }) => listen({ Cookie: cookie })));
  const visitor = await listen();
  const told = customers.slice(1).map(({ userId }) => userId);
  expect(await priceHub(env).notifyAll([...told, ...told, 'nobody'], 'hello')).toBe(11);
  await count(() => heard.flatMap(noticesOf), 11);
  expect(heard.map((one) => noticesOf(one).length)).toEqual([0, ...told.map(() => 1)]);
  expect(await priceHub(env).endSessions(customers.slice(2).map(({ sessionId }) => sessionId))).toBe(10);
  await count(() => heard.flatMap(({ closes }) => closes), 10);
  expect(heard.map(({ closes }) => closes[0]?.code)).toEqual([
    undefined,
    undefined,
    ...Array.from({ length: 10 }, () => SESSION_ENDED_CODE),
  ]);
  expect(visitor.closes).toEqual([]);
});

test('what changes in the same moment is one frame with the newest of each', async () => {
  const heard = await listen();
  const before = (await priceHub(env).snapshot()).seq;
  const prices = await runInDurableObject(priceHub(env), async (hub) => {
    const { prices: now } = await hub.snapshot();
    return now.flatMap(({ metal, priceCents }, index) =>
      [1, 2, 3].map((cent) => {
        const at = Date.now() + index;
        const mid = priceCents + cent;
        const said = {
          source: 'simulated',
          kind: 'simulated',
          licence: 'commercial',
          bid: null,
          ask: null,
        } as const;
        hub.publish([{ ...said, series: metal, mid, sourceAt: at + cent, receivedAt: at + cent }]);
        return { metal, mid };
      }),
    );
  });
  const frame = await hearsAfter(heard, before);
  expect(frame.seq).toBeGreaterThanOrEqual(before + prices.length);
  expectRising(heard);
});

test('the hub is gone and comes back: open sockets stay, and hear its next price', async () => {
  const heard = await listen();
  await runInDurableObject(priceHub(env), (_, state) => state.abort('gone')).catch(() => undefined);
  const before = framesOf(heard).at(-1)?.seq ?? 0;
  await eventually(
    async () => priceHub(env).refresh(),
    () => true,
  );
  await hearsAfter(heard, before);
  expect(heard.closes).toEqual([]);
  expectRising(heard);
});

test('a relay that slept greets with what the hub says now, and its old sockets hear nothing twice', async () => {
  const old = await listen(FROM_PLACE);
  await priceHub(env).refresh();
  await count(() => old.messages, 2);
  await eventually(
    () => runInDurableObject(relayFor(env, PLACE), (_, state) => state.storage.kv.get<number>('seq') ?? 0),
    (seq) => seq >= (framesOf(old).at(-1)?.seq ?? 0),
  );
  await evictDurableObject(relayFor(env, PLACE));
  const { seq } = await priceHub(env).snapshot();
  const fresh = await listen(FROM_PLACE);
  await count(() => fresh.messages, 1);
  expect(framesOf(fresh)[0]).toMatchObject({ type: 'snapshot' });
  expect(framesOf(fresh)[0]?.seq).toBeGreaterThanOrEqual(seq);
  await priceHub(env).refresh();
  await hearsAfter(old, seq);
  expectRising(old);
  expectRising(fresh);
});

test('a silent relay asks the hub, and its sockets hear what they missed; a late frame is dropped', async () => {
  const heard = await listen(FROM_PLACE);
  const missed = await frameAt((framesOf(heard).at(-1)?.seq ?? 0) + 1_000);
  const relay = await withHub(async () => missed, 61_000);
  expect(await runDurableObjectAlarm(relay)).toBe(true);
  expect(await hearsAfter(heard, missed.seq - 1)).toMatchObject({ type: 'tick', seq: missed.seq });
  await relay.push(await frameAt(missed.seq - 1));
  await relay.push(await frameAt(missed.seq));
  await relay.push(await frameAt(missed.seq + 1));
  await hearsAfter(heard, missed.seq);
  expectRising(heard);
  expect(await runInDurableObject(relay, (_, state) => state.storage.getAlarm())).not.toBeNull();
  await abortAllDurableObjects();
  await runInDurableObject(relayFor(env, PLACE), (_, state) => state.storage.kv.delete('seq'));
  await abortAllDurableObjects();
});

test('without a hub a new socket is refused for a while, an open one stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const heard = await listen(FROM_PLACE);
  await withHub(() => Promise.reject(new Error('Durable Object is overloaded')), 61_000);
  const refused = await upgrade(FROM_PLACE);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'Unavailable' });
  expect(heard.closes).toEqual([]);
  await abortAllDurableObjects();
});

test('a relay that cannot be reached is trouble for a while, not an error of ours', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fetch = () => Promise.reject(new Error('Durable Object is overloaded'));
  const PRICE_RELAY = { idFromName: () => 'relay-0', get: () => ({ fetch }) } as never;
  const worker = workerWith(new SetPrices({}), { PRICE_RELAY });
  const headers = { Upgrade: 'websocket', Origin: ORIGIN };
  const reply = await worker(new Request(`${ORIGIN}/api/prices/stream`, { headers }));
  expect([reply.status, reply.headers.get('Retry-After')]).toEqual([503, '30']);
});

test('a hundred who come at the same moment are one question', async () => {
  await listen(FROM_PLACE);
  let asked = 0;
  const frame = await frameAt((await priceHub(env).snapshot()).seq);
  await withHub(async () => {
    asked += 1;
    await scheduler.wait(20);
    return frame;
  }, 61_000);
  const replies = await Promise.all(Array.from({ length: 100 }, () => upgrade(FROM_PLACE)));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 101));
  expect(asked).toBe(1);
  for (const reply of replies) accept(reply);
  await abortAllDurableObjects();
});

test('a relay without sockets watches for nothing', async () => {
  const heard = await listen(FROM_PLACE);
  const relay = relayFor(env, PLACE);
  const alarm = () => runInDurableObject(relay, (_, state) => state.storage.getAlarm());
  expect(await alarm()).not.toBeNull();
  heard.socket.close(1000);
  await eventually(
    () => runInDurableObject(relay, (_, state) => state.getWebSockets().length),
    (open) => open === 0,
  );
  await runDurableObjectAlarm(relay);
  expect(await alarm()).toBeNull();
});

describe('with one relay, as a deployment begins', () => {
  beforeAll(async () => {
    Object.assign(env, { PRICE_RELAYS: '1' });
    await abortAllDurableObjects();
  });
  afterAll(async () => {
    Object.assign(env, { PRICE_RELAYS: String(RELAYS) });
    await abortAllDurableObjects();
  });

  test('customers and visitors are on it, and hear ticks and notices', async () => {
    expect(relayCount(env)).toBe(1);
    const ana = await createCustomer(env);
    const heard = [await listen({ Cookie: ana.cookie }), await listen(), await listen()];
    expect(await socketsOf(0)).toBe(3);
    expect(await priceHub(env).notify(ana.userId, 'hello')).toBe(1);
    await priceHub(env).refresh();
    await Promise.all(heard.map((one) => count(() => framesOf(one), 2)));
    expect(heard.map((one) => noticesOf(one).length)).toEqual([1, 0, 0]);
  });

  // The usual run has all of it with four alone.
  describe.each(inject('deep') ? ['the whole stream'] : [])('%s', async () => {
    await import('./stream.alone.test.ts');
  });
});
