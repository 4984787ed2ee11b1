// A statement of a month with withdrawals: the request is a movement, what was given back another, and so is what came back after it had
// been paid. They lead from the opening to the closing balance; otherwise statementOf throws.

import { expect, test } from 'vitest';
import { lastSeq, readEnds, readMovements } from '../../../worker/db/statements.ts';
import { statementOf } from '../../../worker/domain/statements.ts';
import { readHistoryFacts } from '../../../worker/db/portfolio-history.ts';
import { timeGrid } from '../../../worker/domain/portfolio-history.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { applyPayout } from '../../../worker/services/settle-withdrawal.ts';
import { cancelWithdrawal } from '../../../worker/services/withdrawals.ts';
import { ask, depsOf, payoutOf, send, START, withdrawalBooks } from '../../support/withdrawal-books.ts';

test('requests, what was given back and what came back add up, and are the customer’s own money', async () => {
  const books = await withdrawalBooks(500_000);
  const opening = { from: 0, to: await lastSeq(books.db) };
  const idOf = async (cents: number) => {
    const made = await ask(books, cents);
    if (!made.ok) throw new Error(made.error);
    return made.value.id;
  };
  const [paid, cancelled] = [await idOf(100_000), await idOf(60_000)];
  await cancelWithdrawal(depsOf(books), 'ana', cancelled);
  await send(books);
  books.now += DAY_MS;
  const back = await payoutOf(books, paid);
  await applyPayout(depsOf(books), back, {
    reference: `bank-${paid}`,
    outcome: 'returned',
    sentCents: 97_500,
  });
  const to = await lastSeq(books.db);
  const range = { from: opening.to, to };
  const [movements, ends] = [
    await readMovements(books.db, 'ana', range),
    await readEnds(books.db, 'ana', range),
  ];
  const statement = statementOf({
    template: 1,
    account: 'ana',
    month: '2027-03',
    seqFrom: range.from,
    seqTo: range.to,
    ...ends,
    openingClose: null,
    closingClose: null,
    movements,
    uncredited: [],
    storageDays: [],
  });
  expect(statement.movements).toMatchObject([
    {
      type: 'withdrawal',
      transaction: paid,
      cashCents: -100_000,
      feeCents: 2_500,
      method: 'wire',
      after: { cashCents: 400_000 },
    },
    { type: 'withdrawal', transaction: cancelled, cashCents: -60_000, after: { cashCents: 340_000 } },
    { type: 'withdrawal-return', transaction: cancelled, cashCents: 60_000, after: { cashCents: 400_000 } },
    { type: 'withdrawal-return', cashCents: 97_500, feeCents: 0, after: { cashCents: 497_500 } },
  ]);
  // What a wire costs is a part of its own line.
  expect(statement).toMatchObject({ feesCents: 0, closing: { cashCents: 497_500 } });
  const grid = timeGrid(START - 70 * DAY_MS, books.now);
  const { changes } = await readHistoryFacts(books.db, 'ana', null, grid);
  const sum = (name: 'cashCents' | 'paidInCents') => changes.reduce((all, { by }) => all + by[name], 0);
  expect([sum('cashCents'), sum('paidInCents')]).toEqual([497_500, 497_500]);
});
