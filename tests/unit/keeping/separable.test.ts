// Customers are apart from one another: no row refers to another customer's, and a group of customers with what is theirs is a ledger
// of its own that closes by itself. What crosses groups is the house, and its accounts are sums (D92, .github/scaling.md).

import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { crowd, type Person } from '../../../worker/commands/seed-people.ts';
import { seedCrowd } from '../../../worker/commands/seed-crowd.ts';
import { seedStock } from '../../../worker/commands/seed-stock.ts';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { dayOf } from '../../../worker/domain/day-closes.ts';
import { addDays, startOfDay } from '../../../worker/domain/days.ts';
import { PERSONAL_DATA } from '../../../worker/domain/personal-data.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { chargeMonths, storageAlongside } from '../../../worker/services/charge-storage.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { GOLD, SILVER, storePrices } from '../../support/closes.ts';
import { addCustomer, asD1, CLOSE_ENV, copyOf, migratedDatabase } from '../../support/node-books.ts';

const NOW = Date.parse('2027-03-20T12:00:00Z');
const BEGAN = NOW - 60 * DAY_MS;
const SEED_ENV = {
  ENVIRONMENT: 'local',
  PASSWORD_PEPPER: 'a-pepper-0123456789abcdef0123456789',
  PAYOUT_KEY: 'a-payout-key-0123456789abcdef0123456789',
} as Env;

const people = crowd(NOW)
  .filter(({ joinedAt, transactions }) => joinedAt > BEGAN && transactions >= 3 && transactions <= 14)
  .slice(0, 8);

/** What these people did, day by day, by the ledger's own functions; with vault, tariff, closes and charges. */
async function ledgerOf(group: readonly Person[], empty: NodeD1): Promise<NodeD1> {
  const books = copyOf(empty);
  const db = asD1(books);
  await seedStock(db, SEED_ENV, NOW, group);
  await seedCrowd(db, SEED_ENV, NOW, group);
  await closeDays({ db, env: CLOSE_ENV, now: () => NOW }, { atMost: Infinity, alongside: storageAlongside });
  const ids = { newId: () => crypto.randomUUID(), now: () => NOW, moved: () => undefined };
  await chargeMonths({ db, ...ids }, Number.MAX_SAFE_INTEGER);
  return books;
}

/** Before anybody came: prices, and a tariff by which everybody pays from the first cent and day. */
async function beforeAnybody(): Promise<NodeD1> {
  const books = migratedDatabase();
  const db = asD1(books);
  await storePrices(db, dayOf(BEGAN - 5 * DAY_MS), dayOf(NOW), () => ({ gold: GOLD, silver: SILVER }));
  for (const id of ['proposer', 'announcer']) await addCustomer(db, id, 0);
  const fromDay = dayOf(BEGAN);
  books.exec(`INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at, state, decided_by, decided_at)
    VALUES ('t', 'storage', '${fromDay}', 0, 0, 73000, 'proposer', 0, 'announced', 'announcer', ${startOfDay(addDays(fromDay, -40))})`);
  return books;
}

const rows = (db: NodeD1, sql: string, ...values: string[]): Record<string, unknown>[] =>
  db.prepared(sql).all(...values);

/** All that the ledger says of a customer, without the ids that are drawn anew each time. */
const FACTS = [
  'SELECT cash_cents, net_purchases_cents, bonus_since, bonus_freed_at, bonus_freed_net_cents FROM accounts WHERE id = ?',
  'SELECT metal, ounces_e4, held_ounces_e4, cost_basis_cents, realised_gain_cents, bought_cents FROM holdings WHERE account_id = ? ORDER BY metal',
  'SELECT kind, initiator, created_at FROM operations WHERE account_id = ? ORDER BY seq',
  `SELECT e.asset, e.account_id, e.line, e.amount FROM operations o JOIN entries e ON e.operation_id = o.id WHERE o.account_id = ?
   ORDER BY o.seq, e.line`,
  `SELECT type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents, total_cents, basis_removed_cents, status, created_at
   FROM transactions WHERE account_id = ? ORDER BY created_at, total_cents`,
  'SELECT day, value_cents, excess_cents FROM storage_days WHERE account_id = ? ORDER BY day',
  `SELECT month, cent_days, carried_in, due_cents, carried_out, charged_cents, owed_cents FROM storage_months WHERE account_id = ? ORDER BY month`,
  'SELECT state, level FROM identities WHERE user_id = ?',
  'SELECT type, email, data, submitted_at FROM submissions WHERE user_id = ? ORDER BY submitted_at, type',
];
const factsOf = (db: NodeD1, id: string) => FACTS.map((sql) => rows(db, sql, id));

const HOUSE = `SELECT account_id, asset, sum(amount) AS total FROM entries
  WHERE account_id LIKE 'house:%' AND account_id <> 'house:suppliers' AND NOT (account_id = 'house:metal-inventory' AND operation_id IN
    (SELECT id FROM operations WHERE kind = 'bar')) GROUP BY 1, 2`;
const CLOSES = 'SELECT day, customers, cash_cents, gold_e4, silver_e4 FROM day_closes ORDER BY day';

