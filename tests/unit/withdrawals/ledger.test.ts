// What a withdrawal moves: taken aside at once, paid out or given back once, and once more where the bank sends back what was paid.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { reserveDeposit } from '../../../worker/ledger/deposits.ts';
import { payOutStatements } from '../../../worker/ledger/payouts.ts';
import { cancelStatements } from '../../../worker/ledger/withdrawals.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { bookedBatch } from '../../../worker/telemetry/booked.ts';
import { applyPayout } from '../../../worker/services/settle-withdrawal.ts';
import { cancelWithdrawal } from '../../../worker/services/withdrawals.ts';
import { resolveContradictions } from '../../support/contradictions.ts';
import {
  ask,
  type Books,
  cashOf,
  depsOf,
  findingsOf,
  houseOf,
  payoutOf,
  RATE,
  RATE_E4,
  send,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const CASH = 500_000;

async function asked(books: Books, cents: number, method: 'wire' | 'pix' | 'ted' = 'wire') {
  const made = await ask(books, cents, method);
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

const say = async (books: Books, id: string, outcome: 'paid' | 'returned', over: object = {}) => {
  const payout = await payoutOf(books, id);
  const sentCents = payout.method === 'wire' ? payout.amountCents - payout.feeCents : (payout.brlCents ?? -1);
  return applyPayout(depsOf(books), payout, { reference: `bank-${id}`, outcome, sentCents, ...over });
};

describe('what is asked for is taken aside at once', () => {
  test('and leaves by wire in dollars, less its fee, which is the house’s', async () => {
    const books = await withdrawalBooks(CASH);
    const { id, state } = await asked(books, 100_000);
    expect(state).toBe('ready');
    expect(await cashOf(books)).toBe(400_000);
    expect(await houseOf(books)).toEqual({ 'cash-clearing usd': -CASH, 'payouts usd': 100_000 });
    expect(await send(books)).toMatchObject({ sent: 1, waiting: 0 });
    expect(await payoutOf(books, id)).toMatchObject({ state: 'paid', reference: `bank-${id}` });
    expect(books.bank.creates).toMatchObject([
      { key: id, cents: 97_500, currency: 'usd', amountCents: 100_000 },
    ]);
    expect(await houseOf(books)).toEqual({ 'cash-clearing usd': -CASH + 97_500, 'fee-income usd': 2_500 });
    expect(await findingsOf(books)).toEqual([]);
  });

  test('and is shown as what arrives, its fee, and what leaves the account', async () => {
    const books = await withdrawalBooks(CASH);
    const { id } = await asked(books, 100_000);
    const shown = books.db
      .prepare('SELECT subtotal_cents, fee_cents, total_cents, status FROM transactions WHERE id = ?')
      .bind(id);
    expect(await shown.first()).toEqual({
      subtotal_cents: 97_500,
      fee_cents: 2_500,
      total_cents: 100_000,
      status: 'pending',
    });
  });

  test('and in reais never without the rate at which it was sent', async () => {
    const books = await withdrawalBooks(CASH);
    const payout = await asked(books, 100_000, 'pix');
    const said = { initiator: 'gateway', reference: 'r', requestHash: 'h', now: books.now } as const;
    expect(() => payOutStatements(books.db, payout, said)).toThrow('without its rate');
  });

  test('and each step is a line of the log with its operation', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined);
    onTestFinished(() => log.mockRestore());
    const said = () =>
      log.mock.calls.splice(0).flatMap(([line]) => {
        const { event, operations } = JSON.parse(String(line)) as { event: string; operations: object[] };
        return event === 'operations-booked' ? operations : [];
      });
    const books = await withdrawalBooks(CASH);
    const [paid, cancelled] = [await asked(books, 100_000), await asked(books, 50_000)];
    said();
    await cancelWithdrawal(depsOf(books), 'ana', cancelled.id);
    expect(said()).toMatchObject([{ operation: `end-${cancelled.id}`, kind: 'payout' }]);
    await send(books);
    expect(said()).toMatchObject([{ operation: `end-${paid.id}`, kind: 'payout' }]);
    await say(books, paid.id, 'returned');
    expect(said()).toMatchObject([{ operation: `return-${paid.id}`, kind: 'payout' }]);
    await asked(books, 50_000);
    said();
    const how = { initiator: 'house', failure: 'freeze', now: books.now } as const;
    await bookedBatch(books.db, cancelStatements(books.db, 'ana', how));
    expect(said()).toMatchObject([{ operation: 'ends of ana', kind: 'payout' }]);
  });

  test.each(['pix', 'ted'] as const)(
    'and leaves by %s in reais, at the rate of the moment',
    async (method) => {
      const books = await withdrawalBooks(CASH);
      const { id } = await asked(books, 100_001, method);
      await send(books);
      const brl = Math.floor((100_001 * RATE_E4) / 10_000);
      expect(await payoutOf(books, id)).toMatchObject({ state: 'paid', brlCents: brl, rateE4: RATE_E4 });
      expect(books.bank.creates).toMatchObject([{ cents: brl, currency: 'brl' }]);
      expect(await houseOf(books)).toEqual({
        'cash-clearing usd': -CASH,
        'fx usd': 100_001,
        'fx brl': -brl,
        'pix brl': brl,
      });
      expect(await findingsOf(books)).toEqual([]);
    },
  );

  test('and comes back whole, fee included, where the bank refuses it', async () => {
    const books = await withdrawalBooks(CASH);
    books.bank.mood = 'returned';
    const { id } = await asked(books, 100_000);
    await send(books);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'returned' });
    expect(await cashOf(books)).toBe(CASH);
    expect(await houseOf(books)).toEqual({ 'cash-clearing usd': -CASH });
    const letters = await books.db.prepare(`SELECT id FROM mail_outbox ORDER BY id`).all<{ id: string }>();
    expect(letters.results.map((letter) => letter.id)).toEqual([
      `withdrawal-requested:${id}`,
      `withdrawal-returned:${id}`,
    ]);
    expect(await findingsOf(books)).toEqual([]);
  });
});

