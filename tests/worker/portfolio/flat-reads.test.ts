// A customer with ten times as many transactions as another reads as many rows, or no more than a chart has points: of whoever trades
// very often nobody else notices anything. And a search that goes on and on finds what a search of everything would.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Transaction, TransactionsPage } from '../../../worker/contract/transactions.ts';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { brasiliaDay } from '../../../worker/domain/brasilia.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { TRANSACTIONS_SEARCHED_MAX } from '../../../worker/domain/transactions.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { runs } from '../../support/deep.ts';
import { fund } from '../../support/funds.ts';
import { writeManyTransactions } from '../../support/many-transactions.ts';
import { callsOf, SetPrices, workerWith } from '../../support/money-calls.ts';
import { countedRows } from '../../support/rows-read.ts';

const [FEW, MANY] = [2_000, runs(20_000)];
const NOW = Date.now();
const counted = countedRows(env.DB);
const worker = workerWith(new SetPrices({ gold: 400_000, silver: 5_000 }), { DB: counted.db });

let [few, many]: Customer[] = [];
beforeAll(async () => {
  [few, many] = await Promise.all([FEW, MANY].map(traded));
});

async function traded(count: number): Promise<Customer> {
  const customer = await createCustomer(env);
  await fund(env.DB, customer, 100_000, NOW - 1_100 * DAY_MS);
  await writeManyTransactions(env.DB, customer, { count, now: NOW });
  return customer;
}

const get = (path: string, customer = many) => {
  if (customer === undefined) throw new Error('the customers are made first');
  return callsOf(customer, worker).get(path);
};

async function readFor(path: string, customer: Customer | undefined) {
  counted.take();
  const reply = await get(path, customer);
  await reply.text();
  expect(reply.status).toBe(200);
  return counted.take();
}

describe('the rows that are read', () => {
  test.each([
    '/api/auth/session',
    '/api/profile',
    '/api/settings',
    '/api/portfolio',
    '/api/alerts',
    '/api/alerts/log',
    '/api/storage',
    '/api/stock',
    '/api/statements',
    '/api/tax',
    '/api/transactions',
    '/api/transactions?status=pending',
    '/api/transactions?status=failed',
    '/api/transactions?status=completed',
    '/api/transactions?search=gold',
    '/api/transactions?search=never-there',
    '/api/transactions?search=never-there&status=completed',
  ])('for %s are the same however many transactions there are', async (path) => {
    const [some, all] = [await readFor(path, few), await readFor(path, many)];
    // An account's first or last row more or less.
    expect(all.rows).toBeLessThanOrEqual(some.rows + 20);
    expect(all.rows).toBeLessThan(3 * TRANSACTIONS_SEARCHED_MAX + 100);
  });

  test.each([
    ['7D', 7 * 24],
    ['1M', 30 * 24],
    ['3M', 90 + 24],
    ['1Y', 365 + 24],
    ['ALL', 1_100 + 24],
  ])('for a chart of %s are those of its hours or days', async (range, periods) => {
    const { rows } = await readFor(`/api/portfolio/history?range=${range}`, many);
    // Each once when it is read and once when it is added up; single movements of two hours besides.
    expect(rows).toBeLessThan(2 * periods + 400);
  });

  test('in one query of the tax workbook are few, and in the rules of the nightly check in proportion', async () => {
    const path = `/api/tax/${brasiliaDay(NOW).slice(0, 4)}`;
    const { rows, most } = await readFor(path, many);
    expect(rows).toBeGreaterThan(MANY);
    expect(most).toBeLessThan(4 * 2_000);
    const entries = (await env.DB.prepare('SELECT count(*) AS n FROM entries').first<number>('n')) ?? 0;
    for (const { rule, sql } of LEDGER_RULES) {
      const { meta } = await env.DB.prepare(sql).run();
      expect({ rule, tooMany: meta.rows_read > 10 * entries }).toEqual({ rule, tooMany: false });
    }
  });
});

describe('a search that goes on', () => {
  /** Writes a note at both ends and around each place where a search stops: four at a time, of one millisecond. */
  async function hide(): Promise<string[]> {
    const { results: all } = await env.DB.prepare(
      'SELECT id, created_at AS at FROM transactions WHERE account_id = ? ORDER BY created_at DESC, id DESC',
    )
      .bind(many?.userId ?? '')
      .run<{ id: string; at: number }>();
    const stops = Array.from({ length: all.length / TRANSACTIONS_SEARCHED_MAX }, (_, n) => n + 1);
    const hidden = [2, ...stops.map((n) => n * TRANSACTIONS_SEARCHED_MAX), all.length - 2].map((place) =>
      all.slice(place - 2, place + 2),
    );
    const note = env.DB.prepare(`UPDATE transactions SET notes = 'Needle', created_at = ?2 WHERE id = ?1`);
    await env.DB.batch(hidden.flatMap((four) => four.map(({ id }) => note.bind(id, four.at(-1)?.at ?? 0))));
    return [...new Set(hidden.flatMap((four) => four.map(({ id }) => id)))];
  }

  test('finds each once, and says how far it has looked until nothing is left', async () => {
    const hidden = await hide();
    const found: Transaction[] = [];
    const looked: string[] = [];
    let [cursor, pages] = ['', 0];
    do {
      const reply = await get(`/api/transactions?search=needle&limit=200${cursor}`);
      const page = await reply.json<TransactionsPage>();
      found.push(...page.transactions);
      pages += 1;
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      expect(page.atLeast).toBe(true);
      expect(page.searchedTo === undefined).toBe(page.nextCursor === null);
      if (page.searchedTo === undefined) continue;
      // All that was found so far is not older than that.
      looked.push(page.searchedTo);
      expect(found.every(({ createdAt }) => createdAt >= (looked.at(-1) ?? ''))).toBe(true);
    } while (cursor !== '');
    expect(found.map(({ id }) => id).toSorted()).toEqual(hidden.toSorted());
    // One more than were written was the deposit.
    expect(pages).toBe(Math.ceil((MANY + 1) / TRANSACTIONS_SEARCHED_MAX));
    expect(looked).toEqual(looked.toSorted().toReversed());

    const file = await get('/api/transactions/file?format=json&search=needle');
    const { transactions } = await file.json<{ transactions: Transaction[] }>();
    expect(transactions.map(({ id }) => id)).toEqual(found.map(({ id }) => id));
  });

  test('counts no further than it looks, and says so', async () => {
    const page = async (query: string, customer: Customer | undefined) =>
      (await get(`/api/transactions?limit=1${query}`, customer)).json<TransactionsPage>();
    expect(await page('', many)).toMatchObject({ total: TRANSACTIONS_SEARCHED_MAX, atLeast: true });
    const own = await createCustomer(env);
    await fund(env.DB, own, 100_000);
    expect(await page('', own)).toEqual(expect.not.objectContaining({ atLeast: true }));
    expect(await page('&search=nothing', own)).toEqual({ transactions: [], total: 0, nextCursor: null });
  });
});
