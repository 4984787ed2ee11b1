// Alerts as customers live with them: prices through the real hub, the log, the bell's notice and the outbox. Each
// crossing is counted once, whatever happens between the price and the customer.

import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Alert, AlertLog } from '../../../worker/contract/alerts.ts';
import { ALERTS_CHANGED } from '../../../worker/contract/prices.ts';
import { insertAlert } from '../../../worker/db/alerts.ts';
import { rearmCents } from '../../../worker/domain/alerts.ts';
import { evaluateTick } from '../../../worker/services/evaluate-alerts.ts';
import { GOLD, openAlertMarket, SILVER, type AlertMarket } from '../../support/alert-market.ts';
import { createCustomer, freshAddress, ORIGIN, type Customer } from '../../support/customers.ts';
import { eventually } from '../../support/price-hub.ts';
import { countedCalls } from '../../support/recorded-queries.ts';
import { call } from '../accounts/calls.ts';

let market: AlertMarket;
const open: WebSocket[] = [];
beforeEach(async () => {
  await env.DB.prepare('DELETE FROM alerts').run();
  market = await openAlertMarket();
  await market.settled();
  await market.move('gold', GOLD);
});
afterEach(async () => {
  await runInDurableObject(market.hub.stub, (object) => Object.assign(object, { env }));
  for (const socket of open.splice(0)) socket.close(1000);
});

const TARGET = GOLD + 5_000;
const BACK = TARGET - 2_000;
const WISH = { metal: 'gold', direction: 'above', targetCents: TARGET } as const;
/** So long the hub knows which prices change nothing; then it asks again. */
const KNOWN_FOR = 61_000;
/** So long an alert that was announced may still be on its way into the database. */
const EXPECTED_FOR = 7 * 60_000;

async function alertFor(customer: Customer, targetPriceCents = TARGET, direction = 'above', metal = 'gold') {
  const reply = await call('/api/alerts', {
    method: 'POST',
    headers: customer.headers,
    body: JSON.stringify({ metal, direction, targetPriceCents }),
  });
  expect(reply.status).toBe(201);
  return (await reply.json()) as Alert;
}

async function logOf(customer: Customer, query = ''): Promise<AlertLog> {
  const reply = await call(`/api/alerts/log${query}`, { headers: customer.headers });
  expect(reply.status).toBe(200);
  return (await reply.json()) as AlertLog;
}

async function alertsOf(customer: Customer): Promise<readonly Alert[]> {
  const reply = await call('/api/alerts', { headers: customer.headers });
  return ((await reply.json()) as { alerts: Alert[] }).alerts;
}

async function mailsTo({ userId }: Customer) {
  const { results } = await env.DB.prepare(
    "SELECT id, message, email FROM mail_outbox WHERE user_id = ?1 AND kind = 'alert-fired' ORDER BY created_at",
  )
    .bind(userId)
    .run<{ id: string; message: string; email: string }>();
  return results.map(({ id, email, message }) => ({ id, email, message: JSON.parse(message) as unknown }));
}

const pricesIn = (log: AlertLog) => log.deliveries.map(({ priceCents }) => priceCents);

async function listen(customer: Customer): Promise<string[]> {
  const reply = await call('/api/prices/stream', {
    headers: {
      Upgrade: 'websocket',
      Origin: ORIGIN,
      'CF-Connecting-IP': freshAddress(),
      Cookie: customer.cookie,
    },
  });
  const socket = reply.webSocket;
  if (socket === null) throw new Error('no socket');
  const notices: string[] = [];
  socket.addEventListener('message', (event) => {
    const frame = JSON.parse(String(event.data)) as { type: string; notice?: string };
    if (frame.type === 'notice') notices.push(frame.notice ?? '');
  });
  socket.accept();
  open.push(socket);
  return notices;
}

