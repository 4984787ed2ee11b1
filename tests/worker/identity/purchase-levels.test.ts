// What a customer below level 2 may buy in 30 days: less than R$ 10,000, however the money came to be there (P61).

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../worker/contract/problem-document.ts';
import type { Quote } from '../../../worker/contract/trades.ts';
import { costOf } from '../../../worker/domain/fees.ts';
import { registerMaxCents } from '../../../worker/domain/level-limits.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { createCustomer, identityRows, type Customer } from '../../support/customers.ts';
import { runs } from '../../support/deep.ts';
import { expectBooksToBalance, fund, passDays, quoteFor } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, SetPrices, workerWith } from '../../support/money-calls.ts';

/** 2,000.00 of these are R$ 10,000. */
const RATE = 50_000;
const MAX = registerMaxCents(RATE);

const hubAt = (usdBrlE4: number | null) => new SetPrices({ gold: 400_000, silver: 5_000 }, usdBrlE4);
const callsAt = (customer: Customer, usdBrlE4: number | null = RATE) =>
  callsOf(customer, workerWith(hubAt(usdBrlE4)));
const ask = (customer: Customer, order: object, usdBrlE4: number | null = RATE) =>
  callsAt(customer, usdBrlE4).post('/api/quotes', { metal: 'silver', ...order });
const trade = async (customer: Customer, order: object, usdBrlE4: number | null = RATE) => {
  const quoted = await ask(customer, order, usdBrlE4);
  if (!quoted.ok) return quoted;
  return callsAt(customer, usdBrlE4).trade((await quoted.json<Quote>()).quote);
};
/** In ten-thousandths of an ounce of silver at 50.00, a fee of its own beside. */
const ounces = (side: 'buy' | 'sell', ouncesE4: number) => ({ side, ouncesE4 });

async function funded(level: 0 | 1 | 2, cents = 1_000_000): Promise<Customer> {
  const customer = await createCustomer(env, { level, steppedUp: true });
  await fund(env.DB, customer, cents);
  return customer;
}

const boughtBy = async ({ userId }: Customer, since = 0): Promise<number> =>
  (await env.DB.prepare(
    `SELECT coalesce(sum(total_cents), 0) AS n FROM transactions WHERE account_id = ? AND type = 'buy' AND created_at > ?`,
  )
    .bind(userId, since)
    .first<number>('n')) ?? 0;

