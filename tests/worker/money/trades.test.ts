// POST /api/trades: a quote is executed as made, once, for its owner, in time.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Quote, QuoteClaims } from '../../../worker/contract/trades.ts';
import { QUOTE_LIFETIME_MS } from '../../../worker/domain/limits.ts';
import { signQuote } from '../../../worker/services/quote-token.ts';
import { OLD_KEY } from '../../fixtures/signing-keys.ts';
import { createCustomer, jsonHeaders, openSessionFor, type Customer } from '../../support/customers.ts';
import {
  endow,
  expectBooksToBalance,
  fund,
  passDays,
  quoteClaims,
  quoteFor,
  type QuoteTerms,
} from '../../support/funds.ts';
import { callsOf, outcome, SetPrices, tradeReply, workerWith } from '../../support/money-calls.ts';

const SILVER = 5_000;
const buyOne: QuoteTerms = { side: 'buy', metal: 'silver', ouncesE4: 10_000, priceCents: SILVER };
const sellOne: QuoteTerms = { ...buyOne, side: 'sell' };

let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
});
/** After every test, whatever was tried. */
const booksBalance = () => expectBooksToBalance(env.DB);

async function portfolioOf(customer: Customer) {
  return (await callsOf(customer).get('/api/portfolio')).json<Record<string, unknown>>();
}

describe('a trade', () => {
  test('buys at the quoted price, and answers with the receipt and the state after it', async () => {
    const reply = await callsOf(ana).trade(await quoteFor(env, ana, buyOne));
    expect(reply.status).toBe(201);
    expect(reply.headers.get('Idempotent-Replayed')).toBeNull();
    const { transaction, portfolio } = await tradeReply(reply);
    expect(transaction).toMatchObject({
      type: 'buy',
      metal: 'silver',
      ouncesE4: 10_000,
      priceCents: SILVER,
      subtotalCents: 5_000,
      feeCents: 25,
      totalCents: 5_025,
      status: 'completed',
    });
    expect(portfolio).toMatchObject({
      cashCents: 94_975,
      holdings: [{ ouncesE4: 10_000, costBasisCents: 5_025 }],
    });
    const again = await callsOf(ana).get(`/api/transactions/${transaction.id}`);
    expect(await again.json()).toEqual(transaction);
    await booksBalance();
  });

  test('sells part, realises its gain, and selling the rest leaves exactly zero', async () => {
    await endow(env.DB, ana, buyOne);
    const part = await tradeReply(
      await callsOf(ana).trade(await quoteFor(env, ana, { ...sellOne, ouncesE4: 3_333, priceCents: 6_000 })),
    );
    // 1999 less a fee of 10, less the basis of 1674 that left.
    expect(part.transaction).toMatchObject({ totalCents: 1_989, realisedGainCents: 315 });
    expect(part.portfolio.holdings[0]).toMatchObject({ ouncesE4: 6_667, costBasisCents: 3_351 });
    const rest = await tradeReply(
      await callsOf(ana).trade(await quoteFor(env, ana, { ...sellOne, ouncesE4: 6_667, priceCents: 6_000 })),
    );
    expect(rest.portfolio.holdings).toEqual([]);
    expect(rest.portfolio.totals).toMatchObject({ investedCents: 0, gainCents: 0, gainPercent: null });
    expect(rest.portfolio.totals.realisedGainCents).toBe(315 + (rest.transaction.totalCents - 3_351));
    await booksBalance();
  });

  test('honours its quote though the price has moved, and values the rest at the new one', async () => {
    const hub = new SetPrices({ gold: 400_000, silver: SILVER });
    // Each in an isolate of its own: one keeps the marks of the screen for a second.
    const calls = () => callsOf(ana, workerWith(hub));
    const quote = await (
      await calls().post('/api/quotes', { side: 'buy', metal: 'silver', ouncesE4: 10_000 })
    ).json<Quote>();
    hub.prices.silver = 9_999;
    const { transaction, portfolio } = await tradeReply(await calls().trade(quote.quote));
    expect(transaction).toMatchObject({ priceCents: SILVER, totalCents: quote.totalCents });
    expect(portfolio.holdings[0]).toMatchObject({ priceCents: 9_999, valueCents: 9_999 });
    await booksBalance();
  });

  test('is honoured with the hub down, in a closed market and while paused; values are then unknown', async () => {
    const hub = new SetPrices({ silver: SILVER });
    hub.isDown = true;
    const { portfolio } = await tradeReply(
      await callsOf(ana, workerWith(hub)).trade(await quoteFor(env, ana, buyOne)),
    );
    expect(portfolio.holdings[0]).toMatchObject({
      priceCents: null,
      valueCents: null,
      costBasisCents: 5_025,
    });
    expect(portfolio.totals.valueCents).toBeNull();
    hub.isDown = false;
    hub.refusal = { ok: false, reason: 'closed', opensAt: null };
    expect(await outcome(await callsOf(ana, workerWith(hub)).trade(await quoteFor(env, ana, buyOne)))).toBe(
      201,
    );
    await booksBalance();
  });

  test('stores its notice in the same batch', async () => {
    await callsOf(ana).trade(await quoteFor(env, ana, buyOne));
    const rows = await env.DB.prepare(`SELECT type, data FROM submissions WHERE user_id = ?`)
      .bind(ana.userId)
      .all();
    expect(rows.results).toEqual([
      {
        type: 'trade',
        data: JSON.stringify({
          tradeType: 'buy',
          metalType: 'silver',
          ounces: '1.0000',
          price: '50.00',
          total: '50.25',
        }),
      },
    ]);
  });
});

