// The operators' list of customers: who is in it, in which order, found by what, and worth how much.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  CustomerStatistics,
  CustomerDetails,
  CustomersPage,
} from '../../../worker/contract/operators/customers.ts';
import { INACTIVE_AFTER_MS } from '../../../worker/domain/customers.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance, give } from '../../support/funds.ts';
import { addPendingDeposits } from '../../support/pending-deposits.ts';
import { callsOf, SetPrices, workerWith } from '../../support/money-calls.ts';
import { asOperator, codeOf, makeOperator, workerAt } from './operator-calls.ts';

const DAY = 24 * 60 * 60_000;
const now = Date.now();
let operator: Customer;
let people: Record<'ana' | 'bruno' | 'carla' | 'davi' | 'twin1' | 'twin2', Customer>;

const set = (
  userId: string,
  column: 'created_at' | 'last_active_at' | 'status' | 'full_name' | 'phone',
  value: number | string,
) => env.DB.prepare(`UPDATE users SET ${column} = ? WHERE id = ?`).bind(value, userId).run();

beforeAll(async () => {
  operator = await makeOperator({ email: 'chefe@onca.example' });
  await set(operator.userId, 'created_at', now - 400 * DAY);
  const at = (days: number, email: string) => createCustomer(env, { email, now: now - days * DAY });
  people = {
    ana: await at(300, 'ana.prado@example.com'),
    bruno: await at(200, 'bruno_100%@example.com'),
    carla: await at(150, 'carla@outra.example'),
    davi: await at(10, 'davi@example.com'),
    twin1: await at(5, 'gemea1@example.com'),
    twin2: await at(5, 'gemea2@example.com'),
  };
  await set(people.ana.userId, 'last_active_at', now);
  await set(people.bruno.userId, 'full_name', 'ÂNGELO Brandão');
  await set(people.davi.userId, 'phone', '5547937243085');
  await set(people.carla.userId, 'status', 'suspended');
  await give(env.DB, operator, { cashCents: 1_000_000, metal: 'gold', ouncesE4: 0 });
  await give(env.DB, people.ana, { cashCents: 123_456, metal: 'gold', ouncesE4: 12_345 });
  await give(env.DB, people.bruno, { cashCents: 0, metal: 'silver', ouncesE4: 500_000 });
  const waiting = [
    { userId: people.ana.userId, cents: 20_000 },
    { userId: people.carla.userId, cents: 20_000 },
    { userId: people.davi.userId, cents: 15_000 },
    { userId: people.davi.userId, cents: 10_000 },
  ];
  await addPendingDeposits(env.DB, waiting, now);
  await set(people.bruno.userId, 'last_active_at', now - INACTIVE_AFTER_MS - 60_000);
});

const worker = workerAt(412_345, 5_432);

