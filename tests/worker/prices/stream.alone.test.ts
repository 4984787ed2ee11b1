import {
  abortAllDurableObjects,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test } from 'vitest';
import type { Book } from '../../../durable-objects/price-book.ts';
import { TOLD_AGAIN_MS } from '../../../durable-objects/relay-sockets.ts';
import { priceHub } from '../../../worker/services/deps.ts';
import { relayFor } from '../../../worker/services/price-relays.ts';
import { createCustomer, openSessionFor, ORIGIN } from '../../support/customers.ts';
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
import { call } from '../accounts/calls.ts';

afterEach(closeAll);

test('a page hears a snapshot first, then ticks, with a rising seq', async () => {
  const heard = await listen();
  for (let i = 2; i <= 4; i += 1) {
    await priceHub(env).refresh();
    await count(() => heard.messages, i);
  }
  const [first, ...rest] = framesOf(heard);
  expect(first?.type).toBe('snapshot');
  expect(rest.every((frame) => frame.type === 'tick')).toBe(true);
  expectRising(heard);
  expect(first?.prices).toHaveLength(4);
});

test('every socket gets the same frame, serialised once', async () => {
  const heard = await Promise.all([listen(), listen(), listen()]);
  await priceHub(env).refresh();
  await Promise.all(heard.map((one) => count(() => one.messages, 2)));
  const newest = heard.map((one) => framesOf(one).toSorted((a, b) => b.seq - a.seq)[0]?.seq ?? 0);
  const common = Math.min(...newest);
  const texts = heard.map((one) => one.messages.find((m) => m.includes(`"tick","seq":${common},`)));
  expect(texts[0]).toBeDefined();
  expect(new Set(texts).size).toBe(1);
});

test('ping is answered with pong', async () => {
  const heard = await listen();
  heard.socket.send('ping');
  await eventually(
    async () => heard.messages,
    (messages) => messages.includes('pong'),
  );
  expect(heard.closes).toEqual([]);
});

