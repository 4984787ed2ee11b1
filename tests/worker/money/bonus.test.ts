// POST /api/bonus/claim: 2 oz of silver at no cost, once, held until purchases less sales have been
// enough for 30 days in a row (P7, P55).

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BonusReply } from '../../../worker/contract/bonus.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { Quote } from '../../../worker/contract/trades.ts';
import { readPosition, readStoredPortfolio } from '../../../worker/db/portfolio.ts';
import { BONUS_HOLD_MS, BONUS_OUNCES_E4, BONUS_RELEASE_CENTS } from '../../../worker/domain/limits.ts';
import { NO_MARKS } from '../../../worker/domain/portfolio.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { claimBonus } from '../../../worker/ledger/claim-bonus.ts';
import { postTrade } from '../../../worker/ledger/post-trade.ts';
import { BONUS_EXAMPLES, BONUS_EXAMPLES_END } from '../../fixtures/bonus-examples.ts';
import { createCustomer, type Customer, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance, fund, passDays } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';

const BONUS_DAYS = BONUS_HOLD_MS / DAY_MS;
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

  test.each([1, 2, 3])('the purchase that starts its 30 days, they run and it is held (%i)', async () => {
    await callsOf(ana, worker).deposit({ amountCents: 500_000, method: 'bank_transfer' });
    const buy = await ready({ side: 'buy', metal: 'gold', totalCents: BONUS_RELEASE_CENTS + 5_000 });
    await atOnce([buy]);
    const { bonus, holdings } = await portfolioOf(ana);
    expect(bonus.status).toBe('held');
    expect(bonus.net?.since).not.toBeNull();
    const silver = holdings.find(({ metal }) => metal === 'silver');
    expect(silver).toMatchObject({ ouncesE4: BONUS_OUNCES_E4, heldOuncesE4: BONUS_OUNCES_E4 });
    await expectBooksToBalance(env.DB);
  });

  test.each([1, 2, 3])(
    'a sale below the bound when it is due, the bonus is free, whichever was first (%i)',
    async () => {
      await buySilver(ana, BONUS_RELEASE_CENTS + 5_000);
      await passDays(env.DB, ana, BONUS_DAYS);
      const { holdings } = await portfolioOf(ana);
      const ouncesE4 = holdings[0]?.ouncesE4 ?? 0;
      await atOnce([await ready({ side: 'sell', metal: 'silver', ouncesE4 })]);
      const { bonus } = await portfolioOf(ana);
      // Claimed after the sale, the 30 days have not begun.
      const claimedFirst = bonus.status === 'free';
      expect((await portfolioOf(ana)).holdings).toMatchObject([
        { metal: 'silver', ouncesE4: BONUS_OUNCES_E4, heldOuncesE4: claimedFirst ? 0 : BONUS_OUNCES_E4 },
      ]);
      expect(bonus.net?.since).toBeNull();
      await expectBooksToBalance(env.DB);
    },
  );

  test('twenty sales of its last day, only what is free is sold, and the 30 days begin again', async () => {
    await buySilver(ana, BONUS_RELEASE_CENTS + 50_000);
    await claim(ana);
    await passDays(env.DB, ana, BONUS_DAYS - 1);
    const sale = { side: 'sell', metal: 'silver', ouncesE4: 12_000 };
    const orders = await Promise.all(Array.from({ length: 20 }, () => ready(sale)));
    const counted = await outcomes(orders.map((order) => order()));
    expect(counted[201]).toBe(20);
    const { bonus, holdings } = await portfolioOf(ana);
    expect(bonus).toMatchObject({ status: 'held', net: { since: null, freesAt: null } });
    expect(holdings[0]?.heldOuncesE4).toBe(BONUS_OUNCES_E4);
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

  test('is free 30 days after net purchases reached the bound, and says since when they run', async () => {
    await claim(ana);
    await buySilver(ana, BONUS_RELEASE_CENTS - 10_000);
    const below = await portfolioOf(ana);
    expect(below.bonus).toMatchObject({ status: 'held', net: { since: null, freesAt: null } });
    await buySilver(ana, 10_500);
    const running = await portfolioOf(ana);
    const { since, freesAt } = running.bonus.net ?? {};
    expect(Date.parse(freesAt ?? '') - Date.parse(since ?? '')).toBe(BONUS_HOLD_MS);
    expect(running).toMatchObject({ bonus: { status: 'held' } });
    expect(running.holdings[0]?.heldOuncesE4).toBe(BONUS_OUNCES_E4);

    await passDays(env.DB, ana, BONUS_DAYS);
    const due = await portfolioOf(ana);
    expect(due.bonus.status).toBe('free');
    expect(due.holdings[0]?.heldOuncesE4).toBe(0);
    await sellSilver(ana);
    const sold = await portfolioOf(ana);
    expect(sold).toMatchObject({ holdings: [], bonus: { status: 'free', net: { since: null } } });
    await expectBooksToBalance(env.DB);
  });

  test('waits 30 days again where a sale on day 29 falls below the bound', async () => {
    await buySilver(ana, BONUS_RELEASE_CENTS + 500);
    await claim(ana);
    await passDays(env.DB, ana, BONUS_DAYS - 1);
    const calls = callsOf(ana, worker);
    const quote = await calls.post('/api/quotes', { side: 'sell', metal: 'silver', ouncesE4: 1_500 });
    expect((await calls.trade((await quote.json<Quote>()).quote)).status).toBe(201);
    await buySilver(ana, 10_000);
    await passDays(env.DB, ana, BONUS_DAYS - 1);
    expect((await portfolioOf(ana)).bonus.status).toBe('held');
    await passDays(env.DB, ana, 1);
    expect((await portfolioOf(ana)).bonus.status).toBe('free');
  });

  test('is free at once for whoever fulfils the condition before the claim', async () => {
    await buySilver(ana, BONUS_RELEASE_CENTS + 1_000);
    await passDays(env.DB, ana, BONUS_DAYS);
    expect((await claim(ana)).status).toBe(201);
    const { bonus, holdings } = await portfolioOf(ana);
    expect(bonus.status).toBe('free');
    expect(holdings[0]?.heldOuncesE4).toBe(0);
  });

  test('is not had by buying and selling the same silver: whoever does ends below what they put in', async () => {
    await claim(ana);
    const calls = callsOf(ana, worker);
    await calls.deposit({ amountCents: 10_000, method: 'bank_transfer' });
    for (let order = 0; order < 22; order += 1) {
      const side = order % 2 === 0 ? 'buy' : 'sell';
      const quote = await calls.post('/api/quotes', { side, metal: 'silver', max: true });
      const { quote: signed } = await quote.json<Quote>();
      expect((await calls.trade(signed)).status).toBe(201);
    }
    const { cashCents, bonus, holdings } = await portfolioOf(ana);
    expect(bonus).toMatchObject({ status: 'held', net: { since: null } });
    expect(bonus.purchasesCents).toBeGreaterThan(BONUS_RELEASE_CENTS);
    expect(holdings).toMatchObject([{ ouncesE4: BONUS_OUNCES_E4, heldOuncesE4: BONUS_OUNCES_E4 }]);
    const last = await calls.post('/api/quotes', { side: 'sell', metal: 'silver', max: true });
    expect(last.status).toBe(422);
    expect(cashCents).toBeLessThan(10_000);
    await expectBooksToBalance(env.DB);
  });
});

