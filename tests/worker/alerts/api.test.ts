// What a customer may ask of /api/alerts: within their own, within the bounds, and never for a price already reached.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Alert, AlertList } from '../../../worker/contract/alerts.ts';
import { ALERT_ADD_LIMIT, ALERT_SWITCH_LIMIT } from '../../../worker/domain/limits.ts';
import { addAlert, alertsOf } from '../../../worker/services/alerts.ts';
import { GOLD, openAlertMarket, SILVER, type AlertMarket } from '../../support/alert-market.ts';
import { createCustomer, jsonHeaders, type Customer } from '../../support/customers.ts';
import { call, problemOf } from '../accounts/calls.ts';

let market: AlertMarket;
beforeAll(async () => {
  market = await openAlertMarket();
});

const send = (customer: Customer, method: string, path: string, body?: unknown) =>
  call(`/api/alerts${path}`, {
    method,
    headers: customer.headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const add = (customer: Customer, body: unknown) => send(customer, 'POST', '', body);
const ABOVE = { metal: 'gold', direction: 'above', targetPriceCents: GOLD + 10_000 };

async function listOf(customer: Customer): Promise<AlertList> {
  return (await (await send(customer, 'GET', '')).json()) as AlertList;
}

test('a customer without alerts has an empty list', async () => {
  const ana = await createCustomer(env);
  const reply = await send(ana, 'GET', '');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(await reply.json()).toEqual({ alerts: [], limit: 50, by: ['email'] });
});

test('the list names every channel that is on, and none that is off', async () => {
  const ana = await createCustomer(env);
  const choose = (email: number, sms: number, push: number) =>
    env.DB.prepare(
      'UPDATE settings SET notification_email = ?2, notification_sms = ?3, notification_push = ?4 WHERE user_id = ?1',
    )
      .bind(ana.userId, email, sms, push)
      .run();
  // Push is not configured here, so that its switch says nothing.
  await choose(0, 1, 1);
  expect((await listOf(ana)).by).toEqual(['sms']);
  await choose(1, 1, 0);
  expect((await listOf(ana)).by).toEqual(['email', 'sms']);
  await choose(0, 0, 0);
  expect((await listOf(ana)).by).toEqual([]);
});

test('an alert is added on, listed newest first, switched off and on, and deleted', async () => {
  const ana = await createCustomer(env);
  const reply = await add(ana, ABOVE);
  expect(reply.status).toBe(201);
  const first = (await reply.json()) as Alert;
  expect(first).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
    ...ABOVE,
    isActive: true,
    state: 'armed',
    rearmPriceCents: 448_875,
    createdAt: expect.stringMatching(/Z$/u),
    lastFiredAt: null,
  });
  await scheduler.wait(2);
  const second = (await (
    await add(ana, { metal: 'silver', direction: 'below', targetPriceCents: SILVER - 100 })
  ).json()) as Alert;
  expect((await listOf(ana)).alerts.map(({ id }) => id)).toEqual([second.id, first.id]);

  const off = await send(ana, 'PATCH', `/${first.id}`, { isActive: false });
  expect([off.status, await off.json()]).toEqual([200, { ...first, isActive: false }]);
  const again = await send(ana, 'PATCH', `/${first.id}`, { isActive: false });
  expect([again.status, await again.json()]).toEqual([200, { ...first, isActive: false }]);
  const on = await send(ana, 'PATCH', `/${first.id}`, { isActive: true });
  expect([on.status, await on.json()]).toEqual([200, first]);

  expect((await send(ana, 'DELETE', `/${first.id}`)).status).toBe(204);
  expect((await send(ana, 'DELETE', `/${first.id}`)).status).toBe(404);
  expect((await send(ana, 'PATCH', `/${first.id}`, { isActive: true })).status).toBe(404);
  expect((await listOf(ana)).alerts.map(({ id }) => id)).toEqual([second.id]);
});

const ALREADY: readonly [string, string, number][] = [
  ['gold', 'above', GOLD],
  ['gold', 'above', GOLD - 1],
  ['gold', 'below', GOLD],
  ['gold', 'below', GOLD + 5_000],
  ['silver', 'above', 1],
];
test.each(ALREADY)('%s %s %i is refused, naming the price', async (metal, direction, targetPriceCents) => {
  const ana = await createCustomer(env);
  await market.move('gold', GOLD);
  const reply = await add(ana, { metal, direction, targetPriceCents });
  expect(reply.status).toBe(422);
  const price = metal === 'gold' ? GOLD : SILVER;
  expect(await problemOf(reply)).toMatchObject({
    code: 'AlertAlreadyMet',
    priceCents: price,
    detail: `The price of ${metal} is already ${(price / 100).toFixed(2)} US dollars.`,
  });
  expect((await listOf(ana)).alerts).toEqual([]);
});

