// Sent exactly once: `sending` is written first, the gateway is called once, and after that it is only asked.

import { expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { nextAskedAt, UNHEARD_AFTER_MS } from '../../../worker/domain/withdrawals.ts';
import {
  approveAll,
  ask,
  type Books,
  cashOf,
  findingsOf,
  payoutOf,
  RATE,
  send,
  START,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const CASH = 500_000;
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

async function sentBy(mood: Books['bank']['mood']) {
  const books = await withdrawalBooks(CASH);
  books.bank.mood = mood;
  const made = await ask(books, 50_000);
  if (!made.ok) throw new Error(made.error);
  await send(books);
  return { books, id: made.value.id };
}

test('an answer that is lost is asked for, and never a second payment', async () => {
  const noted = quiet();
  const { books, id } = await sentBy('mute');
  expect(await payoutOf(books, id)).toMatchObject({ state: 'sending', reference: null });
  books.bank.decide(id, 'paid');
  // Not before the first question is due.
  await send(books);
  expect(await payoutOf(books, id)).toMatchObject({ state: 'sending' });
  books.now += MINUTE_MS;
  expect(await send(books)).toMatchObject({ asked: 1 });
  expect(await payoutOf(books, id)).toMatchObject({ state: 'paid', reference: `bank-${id}` });
  expect(books.bank.creates).toHaveLength(1);
  expect(await findingsOf(books)).toEqual([]);
  noted.mockRestore();
});

test('a call that never got there goes back once no call can be under way, and no moment sooner', async () => {
  const noted = quiet();
  const { books, id } = await sentBy('lost');
  for (books.now = START; books.now < START + UNHEARD_AFTER_MS; books.now += MINUTE_MS) {
    await send(books);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'sending' });
  }
  books.now = START + HOUR_MS;
  await send(books);
  expect(await payoutOf(books, id)).toMatchObject({ state: 'returned' });
  expect(await cashOf(books)).toBe(CASH);
  expect(books.bank.creates).toHaveLength(1);
  expect(await findingsOf(books)).toEqual([]);
  noted.mockRestore();
});

test('what the bank took and then has never heard of stays with the bank: nobody gives it back twice', async () => {
  const noted = quiet();
  const { books, id } = await sentBy('pending');
  books.bank.taken.clear();
  for (let hour = 1; hour < 50; hour += 1) {
    books.now = START + hour * HOUR_MS;
    await send(books);
  }
  expect(await payoutOf(books, id)).toMatchObject({ state: 'sending' });
  expect(noted.mock.calls.flat().join()).toContain('payout-forgotten');
  expect(await cashOf(books)).toBe(CASH - 50_000);
  noted.mockRestore();
});

test('a bank that cannot be reached is asked again, less and less often', async () => {
  const noted = quiet();
  const { books, id } = await sentBy('mute');
  books.bank.isDown = true;
  const asked = vi.spyOn(books.bank, 'findPayout');
  for (let minute = 1; minute <= 240; minute += 1) {
    books.now = START + minute * MINUTE_MS;
    await send(books);
  }
  // After 1, 2, 4, 8, 16, 32 and 64 minutes, then each hour.
  expect(asked).toHaveBeenCalledTimes(9);
  books.bank.isDown = false;
  books.bank.decide(id, 'returned');
  books.now += HOUR_MS;
  await send(books);
  expect(await payoutOf(books, id)).toMatchObject({ state: 'returned' });
  expect(await cashOf(books)).toBe(CASH);
  noted.mockRestore();
});

test('the next question comes after as long again, between a minute and an hour', () => {
  const next = (age: number) => nextAskedAt(START, START + age) - (START + age);
  expect([0, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 30 * HOUR_MS].map(next)).toEqual([
    MINUTE_MS,
    MINUTE_MS,
    5 * MINUTE_MS,
    HOUR_MS,
    HOUR_MS,
  ]);
});

test('of many runs at once one sends each', async () => {
  const books = await withdrawalBooks(CASH);
  const made = [];
  for (let n = 0; n < 8; n += 1) made.push(await ask(books, 10_000 + n));
  // The third of a day waits for operators; here it is about the runs.
  approveAll(books);
  await Promise.all(Array.from({ length: 6 }, () => send(books)));
  expect(books.bank.creates.map(({ key }) => key).toSorted()).toEqual(
    made.map((one) => (one.ok ? one.value.id : one.error)).toSorted(),
  );
  expect(await findingsOf(books)).toEqual([]);
});

test('however many wait for a rate, nobody else waits for them', async () => {
  const books = await withdrawalBooks(2_000_000);
  books.rate = null;
  const many = async (count: number, to: string) => {
    for (let n = 0; n < count; n += 1) {
      books.now += HOUR_MS;
      expect((await ask(books, 3_000, to)).ok).toBe(true);
    }
    approveAll(books);
  };
  await many(22, 'pix');
  await many(1, 'wire');
  books.now += MINUTE_MS;
  expect(await send(books)).toMatchObject({ sent: 0, waiting: 20 });
  books.now += MINUTE_MS;
  expect(await send(books)).toMatchObject({ sent: 1, waiting: 19 });
  books.rate = RATE;
  for (const sent of [20, 2]) {
    books.now += MINUTE_MS;
    expect(await send(books)).toMatchObject({ sent });
  }
  expect(await findingsOf(books)).toEqual([]);
});

test('a run takes a bounded number, the oldest first, and the rest waits for the next', async () => {
  const books = await withdrawalBooks(2_000_000);
  for (let n = 0; n < 30; n += 1) {
    books.now += HOUR_MS;
    expect((await ask(books, 3_000)).ok).toBe(true);
    approveAll(books);
  }
  expect(await send(books)).toMatchObject({ sent: 20 });
  expect(await send(books)).toMatchObject({ sent: 10 });
});