describe('what the gateway says', () => {
  test('twice is applied once; a contradiction is kept for operators and the first stands', async () => {
    const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const books = await withdrawalBooks(CASH);
    books.bank.mood = 'pending';
    const [first, second] = [await asked(books, 50_000), await asked(books, 60_000)];
    await send(books);
    expect(await payoutOf(books, first.id)).toMatchObject({
      state: 'sending',
      reference: `bank-${first.id}`,
    });
    expect(await say(books, first.id, 'paid')).toEqual({
      ok: true,
      value: { received: true, applied: true },
    });
    expect(await say(books, first.id, 'paid')).toEqual({
      ok: true,
      value: { received: true, applied: false },
    });
    expect(await say(books, second.id, 'returned')).toMatchObject({ value: { applied: true } });
    expect(noted).not.toHaveBeenCalled();
    expect(await say(books, second.id, 'paid')).toMatchObject({ value: { applied: false } });
    expect(noted.mock.calls.flat().join()).toContain('payout-contradiction');
    expect(await payoutOf(books, second.id)).toMatchObject({ state: 'returned' });
    expect(await cashOf(books)).toBe(CASH - 50_000);
    // Said again, it is the same; it stays a finding until somebody has said what was done.
    expect(await say(books, second.id, 'paid')).toMatchObject({ value: { applied: false } });
    expect(await findingsOf(books)).toEqual([
      expect.stringContaining(`payout-contradictions-are-resolved: ${second.id} outcome: it was returned`),
    ]);
    expect(await resolveContradictions(books.db)).toEqual(['outcome']);
    expect(await findingsOf(books)).toEqual([]);
    noted.mockRestore();
  });

  test.each([
    ['wire', 97_500],
    ['pix', 100_000],
  ] as const)(
    'a %s that comes back after it was paid is a movement of its own, once',
    async (method, back) => {
      const books = await withdrawalBooks(CASH);
      const { id } = await asked(books, 100_000, method);
      await send(books);
      books.now += 3 * HOUR_MS;
      for (const applied of [true, false])
        expect(await say(books, id, 'returned')).toMatchObject({ value: { applied } });
      expect(await payoutOf(books, id)).toMatchObject({ state: 'paid', returnId: `return-${id}` });
      expect(await cashOf(books)).toBe(CASH - 100_000 + back);
      const transactions = await books.db
        .prepare(
          `SELECT type, total_cents AS cents, status, notes FROM transactions WHERE type LIKE 'withdrawal%' ORDER BY type`,
        )
        .all();
      expect(transactions.results).toEqual([
        { type: 'withdrawal', cents: 100_000, status: 'completed', notes: null },
        { type: 'withdrawal-return', cents: back, status: 'completed', notes: id },
      ]);
      expect(await findingsOf(books)).toEqual([]);
    },
  );

  test.each([
    ['amount', { sentCents: 1 }],
    ['reference', { reference: 'bank-other' }],
  ])('of another %s is refused, kept, and moves nothing', async (kind, over) => {
    const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const books = await withdrawalBooks(CASH);
    books.bank.mood = 'pending';
    const { id } = await asked(books, 50_000);
    await send(books);
    expect(await say(books, id, 'paid', over)).toMatchObject({ error: { code: 'ValidationFailed' } });
    expect(await payoutOf(books, id)).toMatchObject({ state: 'sending' });
    expect(await resolveContradictions(books.db)).toEqual([kind]);
    expect(await findingsOf(books)).toEqual([]);
    noted.mockRestore();
  });

  test('of one that was never sent is refused', async () => {
    const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const books = await withdrawalBooks(CASH);
    const { id } = await asked(books, 50_000);
    expect(await say(books, id, 'paid', { sentCents: 47_500 })).toMatchObject({
      error: { code: 'ValidationFailed' },
    });
    expect(await payoutOf(books, id)).toMatchObject({ state: 'ready' });
    noted.mockRestore();
  });

  test('with the reference of another withdrawal is refused', async () => {
    const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const books = await withdrawalBooks(CASH);
    books.bank.mood = 'lost';
    const [first, second] = [await asked(books, 50_000), await asked(books, 60_000)];
    await send(books);
    expect(await say(books, first.id, 'paid', { reference: 'same' })).toMatchObject({
      value: { applied: true },
    });
    expect(await say(books, second.id, 'paid', { reference: 'same' })).toMatchObject({
      error: { code: 'ValidationFailed' },
    });
    expect(await payoutOf(books, second.id)).toMatchObject({ state: 'sending' });
    expect(await resolveContradictions(books.db)).toEqual(['taken']);
    expect(await findingsOf(books)).toEqual([]);
    noted.mockRestore();
  });
});

