// The days of storage against a plain replay of what customers did, for random pasts; and how long a close takes for a crowd.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectStorageDay, STORAGE_RULES } from '../../../worker/db/storage-check.ts';
import { storageStatements } from '../../../worker/db/storage-days.ts';
import { storageMonthsOf } from '../../../worker/db/storage-months.ts';
import { dayAfter } from '../../../worker/domain/day-closes.ts';
import { addDays, firstDayOf, startOfDay } from '../../../worker/domain/days.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { chargeMonths } from '../../../worker/services/charge-storage.ts';
import { beginCloses, closeUpTo, storePrices } from '../../support/closes.ts';
import { runs } from '../../support/deep.ts';
import { fund, postOrder } from '../../support/funds.ts';
import { addCustomer, asD1, CLOSE_ENV, emptyBooks } from '../../support/node-books.ts';

const START = '2027-11-20';
const LAST = '2028-03-03';
const DAYS = Array.from({ length: 105 }, (_, index) => addDays(START, index));
const CASH = 100_000_000;

async function announced(db: D1Database, fromDay: string): Promise<void> {
  await addCustomer(db, 'proposer', 0);
  await addCustomer(db, 'announcer', 0);
  const at = startOfDay(fromDay) - 40 * DAY_MS;
  await db
    .prepare(
      `INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at, state, decided_by, decided_at)
       VALUES ('t', 'storage', ?1, 365, 1000000, 73000, 'proposer', ?2, 'announced', 'announcer', ?2)`,
    )
    .bind(fromDay, at)
    .run();
}

const order = fc.record({
  who: fc.constantFrom('ana', 'bia', 'cara'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  metal: fc.constantFrom('gold' as const, 'silver' as const),
  ouncesE4: fc.integer({ min: 20_000, max: 60_000 }),
  /** Some before all closes, so that a free year ends within them; the others in between. */
  day: fc.oneof(fc.integer({ min: -420, max: -330 }), fc.integer({ min: 0, max: DAYS.length - 1 })),
  minute: fc.integer({ min: 0, max: 1_439 }),
});
const life = fc.record({
  orders: fc.array(order, { minLength: 4, maxLength: 14 }),
  prices: fc.array(
    fc.tuple(fc.integer({ min: 250_000, max: 600_000 }), fc.integer({ min: 3_000, max: 9_000 })),
    {
      minLength: 7,
      maxLength: 7,
    },
  ),
  chargeEvery: fc.integer({ min: 5, max: 40 }),
});

test('days equal a replay of orders and closes, months their days, and nothing is lost between them', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ orders, prices, chargeEvery }) => {
      const db = asD1(emptyBooks());
      await announced(db, START);
      for (const id of ['ana', 'bia', 'cara']) {
        await addCustomer(db, id, 0);
        await fund(db, { userId: id }, CASH, startOfDay(START) - 500 * DAY_MS);
      }
      const priceOf = (day: string) => prices[new Date(startOfDay(day)).getUTCDay()] ?? [0, 0];
      const deps = { db, env: CLOSE_ENV, newId: () => crypto.randomUUID(), moved: () => undefined };
      const held = new Map<string, number>();
      const boughtAt = new Map<string, number>();
      const expected: unknown[] = [];
      const act = async (on: (typeof orders)[number]) => {
        const at = startOfDay(START) + on.day * DAY_MS + on.minute * 60_000;
        const key = `${on.who} ${on.metal}`;
        const has = held.get(key) ?? 0;
        if (on.side === 'sell' && has < on.ouncesE4) return;
        await postOrder(db, { userId: on.who }, { ...on, priceCents: on.metal === 'gold' ? 400 : 50 }, at);
        held.set(key, has + (on.side === 'buy' ? on.ouncesE4 : -on.ouncesE4));
        if (on.side === 'buy') boughtAt.set(on.who, Math.min(at, boughtAt.get(on.who) ?? at));
      };
      const inOrder = orders.toSorted((a, b) => a.day * 1_440 + a.minute - b.day * 1_440 - b.minute);
      for (const one of inOrder.filter(({ day }) => day < 0)) await act(one);
      await beginCloses(db, addDays(START, -1));
      await storePrices(db, START, LAST, (day) => ({ gold: priceOf(day)[0], silver: priceOf(day)[1] }));
      for (const [index, day] of DAYS.entries()) {
        for (const one of inOrder.filter((other) => other.day === index)) await act(one);
        await closeUpTo(deps, day);
        for (const who of ['ana', 'bia', 'cara']) {
          const [gold, silver] = priceOf(day);
          const worth = (metal: string, cents: number) =>
            Math.floor(((held.get(`${who} ${metal}`) ?? 0) * cents) / 10_000);
          const value = worth('gold', gold) + worth('silver', silver);
          const since = boughtAt.get(who);
          const midnight = since === undefined ? Infinity : Math.floor(since / DAY_MS) * DAY_MS;
          if (value > 1_000_000 && startOfDay(day) > midnight + 365 * DAY_MS) {
            expected.push({ account_id: who, day, value_cents: value, excess_cents: value - 1_000_000 });
          }
        }
        if (index % chargeEvery === 0) await chargeMonths({ ...deps, now: () => startOfDay(dayAfter(day)) });
      }
      await chargeMonths({ ...deps, now: () => startOfDay(LAST) + DAY_MS });
      const stored = await db.prepare('SELECT * FROM storage_days ORDER BY day, account_id').all();
      expect(stored.results).toEqual(expected);
      for (const day of DAYS) expect(await inspectStorageDay(db, day)).toEqual([]);
      for (const { sql } of STORAGE_RULES) expect((await db.prepare(sql).all()).results).toEqual([]);
      for (const who of ['ana', 'bia', 'cara']) {
        const months = await storageMonthsOf(db, who, 10);
        const counted = (expected as { account_id: string; day: string; excess_cents: number }[])
          .filter(({ account_id, day }) => account_id === who && day < firstDayOf('2028-03'))
          .reduce((sum, { excess_cents }) => sum + excess_cents, 0);
        const charged = months.reduce((sum, { chargedCents }) => sum + (chargedCents ?? 0), 0);
        expect((charged + (months[0]?.owedCents ?? 0)) * 73_000 + (months[0]?.carriedOut ?? 0)).toBe(counted);
      }
    }),
    { numRuns: runs(3, 40) },
  );
});