test('switched on beyond its target an alert waits for the way back instead of reporting what is no crossing', async () => {
  const ana = await createCustomer(env);
  const { id } = (await (await add(ana, ABOVE)).json()) as Alert;
  await send(ana, 'PATCH', `/${id}`, { isActive: false });
  await market.move('gold', GOLD + 20_000);
  const on = await send(ana, 'PATCH', `/${id}`, { isActive: true });
  expect([on.status, await on.json()]).toMatchObject([200, { isActive: true, state: 'fired' }]);
  await market.move('gold', GOLD + 21_000, GOLD);
  expect((await listOf(ana)).alerts[0]).toMatchObject({ state: 'armed', lastFiredAt: null });
});

const HOSTILE: readonly [string, unknown][] = [
  ['no body', {}],
  ['an array', []],
  ['null', null],
  ['no price', { ...ABOVE, targetPriceCents: undefined }],
  ['a price of zero', { ...ABOVE, targetPriceCents: 0 }],
  ['a negative price', { ...ABOVE, targetPriceCents: -1 }],
  ['half a cent', { ...ABOVE, targetPriceCents: 450_000.5 }],
  ['a price beyond belief', { ...ABOVE, targetPriceCents: 100_000_001 }],
  ['beyond 2^53', { ...ABOVE, targetPriceCents: 2 ** 60 }],
  ['a price as text', { ...ABOVE, targetPriceCents: '450000' }],
  ['a price as a list', { ...ABOVE, targetPriceCents: [450_000] }],
  ['a metal that is not traded', { ...ABOVE, metal: 'platinum' }],
  ['a metal of nobody', { ...ABOVE, metal: "gold' OR 1=1 --" }],
  ['another direction', { ...ABOVE, direction: 'sideways' }],
  ['an inherited direction', { ...ABOVE, direction: '__proto__' }],
];
test.each(HOSTILE)('%s is refused and adds nothing', async (_, body) => {
  const ana = await createCustomer(env);
  const reply = await add(ana, body);
  expect(reply.status).toBe(422);
  expect(await problemOf(reply)).toMatchObject({ code: 'ValidationFailed' });
  expect((await listOf(ana)).alerts).toEqual([]);
});

test.each([[{}], [{ isActive: 1 }], [{ isActive: 'false' }], [[true]]])(
  'a switch of %j is refused',
  async (body) => {
    const ana = await createCustomer(env);
    const { id } = (await (await add(ana, ABOVE)).json()) as Alert;
    expect((await send(ana, 'PATCH', `/${id}`, body)).status).toBe(422);
    expect((await listOf(ana)).alerts[0]?.isActive).toBe(true);
  },
);

test('the owner is the session, whatever the body says', async () => {
  const [ana, bia] = [await createCustomer(env), await createCustomer(env)];
  const reply = await add(ana, {
    ...ABOVE,
    userId: bia.userId,
    user_id: bia.userId,
    isActive: false,
    id: 'mine',
  });
  expect(await reply.json()).toMatchObject({ isActive: true, id: expect.not.stringMatching('mine') });
  expect((await listOf(ana)).alerts).toHaveLength(1);
  expect((await listOf(bia)).alerts).toHaveLength(0);
});

test("nobody reads, switches or deletes another customer's alert", async () => {
  const [ana, bia] = [await createCustomer(env), await createCustomer(env, { admin: true })];
  const { id } = (await (await add(ana, ABOVE)).json()) as Alert;
  expect((await listOf(bia)).alerts).toEqual([]);
  expect((await send(bia, 'PATCH', `/${id}`, { isActive: false })).status).toBe(404);
  expect((await send(bia, 'DELETE', `/${id}`)).status).toBe(404);
  expect((await listOf(ana)).alerts).toMatchObject([{ id, isActive: true }]);
});