test('a crossing is in the log and on the bell, is told over the socket after that, and is written by e-mail', async () => {
  const ana = await createCustomer(env);
  const alert = await alertFor(ana);
  const notices = await listen(ana);
  await market.move('gold', TARGET - 1);
  expect(await logOf(ana)).toEqual({ deliveries: [], unread: 0, nextCursor: null });
  await market.move('gold', TARGET + 12);
  const log = await logOf(ana);
  expect(log).toMatchObject({
    unread: 1,
    nextCursor: null,
    deliveries: [
      {
        alertId: alert.id,
        metal: 'gold',
        direction: 'above',
        targetPriceCents: TARGET,
        priceCents: TARGET + 12,
        readAt: null,
        email: expect.stringMatching(/^(waiting|sent)$/u),
      },
    ],
  });
  expect(await alertsOf(ana)).toMatchObject([
    { id: alert.id, state: 'fired', lastFiredAt: log.deliveries[0]?.priceAt },
  ]);
  await eventually(
    async () => notices,
    (heard) => heard.includes(ALERTS_CHANGED),
  );
  expect(await mailsTo(ana)).toEqual([
    {
      id: `alert-${log.deliveries[0]?.id}`,
      email: ana.email,
      message: {
        kind: 'alert-fired',
        metal: 'gold',
        direction: 'above',
        targetPriceCents: TARGET,
        priceCents: TARGET + 12,
        at: Date.parse(log.deliveries[0]?.priceAt ?? ''),
      },
    },
  ]);
});

test('a price that dances around the target is one crossing; 0.25 % back and over it again is a second', async () => {
  const ana = await createCustomer(env);
  await alertFor(ana);
  await market.move('gold', TARGET, TARGET - 10, TARGET + 10, TARGET - 900, TARGET + 900);
  expect(pricesIn(await logOf(ana))).toEqual([TARGET]);
  await market.move('gold', BACK, TARGET + 1, TARGET + 2);
  expect(pricesIn(await logOf(ana))).toEqual([TARGET + 1, TARGET]);
  expect(await mailsTo(ana)).toHaveLength(2);
});

test('one price fires every alert it crosses, of every customer, and none of another metal or direction', async () => {
  const [ana, bia] = [await createCustomer(env), await createCustomer(env)];
  for (const target of [TARGET, TARGET + 100, TARGET + 200]) await alertFor(ana, target);
  await alertFor(bia, TARGET + 50);
  await alertFor(bia, GOLD - 5_000, 'below');
  await alertFor(bia, SILVER + 100, 'above', 'silver');
  await market.move('gold', TARGET + 150);
  const crossed = (await logOf(ana)).deliveries.map(({ targetPriceCents }) => targetPriceCents);
  expect(crossed.toSorted()).toEqual([TARGET, TARGET + 100]);
  expect((await logOf(bia)).deliveries).toMatchObject([{ targetPriceCents: TARGET + 50 }]);
  await market.move('gold', GOLD - 5_000);
  expect(pricesIn(await logOf(bia))).toEqual([GOLD - 5_000, TARGET + 150]);
});

test('what was made after a price does not fire by it: an old price still in the queue is not a crossing', async () => {
  const ana = await createCustomer(env);
  await runInDurableObject(market.hub.stub, (object) =>
    Object.assign(object, { env: { DB: brokenDatabase() } }),
  );
  await market.hub.advance(KNOWN_FOR);
  await market.say('gold', TARGET + 500, GOLD);
  expect(await market.hub.stub.alertTicksWaiting()).toBe(2);
  await alertFor(ana);
  await market.hub.advance(60_000);
  await runInDurableObject(market.hub.stub, (object) => Object.assign(object, { env }));
  await market.move('gold', GOLD + 1);
  expect((await logOf(ana)).deliveries).toEqual([]);
});

test('an alert that is off, or deleted, is silent; its log stays', async () => {
  const ana = await createCustomer(env);
  const [off, gone] = [await alertFor(ana), await alertFor(ana, TARGET + 1)];
  const path = (alert: Alert) => `/api/alerts/${alert.id}`;
  await market.move('gold', TARGET + 1, BACK - 100);
  expect((await logOf(ana)).deliveries).toHaveLength(2);
  await call(path(off), { method: 'PATCH', headers: ana.headers, body: '{"isActive":false}' });
  await call(path(gone), { method: 'DELETE', headers: ana.headers });
  await market.move('gold', TARGET + 2, BACK, TARGET + 3);
  expect((await logOf(ana)).deliveries.map(({ alertId }) => alertId).toSorted()).toEqual(
    [off.id, gone.id].toSorted(),
  );
});

