// The nightly check takes time in proportion to the books, also where one customer has most of them.

import { expect, test } from 'vitest';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { timesLonger } from '../../support/cpu-time.ts';
import { writeManyTransactions } from '../../support/many-transactions.ts';
import { addCustomer, asD1, deposit, emptyBooks } from '../../support/node-books.ts';

const SMALL = 1_000;
const LARGE = 8_000;

test('eight times the trades of one customer take the check about eight times as long, not sixty-four', async () => {
  const [small, large] = [await booksWith(SMALL), await booksWith(LARGE)];
  expect((await inspectLedger(large)).counts.transactions).toBe(LARGE + 1);
  // On SQLite in this process the whole check runs before the call returns.
  expect(
    timesLonger(
      () => inspectLedger(small),
      () => inspectLedger(large),
    ),
  ).toBeLessThan(24);
});

async function booksWith(count: number): Promise<D1Database> {
  const db = asD1(emptyBooks());
  await addCustomer(db, 'ana', Date.now());
  await deposit(db, { accountId: 'ana', amount: 1_000_000, at: Date.now() });
  await writeManyTransactions(db, { userId: 'ana' }, { count });
  return db;
}