/** In the deep run as many as the law of the fee must bear. */
const CROWD = runs(2_000, 100_000);
const SECONDS = 5;

test('the close of a day, and of a month, counts a crowd in one statement within seconds', async () => {
  const node = emptyBooks();
  const db = asD1(node);
  await announced(db, '2028-01-01');
  node.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CROWD})
    INSERT INTO accounts (id, kind, cash_cents, created_at) SELECT 'c' || i, 'customer', 100, 0 FROM n;
    INSERT INTO holdings (account_id, metal, ounces_e4, cost_basis_cents, bought_cents, updated_at)
      SELECT id, 'gold', 100000, 1, 1, 0 FROM accounts WHERE id GLOB 'c[0-9]*';
    INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, created_at)
      SELECT 'o' || id, row_number() OVER (), id, 'customer', 'k', 'h', 'trade', id, 0 FROM accounts WHERE id GLOB 'c[0-9]*';
    INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents, total_cents,
      status, created_at, settled_at)
      SELECT 't' || id, id, 'o' || id, 'buy', 'gold', 100000, 1, 1, 0, 1, 'completed', 0, 0 FROM accounts WHERE id GLOB 'c[0-9]*';
  `);
  await beginCloses(db, '2028-01-30');
  await storePrices(db, '2028-01-30', '2028-01-31', () => ({ gold: 400_000, silver: 5_000 }));
  const began = performance.now();
  // The last of its month: both statements.
  const { closed } = await closeUpTo({ db, env: CLOSE_ENV }, '2028-01-31');
  const seconds = (performance.now() - began) / 1_000;
  expect(closed).toBe(1);
  expect(storageStatements(db, '2028-01-31')).toHaveLength(2);
  const counted = await db
    .prepare('SELECT count(*) AS n, sum(excess_cents) AS sum FROM storage_days')
    .first();
  expect(counted).toEqual({ n: CROWD, sum: CROWD * 3_000_000 });
  expect(await db.prepare('SELECT count(*) AS n FROM storage_months').first('n')).toBe(CROWD);
  expect(seconds).toBeLessThan(SECONDS);
});
