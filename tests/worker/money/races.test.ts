// Many requests at once, against the real Worker over HTTP: money is spent once and keys mean one operation.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { endow, expectBooksToBalance, fund, quoteFor, type QuoteTerms } from '../../support/funds.ts';
import { callsOf, outcomes } from '../../support/money-calls.ts';

const buyOne: QuoteTerms = { side: 'buy', metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 };
const ONE_COSTS = 5_025;

async function countOperations(customer: Customer): Promise<number> {
  const row = await env.DB.prepare(
    `SELECT count(*) AS n FROM operations WHERE account_id = ? AND kind = 'trade'`,
  )
    .bind(customer.userId)
    .first<{ n: number }>();
  return row?.n ?? -1;
}

async function portfolioOf(customer: Customer): Promise<Portfolio> {
  return (await callsOf(customer).get('/api/portfolio')).json<Portfolio>();
}

const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

test('200 parallel buys with money for 100: 100 happen, 100 are refused, and not a cent is left over', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 100 * ONE_COSTS);
  const quotes = await Promise.all(times(200, () => quoteFor(env, ana, buyOne)));
  const { trade } = callsOf(ana);
  expect(await outcomes(quotes.map((quote) => trade(quote)))).toEqual({ 201: 100, InsufficientFunds: 100 });
  const portfolio = await portfolioOf(ana);
  expect(portfolio).toMatchObject({
    cashCents: 0,
    holdings: [{ ouncesE4: 1_000_000, costBasisCents: 100 * ONE_COSTS }],
  });
  expect(await countOperations(ana)).toBe(100);
  await expectBooksToBalance(env.DB);
});

test('60 parallel sales of a holding for 30: 30 happen, and nothing is left', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 200_000);
  await endow(env.DB, ana, { ...buyOne, ouncesE4: 300_000 });
  const quotes = await Promise.all(times(60, () => quoteFor(env, ana, { ...buyOne, side: 'sell' })));
  const { trade } = callsOf(ana);
  expect(await outcomes(quotes.map((quote) => trade(quote)))).toEqual({ 201: 30, InsufficientHoldings: 30 });
  const portfolio = await portfolioOf(ana);
  expect(portfolio.holdings).toEqual([]);
  expect(portfolio.totals.investedCents).toBe(0);
  await expectBooksToBalance(env.DB);
});

test('the same key 50 times in parallel is one operation and 50 identical answers', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
  const quote = await quoteFor(env, ana, buyOne);
  const { trade } = callsOf(ana);
  const replies = await Promise.all(times(50, () => trade(quote, 'once')));
  const bodies = await Promise.all(replies.map((reply) => reply.text()));
  expect(replies.map((reply) => reply.status)).toEqual(times(50, () => 201));
  expect(new Set(bodies).size).toBe(1);
  expect(replies.filter((reply) => reply.headers.get('Idempotent-Replayed') === null)).toHaveLength(1);
  expect(await countOperations(ana)).toBe(1);
  expect(await portfolioOf(ana)).toMatchObject({ cashCents: 100_000 - ONE_COSTS });
  await expectBooksToBalance(env.DB);
});

test('the same quote with 40 keys at once is used once', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 1_000_000);
  const quote = await quoteFor(env, ana, buyOne);
  const { trade } = callsOf(ana);
  expect(await outcomes(times(40, (index) => trade(quote, `key ${index}`)))).toEqual({
    201: 1,
    QuoteUsed: 39,
  });
  expect(await countOperations(ana)).toBe(1);
  await expectBooksToBalance(env.DB);
});

test('the same key with two bodies at once is one operation; the other is told', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 1_000_000);
  const quotes = await Promise.all(times(10, () => quoteFor(env, ana, buyOne)));
  const { trade } = callsOf(ana);
  expect(await outcomes(quotes.map((quote) => trade(quote, 'one key')))).toEqual({
    201: 1,
    IdempotencyKeyReused: 9,
  });
  expect(await countOperations(ana)).toBe(1);
  await expectBooksToBalance(env.DB);
});

test('the same deposit 30 times in parallel is credited once, with 30 identical answers', async () => {
  const ana = await createCustomer(env);
  const { deposit } = callsOf(ana);
  const body = { amountCents: 50_000, method: 'debit_card' };
  const replies = await Promise.all(times(30, () => deposit(body, 'once')));
  const bodies = await Promise.all(replies.map((reply) => reply.text()));
  expect(replies.map((reply) => reply.status)).toEqual(times(30, () => 201));
  expect(new Set(bodies).size).toBe(1);
  expect(await portfolioOf(ana)).toMatchObject({ cashCents: 50_000, pendingCashCents: 0 });
  await expectBooksToBalance(env.DB);
});

test('buys, sales and deposits of one customer at once keep the books', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 20 * ONE_COSTS);
  await endow(env.DB, ana, { ...buyOne, ouncesE4: 100_000 });
  const { trade, deposit } = callsOf(ana);
  const buys = await Promise.all(times(30, () => quoteFor(env, ana, buyOne)));
  const sales = await Promise.all(times(30, () => quoteFor(env, ana, { ...buyOne, side: 'sell' })));
  const counted = await outcomes([
    ...buys.map((quote) => trade(quote)),
    ...sales.map((quote) => trade(quote)),
    ...times(10, () => deposit({ amountCents: 10_000, method: 'wire' })),
  ]);
  expect(counted[201] ?? 0).toBeGreaterThan(10);
  // So many deposits at once meet their own limits, which say to come back.
  const expected = new Set([
    '201',
    'InsufficientFunds',
    'InsufficientHoldings',
    'DepositLimitReached',
    'Unavailable',
  ]);
  expect(Object.keys(counted).filter((code) => !expected.has(code))).toEqual([]);
  await expectBooksToBalance(env.DB);
});
