// Sent exactly once: `sending` is written first, the gateway is called once, and after that it is only asked.

import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import {
  ASKED_AFTER_PAID_MS,
  nextAskedAfterPaid,
  nextAskedAt,
  UNHEARD_AFTER_MS,
  UNHEARD_AGAIN_AFTER_MS,
} from '../../../worker/domain/withdrawals.ts';
import { OrderRefusedError } from '../../../worker/services/order-refused.ts';
import { sendWithdrawals } from '../../../worker/services/send-withdrawals.ts';
import { oneWithdrawal } from '../../../worker/services/withdrawals.ts';
import {
  approveAll,
  ask,
  type Books,
  cashOf,
  depsOf,
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

test('the sandbox says of what it took before a restart what it would have said without one', async () => {
  const books = await withdrawalBooks(CASH);
  const made = await ask(books, 10_077);
  if (!made.ok) throw new Error(made.error);
  for (const [after, state] of [
    [0, 'sending'],
    [MINUTE_MS, 'sending'],
    [4 * MINUTE_MS, 'paid'],
  ] as const) {
    books.now = START + after;
    vi.resetModules();
    const { sandboxPayouts } = await import('../../../worker/services/payout-gateway-sandbox.ts');
    await send(books, books.db, sandboxPayouts('secret'));
    expect(await payoutOf(books, made.value.id)).toMatchObject({ state });
  }
  expect(await findingsOf(books)).toEqual([]);
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

test('never having heard of it counts when it is said twice, minutes apart', async () => {
  const noted = quiet();
  const { books, id } = await sentBy('lost');
  const firstAt = START + 3 * UNHEARD_AFTER_MS;
  const states: string[] = [];
  // By the second question a copy of the bank that had been behind may know it.
  for (const after of [0, UNHEARD_AGAIN_AFTER_MS - 1, UNHEARD_AGAIN_AFTER_MS]) {
    books.now = firstAt + after;
    books.node.exec(`UPDATE withdrawals SET claimed_until = ${books.now}`);
    await send(books);
    const { state, unknownAt } = await payoutOf(books, id);
    expect(unknownAt).toBe(firstAt);
    states.push(state);
  }
  expect(states).toEqual(['sending', 'sending', 'returned']);
  expect(await findingsOf(books)).toEqual([]);
  noted.mockRestore();
});

test('an order that the bank refuses for a reason of the house’s stays aside, and is not ordered again', async () => {
  const noted = quiet();
  const books = await withdrawalBooks(CASH);
  const refusal = new OrderRefusedError('saldo_insuficiente');
  const orders = vi.spyOn(books.bank, 'createPayout').mockRejectedValue(refusal);
  const made = await ask(books, 50_000);
  if (!made.ok) throw new Error(made.error);
  for (const hours of [0, 1, 2, 50]) {
    books.now = START + hours * HOUR_MS;
    await send(books);
  }
  const payout = await payoutOf(books, made.value.id);
  expect(payout).toMatchObject({ state: 'sending', refused: 'saldo_insuficiente' });
  expect(orders).toHaveBeenCalledTimes(1);
  expect(await cashOf(books)).toBe(CASH - 50_000);
  expect(await findingsOf(books)).toEqual([]);
  noted.mockRestore();
});

test('what comes back weeks after it was paid is found by asking, and is asked about no more', async () => {
  const { books, id } = await sentBy('paid');
  const asked = vi.spyOn(books.bank, 'findPayout');
  const untilDay = async (last: number) => {
    for (; books.now < START + last * DAY_MS; books.now += 2 * HOUR_MS) await send(books);
  };
  await untilDay(20);
  books.bank.decide(id, 'returned');
  await untilDay(24);
  expect(await payoutOf(books, id)).toMatchObject({ state: 'paid', returnId: `return-${id}` });
  expect(await cashOf(books)).toBe(CASH - 2_500);
  const times = asked.mock.calls.length;
  expect(times).toBeLessThan(18);
  await untilDay(28);
  expect(asked).toHaveBeenCalledTimes(times);
  expect(await findingsOf(books)).toEqual([]);
});

test('after it was paid the question thins out, from an hour to three days, and ends after ninety days', () => {
  const waits: number[] = [];
  for (let at = START, next = nextAskedAfterPaid(START, at); next !== null;) {
    waits.push((next - at) / HOUR_MS);
    at = next;
    next = nextAskedAfterPaid(START, at);
  }
  expect(waits.slice(0, 9)).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 72]);
  expect(Math.max(...waits)).toBe(72);
  const hours = waits.reduce((sum, wait) => sum + wait, 0);
  expect(hours * HOUR_MS).toBeLessThanOrEqual(ASKED_AFTER_PAID_MS);
  expect(hours * HOUR_MS).toBeGreaterThan(ASKED_AFTER_PAID_MS - 3 * DAY_MS);
});

test('what is ready and cannot be sent says why and since when, and is logged once for each reason', async () => {
  const noted = quiet();
  const books = await withdrawalBooks(CASH);
  const made = await ask(books, 50_000, 'pix');
  if (!made.ok) throw new Error(made.error);
  const unsent = async () => {
    const sql = 'SELECT state, unsent_because, unsent_since FROM withdrawals WHERE id = ?';
    return Object.values((await books.db.prepare(sql).bind(made.value.id).first()) ?? {});
  };
  const closed = (gateways = [books.bank]) => sendWithdrawals(depsOf(books), gateways, async () => null);
  books.rate = null;
  await closed();
  expect(await unsent()).toEqual(['ready', 'rate', START]);
  books.rate = RATE;
  for (const hours of [1, 2]) {
    books.now = START + hours * HOUR_MS;
    await closed();
    expect(await unsent()).toEqual(['ready', 'details', START + HOUR_MS]);
  }
  await closed([]);
  expect(await unsent()).toEqual(['ready', 'gateway', books.now]);
  const logged = noted.mock.calls.flat().map((line) => JSON.parse(String(line)) as Record<string, unknown>);
  expect(logged.map(({ event, because }) => [event, because])).toEqual(
    ['rate', 'details', 'gateway'].map((because) => ['withdrawal-unsent', because]),
  );
  await send(books);
  expect(await unsent()).toEqual(['paid', null, null]);
  noted.mockRestore();
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

test('asked for on a Saturday without a rate, its day, its letter and its receipt count from the market’s opening', async () => {
  const books = await withdrawalBooks(CASH);
  Object.assign(books, { now: Date.parse('2027-03-06T12:00:00Z'), rate: null, feed: 'spot' });
  const opensAt = '2027-03-07T23:00:00.000Z';
  const made = await ask(books, 50_000, 'pix');
  if (!made.ok) throw new Error(made.error);
  const one = await oneWithdrawal(depsOf(books), 'ana', made.value.id);
  expect(one).toMatchObject({ value: { expectedOn: '2027-03-07', exchange: { isOpen: false, opensAt } } });
  const letter = await books.db
    .prepare("SELECT message FROM mail_outbox WHERE kind = 'withdrawal-requested'")
    .first<string>('message');
  expect(JSON.parse(letter ?? '')).toMatchObject({
    expectedOn: '2027-03-07',
    exchangedFrom: Date.parse(opensAt),
  });
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
