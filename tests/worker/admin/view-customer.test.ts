// Looking at a customer's details and dashboard: only after an opening that is in the audit log, only this customer's, only for half an
// hour, and with nothing that could change it.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { TransactionsPage } from '../../../worker/contract/transactions.ts';
import { VIEW_LIFETIME_MS } from '../../../worker/domain/customers.ts';
import { viewRefusal } from '../../../worker/services/operators/view-customer.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { give } from '../../support/funds.ts';
import { callsOf } from '../../support/money-calls.ts';
import { kindsOf, lettersTo } from '../security/account.ts';
import { asOperator, auditOf, codeOf, makeOperator, workerAt } from './operator-calls.ts';

const worker = workerAt(400_000, 5_000);
const PARTS = ['portfolio', 'portfolio/history', 'transactions', 'transactions?limit=1'] as const;
let customer: Customer;
beforeAll(async () => {
  customer = await createCustomer(env);
  await give(env.DB, customer, { cashCents: 77_777, metal: 'silver', ouncesE4: 30_000 });
});

const open = (operator: Customer, userId = customer.userId, what: 'views' | 'detail-views' = 'views') =>
  asOperator(operator, worker)(`/users/${userId}/${what}`, { method: 'POST' });

test('nothing is answered before the opening is in the log', async () => {
  const operator = await makeOperator();
  for (const part of ['', ...PARTS.map((one) => `/${one}`)]) {
    const refused = await asOperator(operator, worker)(`/users/${customer.userId}${part}`);
    expect([part, refused.status, await codeOf(refused)]).toEqual([part, 409, 'ViewNotOpened']);
  }
});

test('an opening is a line of the log, each time, and shows what the customer sees', async () => {
  const operator = await makeOperator({ steppedUp: false });
  const linesBefore = (await auditOf(customer.userId)).length;
  for (const _ of ['once', 'twice']) expect((await open(operator)).status).toBe(201);
  const lines = (await auditOf(customer.userId)).slice(linesBefore);
  expect(lines).toMatchObject(
    lines.map(() => ({ action: 'customer.viewed', actor: operator.email, before: null, after: null })),
  );
  expect(lines).toHaveLength(2);
  const ask = asOperator(operator, worker);
  const own = callsOf(customer, worker);
  const seen: Portfolio = await (await ask(`/users/${customer.userId}/portfolio`)).json();
  expect(seen).toEqual(await (await own.get('/api/portfolio')).json());
  expect(seen.cashCents).toBe(77_777);
  const first: TransactionsPage = await (await ask(`/users/${customer.userId}/transactions?limit=1`)).json();
  expect(first.transactions).toHaveLength(1);
  const rest = await ask(`/users/${customer.userId}/transactions?cursor=${first.nextCursor}`);
  const page: TransactionsPage = await rest.json();
  const all: TransactionsPage = await (await own.get('/api/transactions')).json();
  expect([...first.transactions, ...page.transactions]).toEqual(all.transactions);
  // The customer's own log and mailbox are about the customer, not about who looked.
  expect(await kindsOf(customer.userId)).toEqual([]);
  expect(await lettersTo(customer.userId)).toEqual([]);
});

test('opening the details is a line of its own, once however often they are read, and opens no more than them', async () => {
  const operator = await makeOperator({ steppedUp: false });
  const ask = asOperator(operator, worker);
  const linesBefore = (await auditOf(customer.userId)).length;
  const opened = await open(operator, customer.userId, 'detail-views');
  expect(opened.status).toBe(201);
  for (const _ of ['once', 'twice', 'again']) {
    const details = await ask(`/users/${customer.userId}`);
    expect(await details.json()).toMatchObject({ email: customer.email, cashCents: 77_777 });
  }
  expect((await auditOf(customer.userId)).slice(linesBefore)).toMatchObject([
    { action: 'customer.details-viewed', actor: operator.email, before: null, after: null, note: null },
  ]);
  for (const part of PARTS) expect((await ask(`/users/${customer.userId}/${part}`)).status).toBe(409);
});

test('who has opened the dashboard has its customer’s name without another line', async () => {
  const operator = await makeOperator();
  await open(operator);
  const lines = (await auditOf(customer.userId)).length;
  expect((await asOperator(operator, worker)(`/users/${customer.userId}`)).status).toBe(200);
  expect(await auditOf(customer.userId)).toHaveLength(lines);
});

test('one operator’s opening is no other’s, and of one customer no other’s', async () => {
  const [operator, colleague, other] = [
    await makeOperator(),
    await makeOperator(),
    await createCustomer(env),
  ];
  await open(operator);
  for (const [who, whose] of [
    [colleague, customer.userId],
    [operator, other.userId],
  ] as const) {
    const refused = await asOperator(who, worker)(`/users/${whose}/portfolio`);
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'ViewNotOpened']);
  }
});

test('it holds for half an hour', async () => {
  const operator = await makeOperator();
  await open(operator);
  const openedAt = await env.DB.prepare('SELECT max(happened_at) AS at FROM audit_log WHERE actor_id = ?')
    .bind(operator.userId)
    .first<number>('at');
  const after = (ms: number) =>
    viewRefusal(
      { db: env.DB, now: () => (openedAt ?? 0) + ms },
      { operatorId: operator.userId, userId: customer.userId, viewed: ['dashboard'] },
    );
  expect(await after(VIEW_LIFETIME_MS - 1)).toBeNull();
  expect(await after(VIEW_LIFETIME_MS)).toEqual({ code: 'ViewNotOpened' });
});

test.each(['views', 'detail-views'] as const)(
  'nobody’s %s are not opened and not written down',
  async (what) => {
    const lines = () => env.DB.prepare('SELECT count(*) AS n FROM audit_log').first('n');
    const before = await lines();
    const reply = await open(await makeOperator(), crypto.randomUUID(), what);
    expect([reply.status, await codeOf(reply)]).toEqual([404, 'NotFound']);
    expect(await lines()).toBe(before);
  },
);

test('looking gives no session: the customer’s own routes answer about the operator', async () => {
  const operator = await makeOperator();
  await open(operator);
  const mine: Portfolio = await (await callsOf(operator, worker).get('/api/portfolio')).json();
  expect(mine.cashCents).toBe(0);
});