async function list(query = ''): Promise<CustomersPage> {
  const reply = await asOperator(operator, worker)(`/users${query}`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  return reply.json();
}

const emails = (page: CustomersPage): string[] => page.users.map(({ email }) => email.split('@')[0] ?? '');

test('newest first, page by page, everybody once, also who came in the same instant', async () => {
  const all = emails(await list());
  expect(all.slice(2)).toEqual(['davi', 'carla', 'bruno_100%', 'ana.prado', 'chefe']);
  expect(all.slice(0, 2).toSorted()).toEqual(['gemea1', 'gemea2']);
  for (const limit of [1, 2, 3, 6, 7]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: CustomersPage = await list(`?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...emails(page));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen, `pages of ${limit}`).toEqual(all);
  }
});

test.each([
  ['oldest', ['chefe', 'ana.prado', 'bruno_100%', 'carla', 'davi', 'gemea', 'gemea']],
  ['active', ['chefe', 'ana.prado', 'gemea', 'gemea', 'davi', 'bruno_100%', 'carla']],
  ['silent', ['carla', 'bruno_100%', 'davi', 'gemea', 'gemea', 'ana.prado', 'chefe']],
  // Davi waits for more money than Carla and Ana, who wait for as much; the others follow, the newest first.
  ['pending', ['davi', 'carla', 'ana.prado', 'gemea', 'gemea', 'bruno_100%', 'chefe']],
])('in the order %s too, page by page, everybody once', async (order, inOrder) => {
  const lastActive = { chefe: now + 1, 'bruno_100%': now - INACTIVE_AFTER_MS - 60_000 };
  await set(operator.userId, 'last_active_at', lastActive.chefe);
  for (const limit of [2, 3, 7]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page: CustomersPage = await list(`?order=${order}&limit=${limit}${more}`);
      seen.push(...emails(page));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(
      seen.map((name) => name.replace(/^(gemea)\d$/u, '$1')),
      `pages of ${limit}`,
    ).toEqual(inOrder);
    expect(new Set(seen).size).toBe(7);
  }
});

test('those who joined from one moment to another, in every order, page by page', async () => {
  const { users } = await list();
  const joined = (name: string) => users.find(({ email }) => email.startsWith(`${name}@`))?.createdAt ?? '';
  const days = `from=${joined('bruno_100%')}&until=${joined('davi')}`;
  for (const order of ['newest', 'oldest', 'active', 'silent', 'pending']) {
    const first = await list(`?order=${order}&limit=1&${days}`);
    const second = await list(`?order=${order}&limit=1&${days}&cursor=${first.nextCursor}`);
    expect([...emails(first), ...emails(second)].toSorted(), `by ${order}`).toEqual(['bruno_100%', 'carla']);
    expect(second.nextCursor).toBeNull();
  }
  expect(emails(await list(`?from=${joined('davi')}`)).at(-1)).toBe('davi');
  expect(emails(await list(`?until=${joined('ana.prado')}`))).toEqual(['chefe']);
});

test('status is what happened: suspended, silent for 90 days, or active', async () => {
  const { users } = await list();
  expect(Object.fromEntries(users.map(({ email, status }) => [email.split('@')[0], status]))).toEqual({
    gemea1: 'active',
    gemea2: 'active',
    davi: 'active',
    carla: 'suspended',
    'bruno_100%': 'inactive',
    'ana.prado': 'active',
    chefe: 'active',
  });
  expect(emails(await list('?status=suspended'))).toEqual(['carla']);
  expect(emails(await list('?status=inactive'))).toEqual(['bruno_100%']);
  expect(emails(await list('?status=active')).slice(2)).toEqual(['davi', 'ana.prado', 'chefe']);
  expect(users.filter(({ isOperator }) => isOperator).map(({ email }) => email)).toEqual([
    'chefe@onca.example',
  ]);
});

describe('search', () => {
  test.each([
    ['ANA.PRADO', ['ana.prado']],
    ['  ana.prado@EXAMPLE.com ', ['ana.prado']],
    // Nobody means a wildcard.
    ['%', ['bruno_100%']],
    ['_', ['bruno_100%']],
    ['gemea', ['gemea', 'gemea']],
    ["' OR 1=1 --", []],
    ['x'.repeat(254), []],
  ])('%s finds them and nobody else', async (typed, found) => {
    const page = await list(`?search=${encodeURIComponent(typed)}`);
    expect(emails(page).map((name) => name.replace(/\d$/u, ''))).toEqual(found);
  });

  test.each([
    ['Brandão', ['bruno_100%']],
    ['angelo brandao', ['bruno_100%']],
    ['ÂNGELO B', ['bruno_100%']],
    ['+55 (47) 93724-3085', ['davi']],
    ['93724', ['davi']],
    // Of what is left of these there is nothing to look for.
    ['\u0301', []],
    ['\u0000', []],
  ])('by name without regard to accents, and by telephone: %s', async (typed, found) => {
    expect(emails(await list(`?search=${encodeURIComponent(typed)}`))).toEqual(found);
  });

  test('by id, in part and in capitals, and together with a status', async () => {
    const { userId } = people.carla;
    for (const part of [userId, userId.toUpperCase(), userId.slice(0, 8), userId.slice(9)]) {
      expect(emails(await list(`?search=${part}`))).toEqual(['carla']);
      expect(emails(await list(`?search=${part}&status=active`))).toEqual([]);
      expect(emails(await list(`?search=${part}&status=suspended`))).toEqual(['carla']);
    }
  });
});

test.each([
  ['cursor=nonsense'],
  ['cursor=1.2%27'],
  ['limit=0'],
  ['limit=101'],
  ['status=none'],
  ['order=value'],
  ['from=yesterday'],
  [`search=${'x'.repeat(255)}`],
])('a hostile question is refused: %s', async (query) => {
  const reply = await asOperator(operator, worker)(`/users?${query}`);
  expect([reply.status, await codeOf(reply)]).toEqual([422, 'ValidationFailed']);
});

/** From the entries themselves, each metal rounded down. */
async function worthOf(userId: string): Promise<number> {
  const { results } = await env.DB.prepare(
    'SELECT asset, sum(amount) AS amount FROM entries WHERE account_id = ? GROUP BY asset',
  )
    .bind(userId)
    .all<{ asset: 'usd' | 'gold' | 'silver'; amount: number }>();
  const price = { usd: 10_000, gold: 412_345, silver: 5_432 };
  return results.reduce((sum, { asset, amount }) => sum + Math.floor((amount * price[asset]) / 10_000), 0);
}

test('values are what the ledger holds at the price of this moment; the totals add up', async () => {
  const { users, pricesAsOf } = await list();
  const worth = Object.fromEntries(users.map(({ email, valueCents }) => [email.split('@')[0], valueCents]));
  expect(worth['ana.prado']).toBe(await worthOf(people.ana.userId));
  expect(worth['bruno_100%']).toBe(await worthOf(people.bruno.userId));
  expect(worth['davi']).toBe(0);
  expect(pricesAsOf).not.toBeNull();
  const reply = await asOperator(operator, worker)('/stats');
  const stats: CustomerStatistics = await reply.json();
  // The operator stands in the list and in none of the figures, with what she owns.
  expect(stats).toMatchObject({ users: 6, active: 4, inactive: 1, suspended: 1 });
  expect(stats.listed).toEqual({ all: 7, active: 5, inactive: 1, suspended: 1 });
  expect(worth['chefe']).toBe(1_000_000);
  const sum = users
    .filter(({ isOperator }) => !isOperator)
    .reduce((total, { valueCents }) => total + (valueCents ?? 0), 0);
  // Each customer's metal is rounded down to the cent, the total only once.
  expect(stats.aumCents ?? 0).toBeGreaterThanOrEqual(sum);
  expect((stats.aumCents ?? 0) - sum).toBeLessThanOrEqual(2 * users.length);
  expect(stats.averageCents).toBe(Math.floor((stats.aumCents ?? 0) / 6));
  await expectBooksToBalance(env.DB);
});

test('without a price the worth of metal is unknown, never zero; cash alone is known', async () => {
  const hub = new SetPrices({});
  hub.isDown = true;
  const ask = asOperator(operator, workerWith(hub));
  const { users, pricesAsOf }: CustomersPage = await (await ask('/users')).json();
  const worth = Object.fromEntries(users.map(({ email, valueCents }) => [email.split('@')[0], valueCents]));
  expect(worth).toMatchObject({ 'ana.prado': null, 'bruno_100%': null, davi: 0 });
  expect(pricesAsOf).toBeNull();
  expect(await (await ask('/stats')).json()).toMatchObject({ aumCents: null, averageCents: null, users: 6 });
});

test('the details of one; nobody there is not found', async () => {
  const ask = asOperator(operator, worker);
  for (const { userId } of [people.ana, people.carla]) {
    await ask(`/users/${userId}/detail-views`, { method: 'POST' });
  }
  const ana: CustomerDetails = await (await ask(`/users/${people.ana.userId}`)).json();
  expect(ana).toMatchObject({
    email: 'ana.prado@example.com',
    fullName: 'Ana Prado',
    status: 'active',
    cashCents: 123_456,
    secondFactors: { app: false, passkeys: 0 },
    suspension: null,
    isSelf: false,
  });
  expect(ana.holdings.find(({ metal }) => metal === 'gold')?.ouncesE4).toBe(12_345);
  const carla: CustomerDetails = await (await ask(`/users/${people.carla.userId}`)).json();
  expect(carla.suspension).toEqual({ at: null, by: null, reason: null });
  expect(JSON.stringify([ana, carla])).not.toMatch(/scrypt|password/iu);
  const nobody = await ask(`/users/${crypto.randomUUID()}/detail-views`, { method: 'POST' });
  expect([nobody.status, await codeOf(nobody)]).toEqual([404, 'NotFound']);
});

test('deposits on their way are told beside the value, which they are no part of, with the currency of the customer', async () => {
  const elisa = await createCustomer(env, { email: 'elisa@example.com', language: 'pt-BR' });
  const { deposit } = callsOf(elisa, worker);
  // Amounts that stay pending at the sandbox.
  for (const amountCents of [10_013, 20_013]) {
    expect((await deposit({ amountCents, method: 'bank_transfer' })).status).toBe(201);
  }
  const { users } = await list();
  const ofElisa = users.filter(({ email }) => email === elisa.email);
  expect(ofElisa).toMatchObject([{ pendingCents: 30_026, valueCents: 0 }]);
  const ask = asOperator(operator, worker);
  await ask(`/users/${elisa.userId}/detail-views`, { method: 'POST' });
  const details: CustomerDetails = await (await ask(`/users/${elisa.userId}`)).json();
  expect(details).toMatchObject({ pendingCents: 30_026, currency: 'BRL' });
});