test('an upgrade from another origin is refused, and a plain request is not an upgrade', async () => {
  for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`, 'https://onca.localhost']) {
    expect((await upgrade({ Origin: origin })).status).toBe(403);
  }
  expect((await upgrade({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await call('/api/prices/stream', { headers: { Origin: ORIGIN } })).status).toBe(404);
});

const TOO_MUCH: readonly [string, (socket: WebSocket) => void, number][] = [
  ['a large message', (socket) => socket.send('x'.repeat(2_000)), 1009],
  ['a binary message', (socket) => socket.send(new Uint8Array(8)), 1003],
  [
    'a flood of messages',
    (socket) => {
      for (let i = 0; i < 50; i += 1) socket.send('hello');
    },
    1008,
  ],
];
test.each(TOO_MUCH)('a page that sends %s is cut off, and nobody else', async (_, send, code) => {
  const [loud, quiet] = [await listen(), await listen()];
  send(loud.socket);
  await count(() => loud.closes, 1);
  expect(loud.closes[0]?.code).toBe(code);
  await priceHub(env).refresh();
  await count(() => quiet.messages, 2);
  expect(quiet.closes).toEqual([]);
});

test('a few unknown words are ignored', async () => {
  const heard = await listen();
  for (const word of ['hello', '{}', '']) heard.socket.send(word);
  await priceHub(env).refresh();
  await count(() => heard.messages, 2);
  expect(heard.closes).toEqual([]);
});

test('a notice reaches every device of one customer and nobody else', async () => {
  const [ana, bia] = [await createCustomer(env), await createCustomer(env)];
  const sockets = [
    await listen({ Cookie: ana.cookie }),
    await listen({ Cookie: ana.cookie }),
    await listen({ Cookie: bia.cookie }),
    await listen(),
  ];
  expect(await priceHub(env).notify(ana.userId, 'deposit-completed')).toBe(2);
  await priceHub(env).refresh();
  await Promise.all(sockets.map((one) => count(() => one.messages, 2)));
  expect(sockets.map((one) => noticesOf(one).length)).toEqual([1, 1, 0, 0]);
});

test('what a customer was told while the page was on its way to its socket is heard when it is open, and not half a minute later', async () => {
  const ana = await createCustomer(env);
  for (const notice of ['portfolio', 'portfolio', 'alerts'])
    expect(await priceHub(env).notify(ana.userId, notice)).toBe(0);
  const [soon, visitor] = [await listen({ Cookie: ana.cookie }), await listen()];
  await count(() => soon.messages, 3);
  expect(framesOf(soon)[0]).toEqual(JSON.parse(soon.messages[0] ?? ''));
  expect(noticesOf(soon).map((text) => (JSON.parse(text) as { notice: string }).notice)).toEqual([
    'portfolio',
    'alerts',
  ]);
  const relay = relayFor(env, ana.userId);
  try {
    await runInDurableObject(relay, (object) => {
      object.now = () => Date.now() + TOLD_AGAIN_MS;
    });
    const later = await listen({ Cookie: ana.cookie });
    await priceHub(env).refresh();
    await count(() => later.messages, 2);
    expect(noticesOf(later)).toEqual([]);
    await count(() => visitor.messages, 2);
    expect(noticesOf(visitor)).toEqual([]);
  } finally {
    await runInDurableObject(relay, (object) => {
      object.now = () => Date.now();
    });
  }
});

test('an ended session loses its socket, another session of the same customer keeps its own', async () => {
  const ana = await createCustomer(env);
  const [ended, visitor] = [await listen({ Cookie: ana.cookie }), await listen()];
  expect(await priceHub(env).endSessions([ana.sessionId])).toBe(1);
  await count(() => ended.closes, 1);
  expect(ended.closes[0]?.code).toBe(4001);
  expect(visitor.closes).toEqual([]);
});

test("nobody can name another customer in the address, and a socket without our page's origin is nobody's", async () => {
  const ana = await createCustomer(env);
  const reply = await call(`/api/prices/stream?user=${ana.userId}&session=${ana.sessionId}`, {
    headers: { Upgrade: 'websocket', Origin: ORIGIN },
  });
  expect(reply.status).toBe(101);
  const program = await call('/api/prices/stream', { headers: { Upgrade: 'websocket', Cookie: ana.cookie } });
  expect(program.status).toBe(101);
  const heard = [accept(reply), accept(program)];
  expect(await priceHub(env).notify(ana.userId, 'hello')).toBe(0);
  expect(heard.map((one) => one && noticesOf(one))).toEqual([[], []]);
});

test('a session has at most ten sockets, and a customer twenty', async () => {
  const ana = await createCustomer(env);
  const other = await openSessionFor(env, ana.userId);
  for (const { cookie } of [ana, other]) {
    for (let i = 0; i < 10; i += 1) await listen({ Cookie: cookie });
    expect((await upgrade({ Cookie: cookie })).status).toBe(429);
  }
  const third = await openSessionFor(env, ana.userId);
  expect((await upgrade({ Cookie: third.cookie })).status).toBe(429);
});

test('300 visitors from one subscriber: 250 are let in, and a customer beside them is', async () => {
  const subscriber = '2001:db8:77:1';
  const replies = await Promise.all(
    Array.from({ length: 300 }, (_, n) => upgrade({ 'CF-Connecting-IP': `${subscriber}::${n + 1}` })),
  );
  for (const reply of replies) accept(reply);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(50);
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  const ana = await createCustomer(env);
  await listen({ Cookie: ana.cookie, 'CF-Connecting-IP': `${subscriber}::1` });
  await listen({ 'CF-Connecting-IP': '2001:db8:77:2::1' });
});

test('sockets sleep through an eviction: the same socket hears the next tick, with a higher seq', async () => {
  const hub = priceHub(env);
  const heard = await listen({ 'CF-Connecting-IP': '10.9.8.7' });
  await hub.refresh();
  await count(() => heard.messages, 2);
  const before = framesOf(heard).at(-1)?.seq ?? 0;

  await evictDurableObject(relayFor(env, '10.9.8.7'));
  await evictDurableObject(hub);
  heard.socket.send('ping');
  await hub.refresh();
  await hearsAfter(heard, before);
  expect(heard.messages).toContain('pong');
  expectRising(heard);
});

test('a hub that slept while its price grew stale says so when it wakes, before the fresh one comes', async () => {
  const hub = priceHub(env);
  const heard = await listen();
  await hub.refresh();
  await count(() => heard.messages, 2);
  await runInDurableObject(hub, (_, { storage }) => {
    const stored = storage.kv.get<{ book: Book }>('book');
    if (stored === undefined) throw new Error('no book');
    const series = Object.entries(stored.book.series).map(([name, { price, ...rest }]) => [
      name,
      { ...rest, price: price === null ? null : { ...price, asOf: price.asOf - 10 * 60_000 } },
    ]);
    storage.kv.put('book', { ...stored, book: { ...stored.book, series: Object.fromEntries(series) } });
  });
  await evictDurableObject(hub);
  await runDurableObjectAlarm(hub);
  await eventually(
    async () => framesOf(heard),
    (told) =>
      told.some((frame) => frame.prices[0]?.stale === true) && told.at(-1)?.prices[0]?.stale === false,
  );
  expect(framesOf(heard).find((frame) => frame.prices[0]?.stale)?.source).toMatchObject({ reason: 'stale' });
});

test('after a restart the seq goes on from where it was', async () => {
  const hub = priceHub(env);
  await hub.refresh();
  const { seq: before } = await hub.snapshot();
  await abortAllDurableObjects();
  const { seq: after } = await priceHub(env).snapshot();
  expect(after).toBeGreaterThanOrEqual(before);
  await priceHub(env).refresh();
  expect((await priceHub(env).snapshot()).seq).toBeGreaterThan(before);
});