describe('the same key', () => {
  test('answers the same bytes for ever, marked as a replay, even after the quote expired', async () => {
    // The reply of the first request is lost; the customer's browser sends it again half a minute later.
    const issuedAt = Date.now() - QUOTE_LIFETIME_MS + 1_500;
    const quote = await quoteFor(env, ana, buyOne, { issuedAt, expiresAt: issuedAt + QUOTE_LIFETIME_MS });
    const first = await callsOf(ana).trade(quote, 'lost');
    const bytes = await first.text();
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(await outcome(await callsOf(ana).trade(quote, 'another key'))).toBe('QuoteUsed');
    const again = await callsOf(ana).trade(quote, 'lost');
    expect(again.status).toBe(201);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(bytes);
    // Later trades and prices change nothing of it.
    await endow(env.DB, ana, buyOne);
    expect(await (await callsOf(ana).trade(quote, 'lost')).text()).toBe(bytes);
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 100_000 - 2 * 5_025 });
    await booksBalance();
  });

  test('with another body is refused; the key of another customer is his own', async () => {
    await callsOf(ana).trade(await quoteFor(env, ana, buyOne), 'k');
    expect(await outcome(await callsOf(ana).trade(await quoteFor(env, ana, buyOne), 'k'))).toBe(
      'IdempotencyKeyReused',
    );
    expect(await outcome(await callsOf(ana).deposit({ amountCents: 10_000, method: 'wire' }, 'k'))).toBe(
      'IdempotencyKeyReused',
    );
    const bia = await createCustomer(env);
    await fund(env.DB, bia, 10_000);
    expect(await outcome(await callsOf(bia).trade(await quoteFor(env, bia, buyOne), 'k'))).toBe(201);
    await booksBalance();
  });

  test('is free again after a refusal', async () => {
    const dear = await quoteFor(env, ana, { ...buyOne, ouncesE4: 10_000_000 });
    expect(await outcome(await callsOf(ana).trade(dear, 'k'))).toBe('InsufficientFunds');
    expect(await outcome(await callsOf(ana).trade(await quoteFor(env, ana, buyOne), 'k'))).toBe(201);
    await booksBalance();
  });

  test.each([undefined, '', 'x'.repeat(256)])('missing or too long is refused: %s', async (key) => {
    const quote = await quoteFor(env, ana, buyOne);
    expect(await outcome(await callsOf(ana).post('/api/trades', { quote }, key))).toBe(
      'IdempotencyKeyMissing',
    );
  });

  test('of 255 characters is taken', async () => {
    expect(await outcome(await callsOf(ana).trade(await quoteFor(env, ana, buyOne), 'x'.repeat(255)))).toBe(
      201,
    );
  });
});

