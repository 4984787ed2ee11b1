// What a level may deposit in 30 days, to the cent and the millisecond, under races; and the bonus, which asks for level 1 (P59, P61).

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../worker/contract/problem-document.ts';
import { readDepositLevel } from '../../../worker/db/deposit-limits.ts';
import { CLOSING_WAIT_MS } from '../../../worker/domain/closing.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { makeDeposit } from '../../../worker/services/make-deposit.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { ageDeposits, expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, SetPrices, workerWith } from '../../support/money-calls.ts';
import { askToClose, closeDue } from '../accounts/my-data-world.ts';
import { stepUpNow } from '../factors/enrol.ts';
import { identityOf, person } from './identity-calls.ts';

const ratedAt = (usdBrlE4: number | null) => new SetPrices({ gold: 400_000, silver: 5_000 }, usdBrlE4);
const at = (usdBrlE4: number | null) => workerWith(ratedAt(usdBrlE4));
const deposit = (customer: Customer, amountCents: number, usdBrlE4: number | null = 50_000) =>
  callsOf(customer, at(usdBrlE4)).deposit({ amountCents, method: 'bank_transfer' });

describe('a deposit', () => {
  test.each([
    ['level 0', 0, 50_000, 100_000],
    ['level 1, where R$ 10,000 are less than its limit', 1, 50_000, 199_999],
    ['level 1, where R$ 10,000 are more than its limit', 1, 9_000, 1_000_000],
    ['level 1 without any rate', 1, null, 100_000],
  ] as const)('of %s fits to the cent', async (_what, level, rate, max) => {
    const ana = await createCustomer(env, { level });
    expect((await deposit(ana, max - 10_000, rate)).status).toBe(201);
    const refused = await deposit(ana, 10_001, rate);
    expect(refused.status).toBe(403);
    expect(await refused.json<Problem>()).toMatchObject({
      code: 'LevelNeeded',
      level,
      neededLevel: rate === 9_000 ? 2 : level === 0 && rate !== null ? 1 : 2,
      limitCents: max,
      usedCents: max - 10_000,
    });
    expect((await deposit(ana, 10_000, rate)).status).toBe(201);
    await expectBooksToBalance(env.DB);
  });

  test('of level 2 may reach 250,000.00, and then asks for level 3', async () => {
    const ana = await createCustomer(env, { level: 2 });
    for (const amount of [10_000_000, 10_000_000, 4_990_000])
      expect((await deposit(ana, amount)).status).toBe(201);
    const refused = await deposit(ana, 10_001);
    expect(await refused.json<Problem>()).toMatchObject({ code: 'LevelNeeded', level: 2, neededLevel: 3 });
    expect((await deposit(ana, 10_000)).status).toBe(201);
  });

  test('of 30 days ago counts to the millisecond', async () => {
    const ana = await createCustomer(env, { level: 0 });
    expect((await deposit(ana, 100_000)).status).toBe(201);
    const creditedAt =
      (await env.DB.prepare('SELECT settled_at AS at FROM deposits WHERE account_id = ?')
        .bind(ana.userId)
        .first<number>('at')) ?? 0;
    // Asked for long before: a transfer that took its time counts from when it came.
    await env.DB.prepare('UPDATE deposits SET created_at = created_at - ?2 WHERE account_id = ?1')
      .bind(ana.userId, 9 * DAY_MS)
      .run();
    const who = { accountId: ana.userId, registerMaxCents: 1_000_000 };
    const used = async (now: number) => (await readDepositLevel(env.DB, who, now)).usedCents;
    expect(await used(creditedAt + 30 * DAY_MS - 1)).toBe(100_000);
    expect(await used(creditedAt + 30 * DAY_MS)).toBe(0);
    const atMoment = (now: number) =>
      makeDeposit(
        {
          db: env.DB,
          env,
          hub: ratedAt(50_000),
          now: () => now,
          newId: () => crypto.randomUUID(),
          defer: () => undefined,
        },
        {
          accountId: ana.userId,
          email: ana.email,
          userAgent: 'tests',
          idempotencyKey: crypto.randomUUID(),
          method: 'POST',
          path: '/api/deposits',
          body: '{}',
        },
        { amountCents: 10_000, method: 'wire' },
      );
    expect(await atMoment(creditedAt + 30 * DAY_MS - 1)).toMatchObject({
      ok: false,
      error: { code: 'LevelNeeded' },
    });
    expect(await atMoment(creditedAt + 30 * DAY_MS)).toMatchObject({ ok: true });
  });

  test('that failed does not count, and one that waits does', async () => {
    const ana = await createCustomer(env, { level: 0 });
    expect((await deposit(ana, 50_066)).status).toBe(201);
    expect((await deposit(ana, 60_013)).status).toBe(201);
    expect(await outcome(await deposit(ana, 39_988))).toBe('LevelNeeded');
    expect((await deposit(ana, 39_987)).status).toBe(201);
    // What was credited is out of the window; what waits may come on any day, and counts until it does or fails.
    await ageDeposits(env.DB, ana, 30 * DAY_MS);
    expect(await outcome(await deposit(ana, 39_988))).toBe('LevelNeeded');
    expect((await deposit(ana, 39_987)).status).toBe(201);
  });

  test('is one of many at once: together they never pass the limit', async () => {
    const ana = await createCustomer(env, { level: 0 });
    const counted = await outcomes(Array.from({ length: 9 }, () => deposit(ana, 30_000)));
    expect(counted).toEqual({ 201: 3, LevelNeeded: 6 });
    await expectBooksToBalance(env.DB);
  });

  test('of an unconfirmed address is refused for that first', async () => {
    const ana = await createCustomer(env, { level: 0, unconfirmed: true });
    expect(await outcome(await deposit(ana, 100_001))).toBe('DepositNeedsEmail');
  });
});

describe('the bonus', () => {
  const claim = (customer: Customer) =>
    callsOf(customer, at(50_000)).post('/api/bonus/claim', {}, crypto.randomUUID());

  test('asks for level 1, and says so', async () => {
    const ana = await createCustomer(env, { level: 0 });
    const refused = await claim(ana);
    expect(refused.status).toBe(403);
    expect(await refused.json<Problem>()).toMatchObject({ code: 'LevelNeeded', neededLevel: 1, level: 0 });
    await identityOf(ana).give(person());
    expect((await claim(ana)).status).toBe(201);
    expect(await outcome(await claim(ana))).toBe('BonusAlreadyClaimed');
    await expectBooksToBalance(env.DB);
  });

  test('is not had again by who closes the account and opens another', async () => {
    const number = person('09');
    const [first, second] = [
      await createCustomer(env, { level: 0 }),
      await createCustomer(env, { level: 0 }),
    ];
    expect((await identityOf(first).give(number)).status).toBe(200);
    expect((await claim(first)).status).toBe(201);
    await stepUpNow(first);
    expect((await askToClose(first)).status).toBe(202);
    expect(await closeDue(Date.now() + CLOSING_WAIT_MS)).toMatchObject({ closed: 1 });
    expect((await identityOf(second).give(number)).status).toBe(200);
    expect(await outcome(await claim(second))).toBe('BonusAlreadyClaimed');
    await expectBooksToBalance(env.DB);
  });

  test('is one for each person: of many accounts with one CPF one gets it', async () => {
    const given = person();
    const customers = await Promise.all(Array.from({ length: 10 }, () => createCustomer(env, { level: 0 })));
    const counted = await outcomes(
      customers.map(async (one) => {
        await identityOf(one).give(given);
        return claim(one);
      }),
    );
    expect(counted).toEqual({ 201: 1, LevelNeeded: 9 });
  });
});
