// The treasury's figures: sums of the books that add up, or say by how much they do not.

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { arrivalDayOf, worthCents } from '../../../worker/domain/treasury.ts';
import { HOUSE } from '../../../worker/ledger/statements.ts';
import { treasuryReport } from '../../../worker/services/operators/treasury.ts';
import { waitedTed } from '../../support/waited-ted.ts';
import { addPendingDeposits } from '../../support/pending-deposits.ts';
import { addCustomer, asD1, deposit, emptyBooks, move } from '../../support/node-books.ts';
import { addWithdrawal } from '../../support/open-withdrawals.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const RATE = { usdBrlE4: 53_000, asOf: new Date(NOW).toISOString() };
let db: NodeD1;

const report = (fx: typeof RATE | null | 'gone' = RATE) =>
  treasuryReport({
    db: asD1(db),
    now: () => NOW,
    hub: {
      snapshot: async () => {
        if (fx === 'gone') throw new Error('the hub does not answer');
        return { fx };
      },
    } as never,
  });

beforeEach(async () => {
  db = emptyBooks();
  await addCustomer(asD1(db), 'ana', 1);
  await addCustomer(asD1(db), 'bia', 1);
});

test('of an empty house everything is zero', async () => {
  expect(await report()).toMatchObject({
    cash: [],
    house: [],
    payoutsCents: 0,
    arrivals: [],
    payouts: [],
    exchange: { usdCents: 0, brlCents: 0, worthCents: 0 },
    differences: ['usd', 'gold', 'silver', 'brl'].map((asset) => ({ asset, amount: 0 })),
  });
});

test('cash is said by gateway, what is owed by asset, and the columns add up to nothing', async () => {
  await deposit(asD1(db), { accountId: 'ana', amount: 50_000, at: NOW });
  await deposit(asD1(db), { accountId: 'bia', amount: 20_000, at: NOW });
  await move(asD1(db), { accountId: 'ana', asset: 'gold', amount: 10_000, at: NOW });
  await addWithdrawal(db, {
    id: 'w',
    accountId: 'bia',
    state: 'held',
    at: NOW,
    cents: 7_000,
    feeCents: 2_500,
  });
  const { cash, house, customers, payoutsCents, differences, payouts } = await report();
  // What the helper put there without a deposit belongs to no gateway.
  expect(cash).toEqual([
    { asset: 'usd', origin: 'payments', gateway: null, amount: 7_000 },
    { asset: 'usd', origin: 'payments', gateway: 'sandbox', amount: 70_000 },
  ]);
  expect(customers).toEqual([
    { asset: 'usd', amount: 70_000 },
    { asset: 'gold', amount: 10_000 },
  ]);
  expect(payoutsCents).toBe(7_000);
  expect(differences.every(({ amount }) => amount === 0)).toBe(true);
  const houseOf = (account: string) =>
    house.filter((sum) => sum.account === account).map(({ asset, amount }) => [asset, amount]);
  expect(houseOf('cash')).toEqual([['usd', -77_000]]);
  expect(houseOf('payouts')).toEqual([['usd', 7_000]]);
  // By gateway it is the account of the ledger, the other way round.
  expect(cash.reduce((sum, { amount }) => sum + amount, 0)).toBe(77_000);
  expect(payouts).toEqual([{ day: '2026-11-26', method: 'wire', count: 1, cents: 4_500 }]);
});

test('a TED that waited for its rate is at the bank once, and under its gateway', async () => {
  await waitedTed(asD1(db), { accountId: 'ana', at: NOW, brlCents: 53_000, usdCents: 10_000 });
  expect((await report()).cash).toEqual([
    { asset: 'brl', origin: 'payments', gateway: 'sandbox', amount: 53_000 },
  ]);
});

test('what trades move on the account of cash is at no bank', async () => {
  const id = await move(asD1(db), { accountId: 'ana', asset: 'usd', amount: 5_000, at: NOW });
  db.exec(`UPDATE operations SET kind = 'trade', quote_id = 'q' WHERE id = '${id}'`);
  expect((await report()).cash).toEqual([{ asset: 'usd', origin: 'trades', gateway: null, amount: 5_000 }]);
});

test('a balance that the books do not have is a difference', async () => {
  await deposit(asD1(db), { accountId: 'ana', amount: 50_000, at: NOW });
  db.exec("UPDATE accounts SET cash_cents = cash_cents + 1 WHERE id = 'ana'");
  expect((await report()).differences).toContainEqual({ asset: 'usd', amount: 1 });
});

describe('the exchange position', () => {
  test('is worth what closing it now would bring or cost', async () => {
    // 100.00 dollars given for 530.00 reais, of which the rate now makes 100.00 again.
    await move(asD1(db), { accountId: 'ana', asset: 'usd', amount: 10_000, at: NOW, house: HOUSE.fx });
    expect((await report()).exchange).toMatchObject({
      usdCents: -10_000,
      brlCents: 0,
      worthCents: -10_000,
      rate: { usdBrlE4: 53_000 },
    });
  });

  test.each([null, 'gone'] as const)(
    'is worth nothing that anybody knows without a rate (%s)',
    async (fx) => {
      expect((await report(fx)).exchange).toMatchObject({ rate: null, worthCents: null });
    },
  );

  test.each([
    [{ usdCents: -10_000, brlCents: 53_000 }, 53_000, 0],
    [{ usdCents: -10_000, brlCents: 53_000 }, 50_000, 600],
    [{ usdCents: 10_000, brlCents: -53_000 }, 50_000, -600],
    [{ usdCents: 0, brlCents: 1 }, 53_000, 0],
    [{ usdCents: 0, brlCents: 3 }, 53_000, 1],
  ])('%j at %i is %i', (position, rate, cents) => {
    expect(worthCents(position, rate)).toBe(cents);
  });

  test('of the other side is the same with the other sign', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 200_000 }), (usdCents, brlCents, rate) => {
        const one = worthCents({ usdCents, brlCents }, rate);
        expect(worthCents({ usdCents: 0 - usdCents, brlCents: 0 - brlCents }, rate)).toBe(0 - one + 0);
      }),
    );
  });
});

test('what was announced arrives by the business day of its method', async () => {
  // A Friday evening in Brasília.
  const at = Date.parse('2026-11-27T22:00:00Z');
  await addPendingDeposits(
    asD1(db),
    [
      { userId: 'ana', cents: 20_000 },
      { userId: 'bia', cents: 30_000 },
    ],
    at,
  );
  expect((await report()).arrivals).toEqual([{ day: '2026-11-27', method: 'wire', count: 2, cents: 50_000 }]);
  expect(arrivalDayOf('bank_transfer', at)).toBe('2026-12-01');
  expect(arrivalDayOf('ted', at)).toBe('2026-11-30');
  expect(arrivalDayOf('pix', at)).toBe('2026-11-27');
});