describe('a quote that is not good', () => {
  test('used under another key', async () => {
    const quote = await quoteFor(env, ana, buyOne);
    expect(await outcome(await callsOf(ana).trade(quote))).toBe(201);
    expect(await outcome(await callsOf(ana).trade(quote))).toBe('QuoteUsed');
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 94_975 });
    await booksBalance();
  });

  test('expired, though only just', async () => {
    const expiresAt = Date.now() - 1;
    const quote = await quoteFor(env, ana, buyOne, { issuedAt: expiresAt - QUOTE_LIFETIME_MS, expiresAt });
    const reply = await callsOf(ana).trade(quote);
    expect(reply.status).toBe(409);
    expect(await outcome(reply)).toBe('QuoteExpired');
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 100_000 });
  });

  test('of another customer', async () => {
    const bia = await createCustomer(env);
    expect(await outcome(await callsOf(ana).trade(await quoteFor(env, bia, buyOne)))).toBe('QuoteInvalid');
  });

  test('altered, unsigned, signed by somebody else or for something else', async () => {
    const good = await quoteFor(env, ana, buyOne);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const cheaper = btoa(
      atob(payload.replaceAll('-', '+').replaceAll('_', '/')).replace(
        '"totalCents":5025',
        '"totalCents":0001',
      ),
    )
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
    const none = btoa(JSON.stringify({ alg: 'none', typ: 'JWT' })).replaceAll('=', '');
    const forged = await signQuote({ SIGNING_KEYS: OLD_KEY }, quoteClaims(ana, buyOne));
    const tokens = [
      `${header}.${cheaper}.${signature}`,
      `${none}.${payload}.`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      forged,
      ana.accessToken,
      'quote',
      '..',
    ];
    for (const token of tokens) expect(await outcome(await callsOf(ana).trade(token))).toBe('QuoteInvalid');
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 100_000 });
  });

  test('of a metal that does not trade, though we signed it', async () => {
    const claims = { ...quoteClaims(ana, buyOne), metal: 'platinum' as 'gold' };
    expect(await outcome(await callsOf(ana).trade(await signQuote(env, claims)))).toBe('QuoteInvalid');
  });

  test.each([
    ['no quote', {}],
    ['a number', { quote: 5 }],
    ['nothing', { quote: '' }],
    ['an endless one', { quote: 'x'.repeat(5_000) }],
    ['no object', 'null'],
  ])('with %s in its place', async (_name, body) => {
    expect(await outcome(await callsOf(ana).post('/api/trades', body, 'k'))).toBe('ValidationFailed');
  });
});