test('with e-mail switched off a crossing is in the log and on the bell only', async () => {
  const ana = await createCustomer(env);
  await env.DB.prepare('UPDATE settings SET notification_email = 0 WHERE user_id = ?').bind(ana.userId).run();
  await alertFor(ana);
  await market.move('gold', TARGET);
  expect((await logOf(ana)).deliveries).toMatchObject([{ email: 'off' }]);
  expect(await mailsTo(ana)).toEqual([]);
});

test('a suspended customer hears nothing, and nothing is made up for later', async () => {
  const [ana, bia] = [await createCustomer(env), await createCustomer(env)];
  await alertFor(ana);
  await alertFor(bia);
  const suspend = (status: string) =>
    env.DB.prepare('UPDATE users SET status = ?2 WHERE id = ?1').bind(ana.userId, status).run();
  await suspend('suspended');
  await market.move('gold', TARGET);
  expect(await mailsTo(ana)).toEqual([]);
  await suspend('active');
  await market.move('gold', TARGET + 1);
  expect((await logOf(ana)).deliveries).toEqual([]);
  expect(await alertsOf(ana)).toMatchObject([{ state: 'fired', lastFiredAt: null }]);
  expect((await logOf(bia)).deliveries).toHaveLength(1);
  await market.move('gold', BACK - 100, TARGET);
  expect((await logOf(ana)).deliveries).toHaveLength(1);
});

test('a price that came while the database was away is judged when it is back, in its order, once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ana = await createCustomer(env);
  await alertFor(ana);
  await runInDurableObject(market.hub.stub, (object) =>
    Object.assign(object, { env: { DB: brokenDatabase() } }),
  );
  await market.say('gold', TARGET, BACK - 100, TARGET + 7, BACK - 100);
  expect(await market.hub.stub.alertTicksWaiting()).toBe(4);
  expect((await logOf(ana)).deliveries).toEqual([]);
  await market.hub.advance(60_000);
  await runInDurableObject(market.hub.stub, (object) => Object.assign(object, { env }));
  await market.move('gold', GOLD);
  expect(pricesIn(await logOf(ana))).toEqual([TARGET + 7, TARGET]);
  expect(await mailsTo(ana)).toHaveLength(2);
});

test.each(['before the commit', 'after the commit'])(
  'a restart %s of a fire loses and doubles nothing',
  async (when) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const ana = await createCustomer(env);
    await alertFor(ana);
    const breaking = when === 'before the commit' ? brokenDatabase() : forgetfulDatabase();
    await runInDurableObject(market.hub.stub, (object) => Object.assign(object, { env: { DB: breaking } }));
    await market.say('gold', TARGET);
    await eventually(
      async () => (await logOf(ana)).deliveries.length,
      (count) => count === (when === 'before the commit' ? 0 : 1),
    );
    expect(await market.hub.stub.alertTicksWaiting()).toBe(1);
    // The hub dies with the tick in its storage, and comes back with nothing in its memory.
    await abortAllDurableObjects();
    market = await openAlertMarket(TARGET);
    const notices = await listen(ana);
    await market.move('gold', TARGET + 3);
    expect(pricesIn(await logOf(ana))).toEqual([TARGET]);
    expect(await mailsTo(ana)).toHaveLength(1);
    // The restarted hub reports again what it may not have reported.
    expect(notices.filter((notice) => notice === ALERTS_CHANGED).length).toBeLessThanOrEqual(1);
  },
);

test('an evicted hub goes on where it was: marks rise, and a fired alert stays fired', async () => {
  const ana = await createCustomer(env);
  await alertFor(ana);
  await market.move('gold', TARGET);
  const before = (await market.hub.stub.alertBasis(WISH))?.mark ?? 0;
  await evictDurableObject(market.hub.stub);
  market = await openAlertMarket(TARGET);
  await market.move('gold', TARGET + 1);
  expect((await market.hub.stub.alertBasis(WISH))?.mark).toBeGreaterThan(before);
  expect(pricesIn(await logOf(ana))).toEqual([TARGET]);
});