/** Sums of the figures of rows that have the same name. */
function added(
  parts: readonly Record<string, unknown>[],
  names: readonly string[],
): Record<string, unknown>[] {
  const sums = new Map<string, Record<string, unknown>>();
  for (const part of parts) {
    const name = names.map((column) => String(part[column])).join(' ');
    const sum = sums.get(name) ?? {};
    for (const [column, value] of Object.entries(part)) {
      sum[column] = names.includes(column) ? value : Number(sum[column] ?? 0) + Number(value);
    }
    sums.set(name, sum);
  }
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

let whole: NodeD1;
let shards: readonly NodeD1[];
beforeAll(async () => {
  const empty = await beforeAnybody();
  whole = await ledgerOf(people, empty);
  shards = [
    await ledgerOf(
      people.filter((_, index) => index % 2 === 0),
      empty,
    ),
    await ledgerOf(
      people.filter((_, index) => index % 2 === 1),
      empty,
    ),
  ];
});

describe('the same lives in one ledger and in two', () => {
  test('say the same of every customer', () => {
    expect(people).toHaveLength(8);
    for (const [index, { id }] of people.entries()) {
      const apart = shards[index % 2];
      if (apart === undefined) throw new Error('there are two');
      const facts = factsOf(whole, id);
      expect(factsOf(apart, id)).toEqual(facts);
      expect(facts[2]?.length).toBeGreaterThan(0);
      expect(
        rows(apart === shards[0] ? (shards[1] as NodeD1) : (shards[0] as NodeD1), FACTS[0] as string, id),
      ).toEqual([]);
    }
    expect(
      rows(whole, 'SELECT count(*) AS n FROM storage_months WHERE charged_cents > 0')[0]?.['n'],
    ).toBeGreaterThanOrEqual(3);
  });

  test('the house of the one is the sum of the houses of the two', () => {
    const house = rows(whole, HOUSE);
    expect(
      added(
        shards.flatMap((db) => rows(db, HOUSE)),
        ['account_id', 'asset'],
      ),
    ).toEqual(added(house, ['account_id', 'asset']));
    expect(new Set(house.map(({ account_id: id }) => id)).size).toBeGreaterThan(3);
  });

  test('each closes by itself, and the closes of a day add up', () => {
    const closes = rows(whole, CLOSES);
    expect(
      added(
        shards.flatMap((db) => rows(db, CLOSES)),
        ['day'],
      ),
    ).toEqual(closes);
    expect(closes.length).toBeGreaterThan(30);
  });

  test.each([0, 1])('every rule of the nightly check holds in shard %i', async (index) => {
    const db = shards[index] as NodeD1;
    expect((await inspectLedger(asD1(db))).findings).toEqual([]);
    // A commit is numbered in its shard.
    const [counted] = rows(db, 'SELECT count(*) AS n, max(seq) AS last FROM operations');
    expect(counted?.['last']).toBe(counted?.['n']);
  });
});

/** Whose a row is, where a column says so. */
const OWNERS = new Map(
  PERSONAL_DATA.flatMap(({ table, whose }) => {
    const [, column] = /^(\w+) = \?1$/u.exec(whose.split(' OR ')[0] ?? '') ?? [];
    return column === undefined ? [] : [[table, column] as const];
  }),
);
/** Columns of who acts, not of whose it is: an operator, who is no customer of a shard. */
const OPERATORS =
  /^(?:proposed_by|decided_by|operator_id|by_id|author_id|owner_id|answered_by|held_by|actor_id|uploaded_by|reader_id|resolved_by)$/u;

describe('no row is of two customers', () => {
  const db = new DatabaseSync(':memory:');
  beforeAll(() =>
    db.exec(
      rows(
        whole,
        "SELECT group_concat(sql, ';') AS sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )[0]?.['sql'] as string,
    ),
  );
  const keys = () =>
    db
      .prepare(`SELECT m.name AS child, k."from" AS column, k."table" AS parent, k."to" AS parentColumn, k.id AS id
        FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table'`)
      .all() as { child: string; column: string; parent: string; parentColumn: string }[];

  test('a reference to a customer is the owner, or an operator who acts', () => {
    const others = keys().filter(
      ({ child, column, parent }) =>
        ['users', 'accounts'].includes(parent) && OWNERS.get(child) !== column && !OPERATORS.test(column),
    );
    // Or nobody's: who writes to the house may have no account.
    const apart = others.map(({ child, column }) => `${child}.${column}`);
    expect(apart.toSorted()).toEqual(['submissions.user_id']);
  });

  test('what a row refers to is of the same customer', () => {
    const pairs = keys().filter(
      ({ child, parent }) =>
        OWNERS.has(child) && OWNERS.has(parent) && !['users', 'accounts'].includes(parent),
    );
    const across = pairs.flatMap(({ child, column, parent, parentColumn }) =>
      rows(
        whole,
        `SELECT '${child}.${column}' AS reference, count(*) AS n FROM "${child}" c JOIN "${parent}" p ON p."${parentColumn}" = c."${column}"
         WHERE c.${OWNERS.get(child)} IS NOT p.${OWNERS.get(parent)} AND c.${OWNERS.get(child)} NOT LIKE 'house:%' HAVING n > 0`,
      ),
    );
    expect(across).toEqual([]);
    expect(pairs.map(({ child, column }) => `${child}.${column}`)).toEqual(
      expect.arrayContaining([
        'entries.operation_id',
        'transactions.operation_id',
        'deposits.settlement_id',
        'storage_months.operation_id',
      ]),
    );
  });
});