describe('a purchase', () => {
  test.each([
    ['level 0', 0, RATE, MAX],
    ['level 1', 1, RATE, MAX],
    ['level 1 without any rate', 1, null, 100_000],
  ] as const)('of %s stays below R$ 10,000, to the cent', async (_what, level, rate, max) => {
    const ana = await funded(level);
    expect((await trade(ana, { side: 'buy', totalCents: max - 5_000 }, rate)).status).toBe(201);
    const usedCents = await boughtBy(ana);
    // A quote for a weight names the total that decides.
    const refused = await ask(ana, ounces('buy', 20_000), rate);
    expect(refused.status).toBe(403);
    expect(await refused.json<Problem>()).toMatchObject({
      code: 'LevelNeeded',
      of: 'purchases',
      level,
      neededLevel: 2,
      limitCents: max,
      usedCents,
    });
    const rest = { side: 'buy', metal: 'silver', ouncesE4: 1, priceCents: 1 } as const;
    const costing = (totalCents: number) =>
      quoteFor(env, ana, rest, {
        totalCents,
        subtotalCents: totalCents,
        feeCents: 0,
        registerMaxCents: registerMaxCents(rate),
      });
    expect(await outcome(await callsAt(ana).trade(await costing(max - usedCents + 1)))).toBe('LevelNeeded');
    expect((await callsAt(ana).trade(await costing(max - usedCents))).status).toBe(201);
    expect(await boughtBy(ana)).toBe(max);
    await expectBooksToBalance(env.DB);
  });

  test('of level 2 is bounded by the means alone', async () => {
    const ana = await funded(2);
    expect((await trade(ana, { side: 'buy', totalCents: 900_000 })).status).toBe(201);
  });

  test('is refused although nothing was deposited: bought, sold and bought again is two purchases', async () => {
    const ana = await funded(1, 150_000);
    expect((await trade(ana, ounces('buy', 200_000))).status).toBe(201);
    expect((await trade(ana, { side: 'sell', max: true })).status).toBe(201);
    expect(await outcome(await trade(ana, ounces('buy', 200_000)))).toBe('LevelNeeded');
    // What is owned may always be sold, and who is registered buys on.
    await env.DB.batch([
      env.DB.prepare('DELETE FROM identity_steps WHERE user_id = ?').bind(ana.userId),
      env.DB.prepare('DELETE FROM identities WHERE user_id = ?').bind(ana.userId),
      ...(await identityRows(env, ana.userId, 2)),
    ]);
    expect((await trade(ana, ounces('buy', 200_000))).status).toBe(201);
    await expectBooksToBalance(env.DB);
  });

  test('of 30 days ago counts no more', async () => {
    const ana = await funded(1);
    expect((await trade(ana, { side: 'buy', totalCents: MAX })).status).toBe(201);
    await passDays(env.DB, ana, 29);
    expect(await outcome(await ask(ana, ounces('buy', 10_000)))).toBe('LevelNeeded');
    await passDays(env.DB, ana, 1);
    expect((await trade(ana, ounces('buy', 10_000))).status).toBe(201);
  });

  test('is one of many at once: quotes that were all given do not pass the sum together', async () => {
    const ana = await funded(1);
    const quotes = await Promise.all(
      Array.from(
        { length: 9 },
        async () => (await (await ask(ana, ounces('buy', 100_000))).json<Quote>()).quote,
      ),
    );
    const counted = await outcomes(quotes.map((quote) => callsAt(ana).trade(quote)));
    expect(counted).toEqual({ 201: 3, LevelNeeded: 6 });
    expect(await boughtBy(ana)).toBeLessThanOrEqual(MAX);
    await expectBooksToBalance(env.DB);
  });

  test('by a quote goes by the rate of the quote, also where the hub is silent or the rate is another by then', async () => {
    const ana = await funded(1);
    const { quote } = await (await ask(ana, { side: 'buy', totalCents: 150_000 })).json<Quote>();
    const silent = Object.assign(hubAt(null), { isDown: true });
    expect((await callsOf(ana, workerWith(silent)).trade(quote)).status).toBe(201);
  });

  test('of a level that is lowered between the quote and the batch is refused by the batch', async () => {
    const ana = await funded(2);
    const { quote } = await (await ask(ana, { side: 'buy', totalCents: 300_000 })).json<Quote>();
    await env.DB.prepare(
      `INSERT INTO identity_steps (id, user_id, step, by_kind, from_level, to_level, happened_at) VALUES (?, ?, 'lapsed', 'house', 2, 0, ?)`,
    )
      .bind(crypto.randomUUID(), ana.userId, Date.now())
      .run();
    expect(await outcome(await callsAt(ana).trade(quote))).toBe('LevelNeeded');
    expect(await boughtBy(ana)).toBe(0);
    await expectBooksToBalance(env.DB);
  });
});

test('whatever is bought and sold in whatever order, no 30 days below level 2 reach R$ 10,000', async () => {
  const step = fc.oneof(
    fc.record({ side: fc.constant('buy' as const), ouncesE4: fc.integer({ min: 6_000, max: 250_000 }) }),
    fc.record({ side: fc.constant('sell' as const), ouncesE4: fc.integer({ min: 6_000, max: 250_000 }) }),
    fc.record({ days: fc.integer({ min: 1, max: 16 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const ana = await funded(1, 180_000);
      for (const one of steps) {
        if ('days' in one) {
          await passDays(env.DB, ana, one.days);
          continue;
        }
        const { side, ouncesE4 } = one;
        const before = await boughtBy(ana, Date.now() - 30 * DAY_MS);
        const said = await outcome(await trade(ana, { side, ouncesE4 }));
        const wouldPass = side === 'buy' && before + costOf(side, ouncesE4, 5_000).totalCents > MAX;
        // Who has not the means hears that first.
        expect(said === 'LevelNeeded').toBe(wouldPass && said !== 'InsufficientFunds');
        expect([201, 'LevelNeeded', 'InsufficientFunds', 'InsufficientHoldings']).toContain(said);
        expect(await boughtBy(ana, Date.now() - 30 * DAY_MS)).toBeLessThanOrEqual(MAX);
      }
    }),
    { numRuns: runs(15, 150) },
  );
  await expectBooksToBalance(env.DB);
});