test('a price between the nearest targets is no tick and asks the database nothing; one that reaches a target does', async () => {
  // The alerts of other tests would be targets as well.
  await env.DB.prepare('UPDATE alerts SET is_active = 0').run();
  const ana = await createCustomer(env);
  await alertFor(ana);
  await alertFor(ana, GOLD - 5_000, 'below');
  const { db: database, calls } = countedCalls(env.DB);
  await runInDurableObject(market.hub.stub, (object) =>
    Object.assign(object, { env: { ...env, DB: database } }),
  );
  await market.hub.advance(EXPECTED_FOR);
  const callsOf = async (...prices: number[]) => {
    const before = calls.length;
    await market.move('gold', ...prices);
    return calls.length - before;
  };
  expect(await callsOf(GOLD)).toBe(1);
  expect(await callsOf(TARGET - 1, GOLD - 4_999, GOLD, GOLD + 1)).toBe(0);
  expect(await callsOf(TARGET)).toBeGreaterThan(1);
  expect(pricesIn(await logOf(ana))).toEqual([TARGET]);
  // It waits for the way back, which is a crossing as well; what lies between is none.
  expect(await callsOf(TARGET + 900, TARGET - 900, TARGET + 1)).toBe(0);
  expect(await callsOf(BACK)).toBe(1);
  await market.move('gold', TARGET);
  expect(pricesIn(await logOf(ana))).toEqual([TARGET, TARGET]);
});

test('an alert nearer than all others, and one that is switched on, count from the next price on', async () => {
  const ana = await createCustomer(env);
  await alertFor(ana);
  await market.move('gold', GOLD + 1);
  const near = await alertFor(ana, GOLD + 100);
  await market.move('gold', GOLD + 100);
  expect(pricesIn(await logOf(ana))).toEqual([GOLD + 100]);
  const set = (isActive: boolean) =>
    call(`/api/alerts/${near.id}`, {
      method: 'PATCH',
      headers: ana.headers,
      body: JSON.stringify({ isActive }),
    });
  await set(false);
  await market.move('gold', GOLD - 2_000, GOLD);
  await set(true);
  await market.move('gold', GOLD + 99, GOLD + 101);
  expect(pricesIn(await logOf(ana))).toEqual([GOLD + 101, GOLD + 100]);
});

test('a price between the question of a new alert and its row costs it no crossing', async () => {
  const ana = await createCustomer(env);
  await market.move('gold', GOLD);
  const mark = (await market.hub.stub.alertBasis(WISH))?.mark ?? 0;
  await market.hub.advance(KNOWN_FOR);
  await market.move('gold', GOLD + 1);
  const alert = { ...WISH, id: crypto.randomUUID(), userId: ana.userId, rearmCents: rearmCents(WISH) };
  await insertAlert(env.DB, { ...alert, state: 'armed', since: mark, now: mark }, 50);
  await market.move('gold', TARGET);
  expect(pricesIn(await logOf(ana))).toEqual([TARGET]);
});

test('what nobody announced, as after a restored database, is found within a minute', async () => {
  const ana = await createCustomer(env);
  await market.move('gold', GOLD);
  const alert = { ...WISH, id: crypto.randomUUID(), userId: ana.userId, rearmCents: rearmCents(WISH) };
  await insertAlert(env.DB, { ...alert, state: 'armed', since: 0, now: 0 }, 50);
  await market.hub.advance(KNOWN_FOR);
  await market.move('gold', TARGET);
  expect(pricesIn(await logOf(ana))).toEqual([TARGET]);
});

test('the same tick ten times at once is one crossing', async () => {
  const ana = await createCustomer(env);
  await alertFor(ana);
  const mark = (await market.hub.stub.alertBasis(WISH))?.mark ?? 0;
  const tick = { at: mark + 1, metal: 'gold', priceCents: TARGET, priceAt: mark } as const;
  const deps = { db: env.DB, now: () => mark, newId: () => crypto.randomUUID() };
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => evaluateTick(deps, tick)));
  expect(outcomes.reduce((sum, { reported }) => sum + reported, 0)).toBe(1);
  expect(outcomes.every(({ toTell }) => toTell.includes(ana.userId))).toBe(true);
  expect((await logOf(ana)).deliveries).toHaveLength(1);
  expect(await mailsTo(ana)).toHaveLength(1);
});

