// The check after a bench finds what a load could have done to the books.

import { expect, test } from 'vitest';
import { ledgerSaid } from '../../bench/ledger.ts';
import { createTraders } from '../../bench/world.ts';
import { writeManyTransactions } from '../../support/many-transactions.ts';
import { asD1, migratedDatabase } from '../../support/node-books.ts';
import { fillVault } from '../../support/vault.ts';

async function world() {
  const db = migratedDatabase();
  await fillVault(asD1(db));
  const [trader] = await createTraders(asD1(db), 1);
  if (trader === undefined) throw new Error('one was made');
  return { db, trader };
}

test('the customers of a bench have books that agree', async () => {
  const { db } = await world();
  expect(await ledgerSaid(asD1(db))).toMatchObject({ trades: 0, findings: [] });
});

test('a balance that its entries do not make is found', async () => {
  const { db, trader } = await world();
  db.exec(`UPDATE accounts SET cash_cents = cash_cents - 1 WHERE id = '${trader.userId}'`);
  const { findings } = await ledgerSaid(asD1(db));
  expect(findings).toContainEqual(expect.stringContaining(`cash-equals-entries: ${trader.userId}`));
});

test('a trade without its receipt is found, and one without its submission', async () => {
  const { db, trader } = await world();
  // Whole in the ledger, but nobody was told.
  await writeManyTransactions(asD1(db), trader, { count: 2 });
  const { trades, findings } = await ledgerSaid(asD1(db));
  expect(trades).toBe(2);
  expect(findings.filter((finding) => finding.startsWith('a-trade-is-whole'))).toHaveLength(2);
  expect(findings).toContain('one-submission-per-trade: 0 of 2');
});
