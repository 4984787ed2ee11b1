// POST /api/bonus/claim: 2 oz of silver at no cost, once, held until purchases of metal reach the threshold (P7).

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BonusReply } from '../../../worker/contract/bonus.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { Quote } from '../../../worker/contract/trades.ts';
import { BONUS_OUNCES_E4, BONUS_RELEASE_CENTS } from '../../../worker/domain/limits.ts';
import { createCustomer, type Customer, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';

const worker = workerWith(new SetPrices({ gold: 400_000, silver: 5_000 }));
let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env);
});

const claim = (customer: Customer, key: string = crypto.randomUUID()) =>
  callsOf(customer, worker).post('/api/bonus/claim', {}, key);

async function portfolioOf(customer: Customer): Promise<Portfolio> {
  return (await callsOf(customer, worker).get('/api/portfolio')).json<Portfolio>();
}

async function buySilver(customer: Customer, totalCents: number): Promise<void> {
  const calls = callsOf(customer, worker);
  expect((await calls.deposit({ amountCents: 500_000, method: 'bank_transfer' })).status).toBe(201);
  const quote = await calls.post('/api/quotes', { side: 'buy', metal: 'silver', totalCents });
  expect((await calls.trade((await quote.json<Quote>()).quote)).status).toBe(201);
}

async function sellSilver(customer: Customer): Promise<void> {
  const calls = callsOf(customer, worker);
  const quote = await calls.post('/api/quotes', { side: 'sell', metal: 'silver', max: true });
  expect((await calls.trade((await quote.json<Quote>()).quote)).status).toBe(201);
}

test('the first claim adds the silver at no cost, held, and tells it as a movement', async () => {
  const reply = await claim(ana);
  expect(reply.status).toBe(201);
  const { transaction, portfolio } = await reply.json<BonusReply>();
  expect(transaction).toMatchObject({
    type: 'bonus',
    metal: 'silver',
    ouncesE4: BONUS_OUNCES_E4,
    priceCents: 0,
    feeCents: 0,
    totalCents: 0,
    status: 'completed',
    notes: 'Welcome bonus: 2 oz silver',
  });
  expect(portfolio.holdings).toMatchObject([
    {
      metal: 'silver',
      ouncesE4: BONUS_OUNCES_E4,
      heldOuncesE4: BONUS_OUNCES_E4,
      costBasisCents: 0,
      averageCostCents: 0,
    },
  ]);
  expect(portfolio.bonus.status).toBe('held');
  const profile = await (await callsOf(ana).get('/api/profile')).json<{ hasClaimedBonus: boolean }>();
  expect(profile.hasClaimedBonus).toBe(true);
  await expectBooksToBalance(env.DB);
});

test('the same key answers the same bytes, for ever; another key is refused', async () => {
  const first = await claim(ana, 'one');
  const again = await claim(ana, 'one');
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(await again.text()).toBe(await first.text());
  expect(await outcome(await claim(ana, 'two'))).toBe('BonusAlreadyClaimed');
  expect((await portfolioOf(ana)).holdings[0]?.ouncesE4).toBe(BONUS_OUNCES_E4);
});

test('twenty claims at once, each with a key of its own, give one bonus', async () => {
  const counted = await outcomes(Array.from({ length: 20 }, () => claim(ana)));
  expect(counted).toEqual({ 201: 1, BonusAlreadyClaimed: 19 });
  expect((await portfolioOf(ana)).holdings[0]?.ouncesE4).toBe(BONUS_OUNCES_E4);
  await expectBooksToBalance(env.DB);
});

test('twenty claims at once with one key are one claim, answered twenty times', async () => {
  const counted = await outcomes(Array.from({ length: 20 }, () => claim(ana, 'same')));
  expect(counted).toEqual({ 201: 20 });
  expect((await portfolioOf(ana)).holdings[0]?.ouncesE4).toBe(BONUS_OUNCES_E4);
});

test('silver that is already held keeps its ounces and its cost', async () => {
  await buySilver(ana, 10_050);
  const [before] = (await portfolioOf(ana)).holdings;
  expect((await claim(ana)).status).toBe(201);
  const [after] = (await portfolioOf(ana)).holdings;
  expect(after?.ouncesE4).toBe((before?.ouncesE4 ?? 0) + BONUS_OUNCES_E4);
  expect(after?.costBasisCents).toBe(before?.costBasisCents);
  expect(after?.heldOuncesE4).toBe(BONUS_OUNCES_E4);
  await expectBooksToBalance(env.DB);
});

test('silver that was sold altogether keeps what the sale gained, and the bonus costs nothing', async () => {
  await buySilver(ana, 10_050);
  await sellSilver(ana);
  const before = (await portfolioOf(ana)).totals.realisedGainCents;
  expect(before).toBeLessThan(0);
  expect((await claim(ana)).status).toBe(201);
  const { holdings, totals } = await portfolioOf(ana);
  expect(holdings).toMatchObject([{ ouncesE4: BONUS_OUNCES_E4, costBasisCents: 0, gainPercent: null }]);
  expect(totals.realisedGainCents).toBe(before);
  await expectBooksToBalance(env.DB);
});

