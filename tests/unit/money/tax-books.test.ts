// The tax workbook of real books: the seeded customers' pasts, replayed from their transactions, end in the holdings that the ledger has.

import { expect, test } from 'vitest';
import { seedCrowd } from '../../../worker/commands/seed-crowd.ts';
import { crowd } from '../../../worker/commands/seed-people.ts';
import { seedStock } from '../../../worker/commands/seed-stock.ts';
import { readTaxRecord } from '../../../worker/db/tax.ts';
import { brasiliaDay } from '../../../worker/domain/brasilia.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { yearFacts, type YearFacts } from '../../../worker/domain/tax/workbook.ts';
import { fillPtax } from '../../../worker/services/ptax.ts';
import { readTax } from '../../../worker/services/tax.ts';
import { runs } from '../../support/deep.ts';
import { asD1, migratedDatabase, STATEMENT_ENV } from '../../support/node-books.ts';

const NOW = Date.UTC(2026, 10, 24, 6);
const SEED_ENV = {
  ENVIRONMENT: 'local',
  PASSWORD_PEPPER: 'test-pepper-0123456789abcdef0123',
  PAYOUT_KEY: 'test-payout-key-0123456789abcdef0123',
} as const;

test('of the seeded customers: ounces and held bonus are the ledger’s, each year begins where the one before ended, nothing is pending but today', async () => {
  const node = migratedDatabase();
  const db = asD1(node);
  const people = crowd(NOW)
    .filter(({ transactions }) => transactions > 0)
    .slice(0, runs(40, 2_000));
  await node.atomically(async () => {
    await seedStock(db, SEED_ENV, NOW, people);
    await seedCrowd(db, SEED_ENV, NOW, people);
  });
  await fillPtax({ db, env: STATEMENT_ENV }, NOW);
  const deps = { db, env: STATEMENT_ENV, now: () => NOW, newId: () => 'id' };
  let [sales, holdings] = [0, 0];
  for (const { id } of people) {
    const { movements, bulletins } = await readTax(deps, id);
    const first = movements[0];
    if (first === undefined) continue;
    let before: YearFacts | null = null;
    for (let year = Number(brasiliaDay(first.at).slice(0, 4)); year <= 2026; year += 1) {
      const facts = yearFacts(movements, bulletins, year, NOW);
      expect(facts.positions.opening).toEqual(
        before === null ? facts.positions.opening : before.positions.closing,
      );
      sales += facts.disposals.length;
      before = facts;
    }
    const { results } = await db
      .prepare('SELECT metal, ounces_e4 AS ounces, held_ounces_e4 AS held FROM holdings WHERE account_id = ?')
      .bind(id)
      .all<{ metal: string; ounces: number; held: number }>();
    for (const [index, metal] of TRADED_METALS.entries()) {
      const held = results.find((row) => row.metal === metal);
      const position = before?.positions.closing[index];
      // A bonus that is due is free, whether or not anything has written it by then (P55).
      expect((position?.ouncesE4 ?? 0) + (position?.heldE4 ?? 0)).toBe(held?.ounces ?? 0);
      expect(position?.heldE4 ?? 0).toBeLessThanOrEqual(held?.held ?? 0);
      holdings += 1;
    }
  }
  expect(sales).toBeGreaterThan(20);
  expect(holdings).toBeGreaterThan(50);
  expect((await readTaxRecord(db, people[0]?.id ?? '')).seqTo).toBeGreaterThan(100);
  // In how many queries it is read is nobody's business.
  for (const { id } of people) expect(await readTaxRecord(db, id, 2)).toEqual(await readTaxRecord(db, id));
});
