// What a signed-in read costs the database, and who is told nothing by it: the session's row travels with the rows (D85).

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { endSession } from '../../../worker/db/sessions.ts';
import { PERSONAL_DATA } from '../../../worker/domain/personal-data.ts';
import { createCustomer, type Customer, freezeAtOnce } from '../../support/customers.ts';
import { fund, give } from '../../support/funds.ts';
import { callsOf, outcome, SetPrices, workerWith } from '../../support/money-calls.ts';
import { countedCalls } from '../../support/recorded-queries.ts';

const BUY = { side: 'buy', metal: 'silver', ouncesE4: 10_000 };

let ana: Customer;
let hub: SetPrices & { asked: string[] };
beforeEach(async () => {
  ana = await createCustomer(env);
  await fund(env.DB, ana, 2_000_000);
  hub = Object.assign(new SetPrices({ gold: 400_000, silver: 5_000 }), { asked: [] });
  for (const name of ['snapshot', 'quoteBasis'] as const) {
    const ask = hub[name].bind(hub) as (...of: never[]) => Promise<never>;
    hub[name] = (...of: never[]) => {
      hub.asked.push(name);
      return ask(...of);
    };
  }
});

/** One isolate with a database whose calls are counted; `of` has the statements of each call. */
function anIsolate(over: Partial<Env> = {}) {
  const { db, calls } = countedCalls(env.DB);
  const worker = workerWith(hub, { DB: db, ...over });
  const counted = async (send: () => Promise<Response>) => {
    calls.length = 0;
    hub.asked.length = 0;
    const reply = await send();
    return { reply, of: [...calls], asked: [...hub.asked] };
  };
  return { worker, counted };
}

describe('a signed-in read', () => {
  test.each([
    ['/api/portfolio', [2]],
    ['/api/transactions', [4]],
    ['/api/transactions?search=gold', [4]],
    ['/api/transactions/nobodys', [2]],
    ['/api/alerts', [3]],
    ['/api/alerts/log', [3]],
    ['/api/settings', [2]],
    ['/api/storage', [6]],
    // A join is asked for beside the session, not with it.
    ['/api/profile', [1, 1]],
    // What they ask for next depends on whether the address is proved, which the join says.
    ['/api/profile/data', [1, 1, PERSONAL_DATA.length + 2]],
    ['/api/profile/closing', [1, 4, 1]],
  ])('%s is one call', async (path, statements) => {
    const { worker, counted } = anIsolate();
    const { reply, of } = await counted(() => callsOf(ana, worker).get(path));
    expect([200, 404]).toContain(reply.status);
    expect(of).toEqual(statements);
  });

  test('the portfolio asks the hub once a second, and the price is then that of the hub', async () => {
    const { worker, counted } = anIsolate();
    await give(env.DB, ana, { cashCents: 0, metal: 'silver', ouncesE4: 10_000 });
    const ask = () => counted(() => callsOf(ana, worker).get('/api/portfolio'));
    const first = await ask();
    expect(first.asked).toEqual(['snapshot']);
    const { holdings } = await first.reply.json<Portfolio>();
    expect(holdings.find(({ metal }) => metal === 'silver')?.priceCents).toBe(5_000);
    expect((await ask()).asked).toEqual([]);
  });
});

describe('a quote', () => {
  test('is one call to the database and one to the hub', async () => {
    const { worker, counted } = anIsolate();
    const ask = () => counted(() => callsOf(ana, worker).post('/api/quotes', BUY));
    const first = await ask();
    expect([first.reply.status, first.of]).toEqual([201, [3]]);
    // The rate of the bound of the level, once a second; the price, every time.
    expect(first.asked.toSorted()).toEqual(['quoteBasis', 'snapshot']);
    const second = await ask();
    expect([second.reply.status, second.of, second.asked]).toEqual([201, [3], ['quoteBasis']]);
  });

  test('of a large order asks how its owner may prove who he is, and then only', async () => {
    const { worker, counted } = anIsolate();
    const large = { ...BUY, ouncesE4: 2_100_000 };
    const { reply, of } = await counted(() => callsOf(ana, worker).post('/api/quotes', large));
    expect(await outcome(reply)).toBe('StepUpRequired');
    expect(of).toEqual([3, 1, 1]);
  });

  test('has the price of this moment, whatever the marks of the screen are', async () => {
    const { worker } = anIsolate();
    const { post } = callsOf(ana, worker);
    expect(await (await post('/api/quotes', BUY)).json()).toMatchObject({ priceCents: 5_000 });
    hub.prices.silver = 6_000;
    expect(await (await post('/api/quotes', BUY)).json()).toMatchObject({ priceCents: 6_000 });
  });
});

