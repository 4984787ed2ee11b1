// The short way of a trade and the desk: one call to the database, sets under a crowd, and whatever is unusual goes the ordinary way
// with the answers that it always had.

import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeskAnswer } from '../../../durable-objects/trade-queue.ts';
import { freezeStatement } from '../../../worker/db/freezes.ts';
import { LAST_SEEN_EVERY_MS, UNATTENDED_HEADER } from '../../../worker/domain/session-rules.ts';
import { priceHub } from '../../../worker/services/deps.ts';
import type { AskedTrade } from '../../../worker/services/post-trades.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance, fund, quoteFor, type QuoteTerms } from '../../support/funds.ts';
import { countedCalls } from '../../support/recorded-queries.ts';
import { callsOf, outcome, outcomes, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';

const buyOne: QuoteTerms = { side: 'buy', metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 };
const CROWD = 24;

let crowd: Customer[];
let ana: Customer;
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: CROWD }, () => createCustomer(env)));
  await Promise.all(crowd.map((customer) => fund(env.DB, customer, 200_000)));
});
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  ana = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
});

const trade = async (customer: Customer, worker = realWorker, key?: string) =>
  callsOf(customer, worker).trade(await quoteFor(env, customer, buyOne), key);
const set = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** The calls that one trade makes to the database, each as the number of its statements. */
async function callsMade(customer: Customer, headers: Record<string, string> = {}) {
  const { db, calls } = countedCalls(env.DB);
  // Deployed without a sender of mail: nothing is sent afterwards.
  const worker = workerWith(new SetPrices({ silver: 5_000 }), {
    DB: db,
    ENVIRONMENT: 'production',
    MAIL_FROM: '',
  });
  const quote = await quoteFor(env, customer, buyOne);
  const reply = await callsOf({ ...customer, headers: { ...customer.headers, ...headers } }, worker).trade(
    quote,
  );
  return { status: reply.status, calls };
}

const lastSeen = ({ sessionId }: Customer) =>
  env.DB.prepare('SELECT last_seen_at FROM sessions WHERE id = ?')
    .bind(sessionId)
    .first<number>('last_seen_at');