test('switching, deleting and firing at the same moment leave whole rows: a log entry for what fired, none for what did not', async () => {
  const ana = await createCustomer(env);
  const made = await Promise.all(Array.from({ length: 20 }, (_, i) => alertFor(ana, TARGET + i)));
  await Promise.all([
    market.move('gold', TARGET + 50),
    ...made.map(({ id }, i) =>
      i % 2 === 0
        ? call(`/api/alerts/${id}`, { method: 'DELETE', headers: ana.headers })
        : call(`/api/alerts/${id}`, { method: 'PATCH', headers: ana.headers, body: '{"isActive":false}' }),
    ),
  ]);
  const { deliveries } = await logOf(ana, '?limit=100');
  const logged = new Set(deliveries.map(({ alertId }) => alertId));
  expect(logged.size).toBe(deliveries.length);
  for (const alert of await alertsOf(ana)) {
    expect([alert.id, alert.state === 'fired']).toEqual([alert.id, logged.has(alert.id)]);
  }
  expect(await mailsTo(ana)).toHaveLength(deliveries.length);
});

test('reading marks up to what was seen, of nobody else, and what comes meanwhile stays unread', async () => {
  const [ana, bia] = [await createCustomer(env), await createCustomer(env)];
  await alertFor(ana);
  await alertFor(bia);
  await market.move('gold', TARGET, BACK - 100, TARGET + 1);
  const seen = await logOf(ana);
  expect(seen.unread).toBe(2);
  await market.move('gold', BACK - 100, TARGET + 2);
  const read = (customer: Customer, upTo: unknown) =>
    call('/api/alerts/log/read', {
      method: 'POST',
      headers: customer.headers,
      body: JSON.stringify({ upTo }),
    });
  expect(await (await read(bia, seen.deliveries[0]?.id)).json()).toEqual({ unread: 3 });
  expect(await (await read(ana, seen.deliveries[0]?.id)).json()).toEqual({ unread: 1 });
  const after = await logOf(ana);
  expect(after.unread).toBe(1);
  expect(after.deliveries.map(({ readAt }) => readAt === null)).toEqual([true, false, false]);
  expect((await read(ana, 'no-such-entry')).status).toBe(200);
  for (const nonsense of ["x' OR 1=1", '', 7, null, 'x'.repeat(65)])
    expect((await read(ana, nonsense)).status).toBe(422);
  expect((await logOf(ana)).unread).toBe(1);
  expect((await logOf(bia)).unread).toBe(3);
});

test('the log is read page by page, newest first, each entry once', async () => {
  const ana = await createCustomer(env);
  for (let i = 0; i < 7; i += 1) await alertFor(ana, TARGET + i);
  await market.move('gold', TARGET + 3, TARGET + 10);
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: AlertLog = await logOf(ana, `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
    ids.push(...page.deliveries.map(({ id }) => id));
    expect(page.deliveries.length).toBeLessThanOrEqual(3);
    cursor = page.nextCursor;
  }
  expect(new Set(ids).size).toBe(7);
  expect(ids).toEqual((await logOf(ana)).deliveries.map(({ id }) => id));
  for (const query of ['?limit=0', '?limit=101', '?limit=x', '?cursor=1', '?cursor=1.%27', '?cursor=9e9.a']) {
    const reply = await call(`/api/alerts/log${query}`, { headers: ana.headers });
    expect([query, reply.status]).toEqual([query, 422]);
  }
});

// The last one of this file: a hub believes no price older than the one a day later.
test('a price that waited for more than a day is dropped, said in the log, and no customer hears of it', async () => {
  const said: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)));
  const ana = await createCustomer(env);
  await alertFor(ana);
  await runInDurableObject(market.hub.stub, (object) =>
    Object.assign(object, { env: { DB: brokenDatabase() } }),
  );
  await market.say('gold', TARGET, BACK - 100);
  await market.hub.advance(25 * 60 * 60_000);
  await runInDurableObject(market.hub.stub, (object) => Object.assign(object, { env }));
  await market.move('gold', GOLD);
  expect((await logOf(ana)).deliveries).toEqual([]);
  expect(said.some((line) => line.includes('alert-ticks-dropped'))).toBe(true);
});

/** Answers nothing but errors. */
function brokenDatabase(): D1Database {
  const fail = () => {
    throw new Error('D1_ERROR: Network connection lost.');
  };
  return { prepare: fail, batch: fail, exec: fail } as unknown as D1Database;
}

/** Commits, and then loses the reply of whatever wrote. */
function forgetfulDatabase(): D1Database {
  return {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements);
      const wrote = results.some(({ meta }) => meta.changes > 0);
      if (wrote) throw new Error('D1_ERROR: Network connection lost.');
      return results;
    },
  } as unknown as D1Database;
}