describe('before it is sent', () => {
  test('no key that a customer has used keeps it from being taken back or paid', async () => {
    const books = await withdrawalBooks(CASH);
    const ids = [];
    for (const cents of [50_000, 60_000]) ids.push((await asked(books, cents)).id);
    const [cancelled = '', paid = ''] = ids;
    for (const id of ids) {
      await reserveDeposit(books.db, {
        operationId: `mine-${id}`,
        depositId: `mine-${id}`,
        accountId: 'ana',
        idempotencyKey: `withdrawal-end:${id}`,
        requestHash: 'h',
        amountCents: 10_000,
        feeCents: 0,
        method: 'wire',
        gateway: 'sandbox',
        now: books.now,
        alongside: [],
      });
    }
    expect(await cancelWithdrawal(depsOf(books), 'ana', cancelled)).toMatchObject({
      value: { state: 'cancelled' },
    });
    await send(books);
    expect(await payoutOf(books, paid)).toMatchObject({ state: 'paid' });
    expect(await cashOf(books)).toBe(CASH - 60_000);
    expect(await findingsOf(books)).toEqual([]);
  });

  test('the customer takes it back, once, and from then on nobody sends it', async () => {
    const books = await withdrawalBooks(CASH);
    const { id } = await asked(books, 50_000);
    for (let times = 0; times < 2; times += 1) {
      expect(await cancelWithdrawal(depsOf(books), 'ana', id)).toMatchObject({
        value: { state: 'cancelled', canCancel: false },
      });
    }
    await send(books);
    expect(books.bank.creates).toEqual([]);
    expect(await cashOf(books)).toBe(CASH);
    expect(await findingsOf(books)).toEqual([]);
  });

  test('nobody else takes it back, and nobody what is with the bank', async () => {
    const books = await withdrawalBooks(CASH);
    books.bank.mood = 'pending';
    const { id } = await asked(books, 50_000);
    expect(await cancelWithdrawal(depsOf(books), 'op-1', id)).toMatchObject({ error: { code: 'NotFound' } });
    await send(books);
    expect(await cancelWithdrawal(depsOf(books), 'ana', id)).toMatchObject({
      error: { code: 'WithdrawalNotCancellable' },
    });
    expect(await cashOf(books)).toBe(CASH - 50_000);
  });

  test('a freeze takes along all that were not sent, and nothing of anybody else’s', async () => {
    const books = await withdrawalBooks(CASH);
    books.bank.mood = 'pending';
    const sent = await asked(books, 50_000);
    await send(books);
    const open = [await asked(books, 60_000), await asked(books, 70_000)];
    const how = { initiator: 'house', failure: 'freeze', now: books.now } as const;
    await books.db.batch(cancelStatements(books.db, 'ana', how));
    // Of nobody it is no failure.
    await books.db.batch(cancelStatements(books.db, 'ana', how));
    await books.db.batch(cancelStatements(books.db, 'op-1', how));
    expect(await cashOf(books)).toBe(CASH - 50_000);
    for (const { id } of open) expect(await payoutOf(books, id)).toMatchObject({ state: 'cancelled' });
    expect(await payoutOf(books, sent.id)).toMatchObject({ state: 'sending' });
    expect(await findingsOf(books)).toEqual([]);
  });

  test('in reais it waits for a rate at which somebody exchanges', async () => {
    const books = await withdrawalBooks(CASH);
    const { id } = await asked(books, 50_000, 'pix');
    books.rate = null;
    expect(await send(books)).toMatchObject({ sent: 0, waiting: 1 });
    expect(await payoutOf(books, id)).toMatchObject({ state: 'ready' });
    books.rate = { ...RATE, rateE4: 51_111 };
    expect(await send(books)).toMatchObject({ sent: 1 });
    expect(await payoutOf(books, id)).toMatchObject({ state: 'paid', rateE4: 51_111 });
  });

  test('who is frozen or suspended is paid nothing', async () => {
    const books = await withdrawalBooks(CASH);
    const { id } = await asked(books, 50_000);
    books.node.exec(`UPDATE users SET status = 'suspended' WHERE id = 'ana'`);
    await send(books);
    books.node.exec(`UPDATE users SET status = 'active' WHERE id = 'ana';
      INSERT INTO freezes (user_id, frozen_at) VALUES ('ana', ${books.now})`);
    await send(books);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'ready' });
    books.now += DAY_MS;
    books.node.exec(`UPDATE freezes SET ends_at = ${books.now}`);
    await send(books);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'paid' });
  });
});