describe('who is not let in', () => {
  const ended = async () => {
    await endSession(env.DB, ana.sessionId, 'revoked', Date.now());
  };
  const suspended = () =>
    env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(ana.userId).run();
  const frozen = () => freezeAtOnce(env.DB, ana.userId);

  test.each([
    ['a portfolio', '/api/portfolio'],
    ['a page that does not exist', '/api/transactions?limit=-1'],
    ['a transaction', '/api/transactions/x'],
    ['a profile', '/api/profile'],
    ['a person’s data', '/api/profile/data'],
  ])('reads nothing of %s', async (_what, path) => {
    const { worker } = anIsolate();
    const { get } = callsOf(ana, worker);
    await suspended();
    expect(await outcome(await get(path))).toBe('AccountSuspended');
    await ended();
    const reply = await get(path);
    expect([reply.status, reply.headers.get('Cache-Control')]).toEqual([401, 'no-store']);
    expect(await outcome(reply)).toBe('Unauthenticated');
  });

  test('gets no quote, and hears why before anything that is wrong with the order', async () => {
    const { worker } = anIsolate();
    const { post } = callsOf(ana, worker);
    const orders = [
      BUY,
      { ...BUY, ouncesE4: 0 },
      { side: 'hold' },
      'no json',
      { ...BUY, ouncesE4: 900_000_000 },
    ];
    const heard = async () =>
      Promise.all(orders.map(async (order) => outcome(await post('/api/quotes', order))));
    expect(await heard()).toEqual([
      201,
      'InvalidAmount',
      'ValidationFailed',
      'MalformedJson',
      'InsufficientFunds',
    ]);
    await frozen();
    expect(new Set(await heard())).toEqual(new Set(['AccountFrozen']));
    await suspended();
    expect(new Set(await heard())).toEqual(new Set(['AccountSuspended']));
    await ended();
    expect(new Set(await heard())).toEqual(new Set(['Unauthenticated']));
  });

  test('uses up none of the quotes of the account, and is told nothing of its limit', async () => {
    const keys: string[] = [];
    const full = new Set<string>();
    const limit = async ({ key }: RateLimitOptions) => {
      keys.push(key);
      return { success: !full.has(key) };
    };
    const { worker, counted } = anIsolate({ RATE_LIMIT_QUOTES: { limit } });
    const ask = () => counted(() => callsOf(ana, worker).post('/api/quotes', BUY));
    expect((await ask()).reply.status).toBe(201);
    expect(keys).toEqual([ana.userId]);
    full.add(ana.userId);
    const tooMany = await ask();
    expect([tooMany.reply.status, tooMany.reply.headers.get('Retry-After')]).toEqual([429, '60']);
    await ended();
    keys.length = 0;
    const refused = await ask();
    expect([refused.reply.status, refused.reply.headers.get('Retry-After'), keys]).toEqual([401, null, []]);
  });
});

test('a read of a session that was last seen a minute ago notes the visit, behind the reply', async () => {
  const { worker, counted } = anIsolate();
  const seen = () =>
    env.DB.prepare('SELECT last_seen_at AS at FROM sessions WHERE id = ?')
      .bind(ana.sessionId)
      .first<number>('at');
  await env.DB.prepare('UPDATE sessions SET last_seen_at = last_seen_at - 61000 WHERE id = ?')
    .bind(ana.sessionId)
    .run();
  const before = await seen();
  const { of } = await counted(() => callsOf(ana, worker).get('/api/portfolio'));
  expect(of).toEqual([2, 2]);
  expect((await seen()) ?? 0).toBeGreaterThan((before ?? 0) + 60_000);
  expect((await counted(() => callsOf(ana, worker).get('/api/portfolio'))).of).toEqual([2]);
});