describe('the short way', () => {
  test('of a trade is one call to the database, also when it is noted that the customer was here', async () => {
    expect(await callsMade(ana)).toEqual({ status: 201, calls: [13] });
    await set(
      'UPDATE sessions SET last_seen_at = last_seen_at - ?2 WHERE id = ?1',
      ana.sessionId,
      LAST_SEEN_EVERY_MS,
    );
    const before = await lastSeen(ana);
    expect(await callsMade(ana, { [UNATTENDED_HEADER]: '1' })).toMatchObject({ calls: [11] });
    expect(await lastSeen(ana)).toBe(before);
    expect(await callsMade(ana)).toMatchObject({ calls: [13] });
    expect(await lastSeen(ana)).toBeGreaterThan(before ?? 0);
  });

  test('tells the customer’s pages, and asks the hub for prices once in a second', async () => {
    const hub = new SetPrices({ silver: 5_000 });
    const asked = vi.spyOn(hub, 'snapshot');
    const worker = workerWith(hub);
    expect(await outcomes([trade(ana, worker), trade(crowd[0] as Customer, worker)])).toEqual({ 201: 2 });
    expect(hub.notices.map(([userId]) => userId).toSorted()).toEqual(
      [ana.userId, crowd[0]?.userId].toSorted(),
    );
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test.each([
    ['no key', (body: string) => ({ body, key: undefined }), 'IdempotencyKeyMissing'],
    ['no JSON', () => ({ body: '{', key: 'k' }), 'MalformedJson'],
    ['an endless body', () => ({ body: `{"quote":"${'x'.repeat(70_000)}"}`, key: 'k' }), 'PayloadTooLarge'],
    ['no quote', () => ({ body: '{}', key: 'k' }), 'ValidationFailed'],
  ] as const)(
    'leaves a request with %s to the guards, which ask for a live session first',
    async (_, ask, code) => {
      const { body, key } = ask(JSON.stringify({ quote: await quoteFor(env, ana, buyOne) }));
      const send = () => callsOf(ana).post('/api/trades', body, key);
      expect(await outcome(await send())).toBe(code);
      // Of unknown length as well.
      const streamed = new Request(`${ORIGIN}/api/trades`, {
        method: 'POST',
        headers: { ...ana.headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
        body: new Response(body).body,
      });
      expect(await outcome(await realWorker(streamed))).toBe(code);
      await set(`UPDATE sessions SET ended_at = 1, end_reason = 'revoked' WHERE id = ?1`, ana.sessionId);
      expect(await outcome(await send())).toBe('Unauthenticated');
    },
  );
});

test('the id of a trade’s request is in the lines of the edge, of the desk and of the booking', async () => {
  const said: Record<string, unknown>[] = [];
  vi.spyOn(console, 'log').mockImplementation(
    (line: unknown) => void said.push(JSON.parse(String(line)) as never),
  );
  const replies = await Promise.all([trade(ana), trade(crowd[0] as Customer)]);
  for (const [index, reply] of replies.entries()) {
    expect(reply.status).toBe(201);
    const id = reply.headers.get('X-Request-Id');
    expect(said.filter(({ event, requestId }) => event === 'answered' && requestId === id)).toMatchObject([
      { route: '/api/trades', method: 'POST', status: 201 },
    ]);
    expect(
      said.filter(({ event }) => event === 'trade-set').flatMap(({ requestIds }) => requestIds),
    ).toContain(id);
    const booked = said
      .filter(({ event }) => event === 'operations-booked')
      .flatMap(({ operations }) => operations as { operation: string; kind: string; requestId: string }[])
      .filter(({ requestId }) => requestId === id);
    expect(booked).toMatchObject([{ kind: 'trade' }]);
    const accountId = [ana, crowd[0]][index]?.userId;
    expect(
      await env.DB.prepare('SELECT account_id FROM operations WHERE id = ?')
        .bind(booked[0]?.operation)
        .first('account_id'),
    ).toBe(accountId);
  }
});

describe('in a crowd', () => {
  test('everybody’s trade is filled once, and the poor, the frozen, the suspended and the ended hear what they always heard', async () => {
    const [poor, frozen, suspended, ended] = (await Promise.all(
      Array.from({ length: 4 }, () => createCustomer(env)),
    )) as [Customer, Customer, Customer, Customer];
    for (const customer of [poor, frozen, suspended, ended]) await fund(env.DB, customer, 2 * 5_025);
    const quotes = await Promise.all(Array.from({ length: 10 }, () => quoteFor(env, poor, buyOne)));
    await freezeStatement(env.DB, frozen.userId, Date.now()).run();
    await set(`UPDATE users SET status = 'suspended' WHERE id = ?1`, suspended.userId);
    await set(`UPDATE sessions SET ended_at = 1, end_reason = 'revoked' WHERE id = ?1`, ended.sessionId);
    const [rich, ofPoor, others] = await Promise.all([
      outcomes(crowd.flatMap((customer) => [trade(customer), trade(customer)])),
      outcomes(quotes.map((quote) => callsOf(poor).trade(quote))),
      Promise.all([frozen, suspended, ended].map(async (customer) => outcome(await trade(customer)))),
    ]);
    expect(rich).toEqual({ 201: 2 * CROWD });
    expect(ofPoor).toEqual({ 201: 2, InsufficientFunds: 8 });
    expect(others).toEqual(['AccountFrozen', 'AccountSuspended', 'Unauthenticated']);
    await env.DB.prepare('DELETE FROM freezes WHERE user_id = ?').bind(frozen.userId).run();
    await expectBooksToBalance(env.DB);
  });

  test('one customer whose rows always fail spoils nobody else’s trade', async () => {
    // Ids are hexadecimal figures and hyphens.
    await set(`CREATE TRIGGER boom BEFORE INSERT ON submissions WHEN NEW.user_id = '${ana.userId}'
      BEGIN SELECT RAISE(ABORT, 'boom'); END`);
    try {
      const replies = await Promise.all([
        outcomes(crowd.map((customer) => trade(customer))),
        outcomes([trade(ana), trade(ana), trade(ana)]),
      ]);
      expect(replies).toEqual([{ 201: CROWD }, { Internal: 3 }]);
    } finally {
      await set('DROP TRIGGER boom');
    }
    expect(await outcome(await trade(ana))).toBe(201);
    await expectBooksToBalance(env.DB);
  });
});

describe('the desk', () => {
  /** The Worker with a desk that does this with a trade, and the real hub and database. */
  const deskThat = (post: (asked: AskedTrade) => Promise<DeskAnswer>) =>
    workerWith(priceHub(env) as never, {
      TRADE_DESK: { idFromName: () => 'main', get: () => ({ post }) } as unknown as Env['TRADE_DESK'],
    });
  const realDesk = () =>
    env.TRADE_DESK.getByName('main') as unknown as { post: (asked: AskedTrade) => Promise<DeskAnswer> };

  test('that cannot be reached is done without', async () => {
    const worker = deskThat(() => Promise.reject(new Error('Network connection lost.')));
    expect(await outcome(await trade(ana, worker))).toBe(201);
  });

  test('that goes away after the commit changes nothing: the key is found, and the answer is the first one’s', async () => {
    const worker = deskThat(async (asked) => {
      await realDesk().post(asked);
      throw new Error('The Durable Object was reset.');
    });
    const quote = await quoteFor(env, ana, buyOne);
    const reply = await callsOf(ana, worker).trade(quote, 'k');
    expect([reply.status, reply.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    expect(await (await callsOf(ana).trade(quote, 'k')).text()).toBe(await reply.text());
    expect(await (await callsOf(ana).get('/api/portfolio')).json()).toMatchObject({
      cashCents: 100_000 - 5_025,
    });
    await expectBooksToBalance(env.DB);
  });

  test('that is full answers 503, and the key is still good', async () => {
    const quote = await quoteFor(env, ana, buyOne);
    const reply = await callsOf(
      ana,
      deskThat(async () => ({ kind: 'full' })),
    ).trade(quote, 'k');
    expect([reply.status, reply.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await outcome(reply)).toBe('Unavailable');
    expect(await outcome(await callsOf(ana).trade(quote, 'k'))).toBe(201);
  });
});