describe('without the means', () => {
  test('a buy or a sale moves nothing', async () => {
    const calls = callsOf(ana);
    expect(await outcome(await calls.trade(await quoteFor(env, ana, { ...buyOne, ouncesE4: 200_000 })))).toBe(
      'InsufficientFunds',
    );
    expect(await outcome(await calls.trade(await quoteFor(env, ana, sellOne)))).toBe('InsufficientHoldings');
    await endow(env.DB, ana, buyOne);
    expect(await outcome(await calls.trade(await quoteFor(env, ana, { ...sellOne, ouncesE4: 10_001 })))).toBe(
      'InsufficientHoldings',
    );
    expect(await outcome(await calls.trade(await quoteFor(env, ana, sellOne)))).toBe(201);
    // The row of the holding is still there, at zero.
    expect(await outcome(await calls.trade(await quoteFor(env, ana, { ...sellOne, ouncesE4: 1 })))).toBe(
      'InsufficientHoldings',
    );
    await booksBalance();
  });

  test('sizes beyond every bound are refused by the schema, though we signed them', async () => {
    await endow(env.DB, ana, buyOne);
    const calls = callsOf(ana);
    const signed = (terms: QuoteTerms, over: Partial<QuoteClaims>) => quoteFor(env, ana, terms, over);
    const most = Number.MAX_SAFE_INTEGER;
    const endlessWeight = await signed(buyOne, {
      ouncesE4: most,
      subtotalCents: 1,
      feeCents: 1,
      totalCents: 2,
    });
    expect(await outcome(await calls.trade(endlessWeight))).toBe('InvalidAmount');
    const endlessCost = await signed(buyOne, { subtotalCents: most - 1, feeCents: 1, totalCents: most });
    expect(await outcome(await calls.trade(endlessCost))).toBe('InsufficientFunds');
    const endlessSale = await signed(sellOne, { ouncesE4: most });
    expect(await outcome(await calls.trade(endlessSale))).toBe('InsufficientHoldings');
    const endlessProceeds = await signed(sellOne, { subtotalCents: most, feeCents: 1, totalCents: most - 1 });
    expect(await outcome(await calls.trade(endlessProceeds))).toBe('InvalidAmount');
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 94_975, holdings: [{ ouncesE4: 10_000 }] });
    await booksBalance();
  });

  test('entries that would not sum to zero are a fault of ours: nothing is written', async () => {
    const unbalanced = await quoteFor(env, ana, buyOne, { totalCents: 1 });
    expect(await outcome(await callsOf(ana).trade(unbalanced))).toBe('Internal');
    expect(await portfolioOf(ana)).toMatchObject({ cashCents: 100_000, holdings: [] });
    await booksBalance();
  });

  test('the held part of a holding is not for sale, until 30 days after net purchases reached 1,000 dollars', async () => {
    const calls = callsOf(ana);
    expect(await outcome(await calls.post('/api/bonus/claim', {}, crypto.randomUUID()))).toBe(201);
    expect(await outcome(await calls.trade(await quoteFor(env, ana, sellOne)))).toBe('InsufficientHoldings');
    await fund(env.DB, ana, 100_000);
    expect(await outcome(await calls.trade(await quoteFor(env, ana, { ...buyOne, ouncesE4: 200_000 })))).toBe(
      201,
    );
    const sellAll = { ...sellOne, ouncesE4: 220_000 };
    expect(await outcome(await calls.trade(await quoteFor(env, ana, sellAll)))).toBe('InsufficientHoldings');
    await passDays(env.DB, ana, 30);
    expect(await outcome(await calls.trade(await quoteFor(env, ana, sellAll)))).toBe(201);
    await booksBalance();
  });
});

describe('a session', () => {
  test('that is missing, expired, revoked or suspended trades nothing', async () => {
    const quote = await quoteFor(env, ana, buyOne);
    const stranger = callsOf({ headers: jsonHeaders(), cookie: '' });
    expect(await outcome(await stranger.trade(quote))).toBe('Unauthenticated');

    const longAgo = Date.now() - 40 * 24 * 3_600_000;
    const old = await openSessionFor(env, ana.userId, false, longAgo);
    expect(await outcome(await callsOf(old).trade(quote))).toBe('Unauthenticated');

    const ended = await openSessionFor(env, ana.userId);
    await env.DB.prepare(`UPDATE sessions SET ended_at = ?, end_reason = 'revoked' WHERE id = ?`)
      .bind(Date.now(), ended.sessionId)
      .run();
    expect(await outcome(await callsOf(ended).trade(quote))).toBe('Unauthenticated');

    await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(ana.userId).run();
    expect(await outcome(await callsOf(ana).trade(quote))).toBe('AccountSuspended');
    expect(await outcome(await callsOf(ana).deposit({ amountCents: 10_000, method: 'wire' }))).toBe(
      'AccountSuspended',
    );
    await booksBalance();
  });
});
