// An operator whose account is frozen decides nothing, and what he approved before does not count: until the freeze ends, which is a day
// after somebody asked for its end.

import { expect, test } from 'vitest';
import { DAY_MS } from '../../../worker/domain/time.ts';
import {
  approveWithdrawal,
  oneQueued,
  withdrawalQueue,
} from '../../../worker/services/operators/withdrawals.ts';
import { actor, ask, type Books, depsOf, send, withdrawalBooks } from '../../support/withdrawal-books.ts';

const CASH = 9_000_000;
/** Of an amount at which two operators look. */
const AMOUNT = 2_000_000;
const deps = (books: Books) => depsOf(books) as never;
const approve = (books: Books, id: string, by: string) =>
  approveWithdrawal(deps(books), actor(by), { id, reason: 'Looked at it with the customer.' });

async function asked(books: Books) {
  const made = await ask(books, AMOUNT);
  if (!made.ok) throw new Error(made.error);
  return made.value.id;
}

/** As one operator reads it, by itself and in the queue. */
async function read(books: Books, id: string) {
  const all = { limit: 50, cursor: undefined, state: undefined, order: 'oldest', flag: undefined } as const;
  const { withdrawals } = await withdrawalQueue(deps(books), actor('op-3'), all);
  const one = await oneQueued(deps(books), actor('op-3'), id);
  if (!one.ok) throw new Error(one.error.code);
  return { ...one.value, queued: withdrawals.find((queued) => queued.id === id)?.approvals };
}

test.each([
  ['a millisecond before his freeze ends', -1, 1, 'waiting-approval'],
  ['from when his freeze has ended', 0, 2, 'sending'],
])('%s', async (_, ms, approvals, state) => {
  const books = await withdrawalBooks(CASH);
  books.bank.mood = 'pending';
  const [approved, other] = [await asked(books), await asked(books)];
  for (const by of ['op-1', 'op-2']) await approve(books, approved, by);
  const endsAt = books.now + DAY_MS;
  books.node.exec(
    `INSERT INTO freezes (user_id, frozen_at, ends_at) VALUES ('op-1', ${books.now}, ${endsAt})`,
  );
  books.now = endsAt + ms;
  expect(await read(books, approved)).toMatchObject({ state: 'ready', approvals, queued: approvals });
  // What operators read is what the run does.
  await send(books);
  expect(await read(books, approved)).toMatchObject({ state, approvals });
  expect((await approve(books, other, 'op-1')).ok).toBe(ms === 0);
  expect(await read(books, other)).toMatchObject({ approvals: ms === 0 ? 1 : 0 });
});