describe('to the millisecond, by the clock of each request:', () => {
  const NOW = Date.UTC(2026, 10, 2);
  const life = async (moves: readonly (readonly [at: number, cents: number])[]) => {
    await fund(env.DB, ana, 500_000, NOW);
    await claimBonus(env.DB, { ...operationOf(), now: NOW });
    for (const [at, cents] of moves) {
      const side = cents > 0 ? 'buy' : 'sell';
      const posted = await postTrade(env.DB, {
        ...operationOf(),
        side,
        metal: 'gold',
        ouncesE4: Math.abs(cents),
        priceCents: 10_000,
        subtotalCents: Math.abs(cents),
        feeCents: 0,
        totalCents: Math.abs(cents),
        quoteId: crypto.randomUUID(),
        quoteBasis: '{}',
        atMost: null,
        registerMaxCents: null,
        alongside: [],
        now: NOW + at,
      });
      expect(posted.ok).toBe(true);
    }
  };
  const operationOf = () => ({
    operationId: crypto.randomUUID(),
    transactionId: crypto.randomUUID(),
    accountId: ana.userId,
    idempotencyKey: crypto.randomUUID(),
    requestHash: 'test',
    marks: NO_MARKS,
  });
  const heldAt = async (at: number) => {
    const facts = await readStoredPortfolio(env.DB, ana.userId, NOW + at);
    const position = await readPosition(env.DB, ana.userId, 'silver', NOW + at);
    const held = facts?.holdings.find(({ metal }) => metal === 'silver')?.heldOuncesE4;
    expect(position?.heldOuncesE4).toBe(held);
    return held;
  };

  test.each(BONUS_EXAMPLES)('$name', async ({ moves, freeFrom }) => {
    await life(moves);
    expect(await heldAt(BONUS_EXAMPLES_END)).toBe(freeFrom === null ? BONUS_OUNCES_E4 : 0);
    // What is stored speaks of the moments after the last move.
    const from = freeFrom !== null && freeFrom > (moves.at(-1)?.[0] ?? 0) ? freeFrom : null;
    expect([await heldAt((from ?? 1) - 1), await heldAt(from ?? 0)].map((held) => held === 0)).toEqual(
      from === null ? [freeFrom !== null, freeFrom !== null] : [false, true],
    );
    await expectBooksToBalance(env.DB);
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