test('without a session there is nothing here', async () => {
  const calls: readonly [string, string, unknown?][] = [
    ['GET', ''],
    ['POST', '', ABOVE],
    ['GET', '/log'],
    ['POST', '/log/read', { upTo: 'x' }],
    ['PATCH', '/x', { isActive: true }],
    ['DELETE', '/x'],
  ];
  for (const [method, path, body] of calls) {
    const reply = await call(`/api/alerts${path}`, {
      method,
      headers: jsonHeaders(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect([method, path, reply.status]).toEqual([method, path, 401]);
  }
});

test('another site cannot add an alert with the cookie of a customer', async () => {
  const ana = await createCustomer(env);
  const reply = await call('/api/alerts', {
    method: 'POST',
    headers: { ...ana.headers, Origin: 'https://evil.example' },
    body: JSON.stringify(ABOVE),
  });
  expect(reply.status).toBe(403);
  expect((await listOf(ana)).alerts).toEqual([]);
});

test('sixty alerts at the same moment make fifty; deleting one makes room for one', async () => {
  const ana = await createCustomer(env);
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, i) => add(ana, { ...ABOVE, targetPriceCents: GOLD + 1_000 + i })),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(50);
  expect(statuses.filter((status) => status === 409)).toHaveLength(10);
  const refused = replies.find(({ status }) => status === 409);
  if (refused === undefined) throw new Error('none was refused');
  expect(await problemOf(refused)).toMatchObject({ code: 'AlertLimitReached' });
  const { alerts } = await listOf(ana);
  expect(alerts).toHaveLength(50);
  await send(ana, 'DELETE', `/${alerts[0]?.id}`);
  const next = await Promise.all([add(ana, ABOVE), add(ana, ABOVE), add(ana, ABOVE)]);
  expect(next.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

test('alerts added and deleted without end are refused, and the customer is told when to come back', async () => {
  const ana = await createCustomer(env);
  const expiresAt = Date.now() + ALERT_ADD_LIMIT.windowMs;
  const counted = env.DB.prepare(
    'INSERT INTO attempts (id, bucket, made_at, expires_at) VALUES (?1, ?2, 1, ?3)',
  );
  await env.DB.batch(
    Array.from({ length: ALERT_ADD_LIMIT.max - 1 }, () =>
      counted.bind(crypto.randomUUID(), `alert-add:${ana.userId}`, expiresAt),
    ),
  );
  const { id } = await (await add(ana, ABOVE)).json<Alert>();
  expect((await send(ana, 'DELETE', `/${id}`)).ok).toBe(true);
  const refused = await add(ana, ABOVE);
  expect(refused.status).toBe(429);
  expect(await problemOf(refused)).toMatchObject({ code: 'TooManyRequests' });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(59 * 60);
  expect((await listOf(ana)).alerts).toEqual([]);
  // The limit is this customer's own.
  expect((await add(await createCustomer(env), ABOVE)).status).toBe(201);
});

test('sixty switches at the same moment: fifty are heard, and the others are told when to come back', async () => {
  const ana = await createCustomer(env);
  const { id } = await (await add(ana, ABOVE)).json<Alert>();
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, i) => send(ana, 'PATCH', `/${id}`, { isActive: i % 2 === 0 })),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(60 - ALERT_SWITCH_LIMIT.max);
  expect(await problemOf(refused[0] as Response)).toMatchObject({ code: 'TooManyRequests' });
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(9 * 60);
  // Others switch as before.
  const ben = await createCustomer(env);
  const own = await (await add(ben, ABOVE)).json<Alert>();
  expect((await send(ben, 'PATCH', `/${own.id}`, { isActive: false })).status).toBe(200);
});

test('an alert is judged by the last accepted price also while the market is closed', async () => {
  const ana = await createCustomer(env);
  await market.move('gold', GOLD);
  // From Wednesday noon in New York to Saturday.
  const days = 3 * 24 * 60 * 60_000;
  await market.hub.advance(days);
  expect((await market.hub.stub.snapshot()).source.marketOpen).toBe(false);
  expect((await add(ana, ABOVE)).status).toBe(201);
  expect((await add(ana, { ...ABOVE, targetPriceCents: GOLD })).status).toBe(422);
  await market.hub.advance(-days);
});

test.each([
  ['knows no price yet', async () => null],
  ['cannot be reached', () => Promise.reject(new Error('Durable Object is overloaded'))],
])('while the hub %s nothing is added, and the customer may try again', async (_, alertBasis) => {
  const { userId } = await createCustomer(env);
  const deps = {
    db: env.DB,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    defer: () => undefined,
    env,
    hub: { alertBasis, notify: async () => 0 } as never,
  };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const wish = { metal: 'gold', direction: 'above', targetPriceCents: GOLD + 1 } as const;
  expect(await addAlert(deps, userId, wish)).toEqual({
    ok: false,
    error: { code: 'PriceUnavailable', retryAfterSeconds: 15 },
  });
  expect((await alertsOf(deps, userId)).alerts).toEqual([]);
});