describe('at the same moment as', () => {
  const atOnce = async (trades: readonly (() => Promise<Response>)[]) => {
    const replies = await Promise.all([claim(ana), ...trades.map((trade) => trade())]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  };
  const ready = async (order: object) => {
    const calls = callsOf(ana, worker);
    const { quote } = await (await calls.post('/api/quotes', order)).json<Quote>();
    return () => calls.trade(quote);
  };

  test.each([1, 2, 3, 4, 5])('the purchase that frees it, nothing stays held (%i)', async () => {
    await callsOf(ana, worker).deposit({ amountCents: 500_000, method: 'bank_transfer' });
    const buy = await ready({ side: 'buy', metal: 'gold', totalCents: BONUS_RELEASE_CENTS + 5_000 });
    await atOnce([buy]);
    const { bonus, holdings } = await portfolioOf(ana);
    expect(bonus.status).toBe('free');
    const silver = holdings.find(({ metal }) => metal === 'silver');
    expect(silver).toMatchObject({ ouncesE4: BONUS_OUNCES_E4, heldOuncesE4: 0 });
    await expectBooksToBalance(env.DB);
  });

  test.each([1, 2, 3, 4, 5])('the sale of all other silver, exactly the bonus stays (%i)', async () => {
    await buySilver(ana, 10_050);
    await atOnce([await ready({ side: 'sell', metal: 'silver', max: true })]);
    // Whichever was first, the sale takes the whole cost along: the held bonus cost nothing (P42).
    expect((await portfolioOf(ana)).holdings).toMatchObject([
      { metal: 'silver', ouncesE4: BONUS_OUNCES_E4, heldOuncesE4: BONUS_OUNCES_E4, costBasisCents: 0 },
    ]);
    await expectBooksToBalance(env.DB);
  });
});

describe('the held silver', () => {
  test('cannot be sold, while what was bought can', async () => {
    await buySilver(ana, 10_050);
    await claim(ana);
    const calls = callsOf(ana, worker);
    const all = await calls.post('/api/quotes', { side: 'sell', metal: 'silver', max: true });
    const { ouncesE4 } = await all.json<Quote>();
    expect(ouncesE4).toBe(((await portfolioOf(ana)).holdings[0]?.ouncesE4 ?? 0) - BONUS_OUNCES_E4);
    const more = await calls.post('/api/quotes', { side: 'sell', metal: 'silver', ouncesE4: ouncesE4 + 1 });
    expect(await outcome(more)).toBe('InsufficientHoldings');
  });

  test('is in no gain, and takes no part of the cost of what is sold beside it', async () => {
    await buySilver(ana, 10_050);
    await claim(ana);
    const before = await portfolioOf(ana);
    const [silver] = before.holdings;
    const paid = before.totals.investedCents;
    const worth = Math.floor((((silver?.ouncesE4 ?? 0) - BONUS_OUNCES_E4) * 5_000) / 10_000);
    expect(before.totals.gainCents).toBe(worth - paid);
    expect(silver?.gainCents).toBe(worth - paid);

    await sellSilver(ana);
    const after = await portfolioOf(ana);
    const received = after.cashCents - before.cashCents;
    expect(after.totals).toMatchObject({ investedCents: 0, gainCents: 0, gainPercent: null });
    expect(after.totals.realisedGainCents).toBe(received - paid);
    await expectBooksToBalance(env.DB);
  });

  test('is free once purchases reach the threshold', async () => {
    await claim(ana);
    await buySilver(ana, BONUS_RELEASE_CENTS - 10_000);
    expect((await portfolioOf(ana)).bonus.status).toBe('held');
    await buySilver(ana, 10_500);
    const { bonus, holdings } = await portfolioOf(ana);
    expect(bonus.status).toBe('free');
    expect(holdings[0]?.heldOuncesE4).toBe(0);
    await expectBooksToBalance(env.DB);
  });

  test('is free at once for whoever has bought enough before claiming', async () => {
    await buySilver(ana, BONUS_RELEASE_CENTS + 1_000);
    expect((await claim(ana)).status).toBe(201);
    const { bonus, holdings } = await portfolioOf(ana);
    expect(bonus.status).toBe('free');
    expect(holdings[0]?.heldOuncesE4).toBe(0);
  });
});

test('nobody claims without a session, without a key, from another site, or for another customer', async () => {
  const request = (headers: Record<string, string>) =>
    realWorker(new Request(`${ORIGIN}/api/bonus/claim`, { method: 'POST', headers, body: '{}' }));
  expect(await outcome(await request({ ...jsonHeaders(), 'Idempotency-Key': 'k' }))).toBe('Unauthenticated');
  expect(await outcome(await request({ ...ana.headers }))).toBe('IdempotencyKeyMissing');
  const elsewhere = {
    ...ana.headers,
    'Idempotency-Key': 'k',
    'Sec-Fetch-Site': 'cross-site',
    Origin: 'https://evil.example',
  };
  expect(await outcome(await request(elsewhere))).toBe('CrossSite');
  const ben = await createCustomer(env);
  expect((await claim(ben, 'k')).status).toBe(201);
  expect((await portfolioOf(ana)).bonus.status).toBe('available');
});
