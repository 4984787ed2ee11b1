// POST /api/quotes: the server's price, the exact order, and every refusal in its order.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Quote } from '../../../worker/contract/trades.ts';
import { QUOTE_LIFETIME_MS, QUOTES_PER_MINUTE } from '../../../worker/domain/limits.ts';
import type { OrderSize } from '../../../worker/domain/quotes.ts';
import { verifyQuote } from '../../../worker/services/quote-token.ts';
import { NOT_AMOUNTS, NOT_NUMBERS, QUOTES } from '../../fixtures/money-examples.ts';
import { createCustomer, jsonHeaders, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance, fund, give } from '../../support/funds.ts';
import { callsOf, outcome, PRICES_AT, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';

const GOLD = 400_000;
const SILVER = 5_000;

function amountOf(size: OrderSize): Record<string, unknown> {
  if (size.by === 'max') return { max: true };
  return size.by === 'weight' ? { ouncesE4: size.ouncesE4 } : { totalCents: size.totalCents };
}

describe('worked examples', () => {
  test.each(QUOTES)('$side: $says', async ({ side, size, priceCents, cashCents, ouncesE4, answer }) => {
    const customer = await createCustomer(env, { steppedUp: true });
    await give(env.DB, customer, { cashCents, metal: 'silver', ouncesE4 });
    const calls = callsOf(customer, workerWith(new SetPrices({ silver: priceCents })));
    const reply = await calls.post('/api/quotes', { side, metal: 'silver', ...amountOf(size) });
    const body = await reply.json<Record<string, unknown>>();
    const refused = typeof answer === 'string';
    expect(body).toMatchObject(refused ? { code: answer } : { side, metal: 'silver', priceCents, ...answer });
    await expectBooksToBalance(env.DB);
  });
});

describe('a quote', () => {
  let ana: Customer;
  let hub: SetPrices;
  beforeEach(async () => {
    ana = await createCustomer(env);
    await fund(env.DB, ana, 1_000_000);
    hub = new SetPrices({ gold: GOLD, silver: SILVER });
  });
  const ask = (body: unknown) => callsOf(ana, workerWith(hub)).post('/api/quotes', body);
  const buySilver = { side: 'buy', metal: 'silver', ouncesE4: 10_000 };

  test('holds its price for 20 seconds and remembers what it was made from', async () => {
    const quote = await (await ask(buySilver)).json<Quote>();
    expect(Date.parse(quote.expiresAt) - Date.parse(quote.issuedAt)).toBe(QUOTE_LIFETIME_MS);
    expect(quote.priceAsOf).toBe(PRICES_AT);
    const claims = await verifyQuote(env, quote.quote);
    expect(claims).toMatchObject({
      sub: ana.userId,
      ...buySilver,
      priceCents: SILVER,
      totalCents: 5_025,
      basis: { seq: 7, observations: [{ source: 'test', midCents: SILVER }] },
    });
  });

  test.each(NOT_AMOUNTS)('of %d is no amount', async (amount) => {
    expect(await outcome(await ask({ side: 'buy', metal: 'gold', ouncesE4: amount }))).toBe('InvalidAmount');
    expect(await outcome(await ask({ side: 'sell', metal: 'gold', totalCents: amount }))).toBe(
      'InvalidAmount',
    );
  });

  test('of a number too large for JSON is no amount', async () => {
    expect(await outcome(await ask('{"side":"buy","metal":"gold","ouncesE4":1e400}'))).toBe('InvalidAmount');
  });

  test.each(NOT_NUMBERS)('of %j has no valid shape', async (amount) => {
    expect(await outcome(await ask({ side: 'buy', metal: 'gold', ouncesE4: amount }))).toBe(
      'ValidationFailed',
    );
  });

  test.each([
    [{ side: 'buy', metal: 'gold' }],
    [{ side: 'buy', metal: 'gold', ouncesE4: 1, totalCents: 1 }],
    [{ side: 'buy', metal: 'gold', ouncesE4: 1, max: true }],
    [{ side: 'buy', metal: 'gold', max: false }],
    [{ side: 'hold', metal: 'gold', max: true }],
    [{ metal: 'gold', max: true }],
    [[]],
    [null],
  ])('%j has no valid shape', async (body) => {
    expect(await outcome(await ask(body))).toBe('ValidationFailed');
  });

  test.each(['platinum', 'palladium', 'copper', 'GOLD', '__proto__'])('%s does not trade', async (metal) => {
    expect(await outcome(await ask({ side: 'buy', metal, max: true }))).toBe('ValidationFailed');
  });

  test('a price sent by the browser is not looked at', async () => {
    const quote = await (
      await ask({ ...buySilver, priceCents: 1, totalCents: undefined, feeCents: 0 })
    ).json<Quote>();
    expect(quote.priceCents).toBe(SILVER);
  });

  test('with a stale or absent price is refused, and an impossible amount is said first', async () => {
    for (const reason of ['stale', 'absent'] as const) {
      hub.refusal = { ok: false, reason, opensAt: null };
      const reply = await ask(buySilver);
      expect(reply.status).toBe(503);
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await reply.json()).toMatchObject({ code: 'PriceUnavailable', detail: 'Price not available' });
      expect(await outcome(await ask({ ...buySilver, ouncesE4: 0 }))).toBe('InvalidAmount');
    }
  });

  test('in a closed market says when it opens', async () => {
    hub.refusal = { ok: false, reason: 'closed', opensAt: '2026-11-22T23:00:00.000Z' };
    const reply = await ask(buySilver);
    expect(reply.status).toBe(409);
    expect(await reply.json()).toMatchObject({ code: 'MarketClosed', opensAt: '2026-11-22T23:00:00.000Z' });
  });

  test('of a metal whose price is in doubt is refused, in its own words', async () => {
    hub.refusal = { ok: false, reason: 'unsettled', opensAt: null };
    const reply = await ask(buySilver);
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await reply.json()).toMatchObject({ code: 'PriceUnsettled' });
  });

  test('while trading is paused is refused', async () => {
    hub.refusal = { ok: false, reason: 'paused', opensAt: null };
    expect(await outcome(await ask(buySilver))).toBe('TradingPaused');
  });

  test('without an answering hub, or with an implausible price, there is no price', async () => {
    for (const price of [0, -5, 1.5, Number.NaN, 100_000_001]) {
      hub.prices.silver = price;
      expect(await outcome(await ask(buySilver))).toBe('PriceUnavailable');
    }
    hub.isDown = true;
    expect(await outcome(await ask(buySilver))).toBe('PriceUnavailable');
  });

  test('the price is said before the means', async () => {
    hub.refusal = { ok: false, reason: 'stale', opensAt: null };
    expect(await outcome(await ask({ side: 'sell', metal: 'gold', max: true }))).toBe('PriceUnavailable');
  });

  test('comes from the real hub over HTTP as well', async () => {
    const reply = await callsOf(ana, realWorker).post('/api/quotes', buySilver);
    expect(reply.status).toBe(201);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
  });

  test('needs a session, and a page of our own', async () => {
    const worker = workerWith(hub);
    const stranger = callsOf({ headers: jsonHeaders(), cookie: '' }, worker);
    expect(await outcome(await stranger.post('/api/quotes', buySilver))).toBe('Unauthenticated');
    const crossSite = { ...ana, headers: { ...ana.headers, Origin: 'https://evil.example' } };
    expect(await outcome(await callsOf(crossSite, worker).post('/api/quotes', buySilver))).toBe('CrossSite');
  });

  test('may be asked for so often per minute, and no more', async () => {
    const worker = workerWith(hub, {
      RATE_LIMIT_QUOTES: {
        limit: async ({ key }) => ({ success: key !== ana.userId }),
      } as Env['RATE_LIMIT_QUOTES'],
    });
    const reply = await callsOf(ana, worker).post('/api/quotes', buySilver);
    expect(reply.status).toBe(429);
    expect(reply.headers.get('Retry-After')).toBe('60');
    expect(QUOTES_PER_MINUTE).toBe(120);
  });
});
