// What treasury did at the bank: one operator records it, another books it, once; the position and the tax that customers' exchanges left
// open end by it, and the nightly check sees what was booked otherwise.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PixDepositReply } from '../../../worker/contract/pix.ts';
import type { TreasuryOrders, TreasuryReport } from '../../../worker/contract/operators/treasury.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { brasiliaDay } from '../../../worker/domain/brasilia.ts';
import { TREASURY_ORDER_MAX_CENTS } from '../../../worker/domain/treasury.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, outcome, SetPrices, workerWith } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const hub = new SetPrices({ gold: 400_000, silver: 5_000 }, 50_000);
const worker = workerWith(hub);
let [one, two, auditor]: Customer[] = [];
const as = (operator: Customer | undefined) => asOperator(operator as Customer, worker);

/** R$ 1,250.00 for $250.00 and R$ 4.75 of tax, as a customer paid. */
const TAX = 475;
beforeAll(async () => {
  const [ana, ...operators] = await Promise.all([
    createCustomer(env),
    makeOperator({ roles: ['treasury'] }),
    makeOperator({ roles: ['treasury'] }),
    makeOperator({ roles: ['auditor'] }),
  ]);
  [one, two, auditor] = operators;
  await env.DB.prepare(
    `INSERT INTO exchange_tariffs (id, from_day, spread_bp, iof_bp, legal_basis, proposed_by, proposed_at, state, decided_by, decided_at)
     VALUES ('t', ?1, 0, 38, 'Decreto 6.306/2007', ?2, ?4, 'announced', ?3, ?4)`,
  )
    .bind(brasiliaDay(Date.now()), one?.userId, two?.userId, Date.now())
    .run();
  const customer = callsOf(ana, worker);
  const { deposit } = await (
    await customer.post('/api/deposits/pix', { amountCents: 25_000 }, crypto.randomUUID())
  ).json<PixDepositReply>();
  await customer.post('/api/dev/bank', { do: 'pay', txid: deposit.id.replaceAll('-', '') });
});

const BOUGHT = {
  kind: 'dollars-bought',
  usdCents: 25_000,
  brlCents: 124_000,
  reference: 'Contract 1',
  reason: 'Page 1 of the contract',
} as const;
const PAID = { kind: 'tax-paid', brlCents: 100, reference: 'DARF 1', reason: 'Receipt of the bank' } as const;

const propose = (body: object, who = one) => as(who)('/treasury/orders', { method: 'POST', body });
const decide = (id: string, how: 'approve' | 'drop', who = two) =>
  as(who)(`/treasury/orders/${id}/${how}`, { method: 'POST', body: {} });
const list = async (who = two) => (await as(who)('/treasury/orders')).json<TreasuryOrders>();
const find = async (reference: string, who = two) =>
  (await list(who)).orders.find((order) => order.reference === reference);
type Body = { readonly reference: string } & Readonly<Record<string, unknown>>;
const open = async (body: Body, who = one): Promise<string> => {
  expect((await propose(body, who)).status).toBe(201);
  return (await find(body.reference))?.id ?? '';
};
const house = async () => {
  const report = await (await as(two)('/treasury')).json<TreasuryReport>();
  return Object.fromEntries(
    report.house.map(({ account, asset, amount }) => [`${account} ${asset}`, amount]),
  );
};
const entriesOf = async (operationId: string | null | undefined) => {
  const { results } = await env.DB.prepare(
    `SELECT account_id || ' ' || asset || ' ' || amount AS line FROM entries WHERE operation_id = ?1 ORDER BY line`,
  )
    .bind(operationId ?? '')
    .all<{ line: string }>();
  return results.map(({ line }) => line);
};

describe('what is no order', () => {
  test.each([
    { kind: 'dollars-lent' },
    { usdCents: 0 },
    { usdCents: -1 },
    { usdCents: 0.5 },
    { usdCents: TREASURY_ORDER_MAX_CENTS + 1 },
    { usdCents: null },
    { brlCents: '124000' },
    { brlCents: 2 ** 60 },
    { reference: ' 1 ' },
    { reference: 'x'.repeat(101) },
    { reason: '' },
    { reason: 'x'.repeat(501) },
  ])('%j', async (over) => {
    expect(await outcome(await propose({ ...BOUGHT, ...over }))).toBe('ValidationFailed');
  });

  test('a rate that is far from the present one, until nobody knows one', async () => {
    expect(await outcome(await propose({ ...BOUGHT, brlCents: 1_240_000 }))).toBe('RateFarOff');
    expect(await outcome(await propose({ ...BOUGHT, brlCents: 12_400 }))).toBe('RateFarOff');
    hub.usdBrlE4 = null;
    const id = await open({ ...BOUGHT, brlCents: 1_240_000, reference: 'In the dark' });
    hub.usdBrlE4 = 50_000;
    expect((await decide(id, 'drop')).status).toBe(200);
  });

  test('more tax than is owed', async () => {
    expect((await list()).taxOwedBrlCents).toBe(TAX);
    expect(await outcome(await propose({ ...PAID, brlCents: TAX + 1 }))).toBe('TaxNotOwed');
  });
});

test('an auditor reads, and neither records nor books; others do not even read', async () => {
  expect((await as(auditor)('/treasury/orders')).status).toBe(200);
  expect(await outcome(await propose(BOUGHT, auditor))).toBe('Forbidden');
  const support = await makeOperator({ roles: ['support', 'compliance'] });
  expect((await as(support)('/treasury/orders')).status).toBe(403);
});

test('bought dollars close the position, once, by another operator', async () => {
  expect(await house()).toMatchObject({ 'fx usd': -25_000, 'fx brl': 125_000 });
  const id = await open(BOUGHT);
  expect(await outcome(await propose(BOUGHT, two))).toBe('ReferenceUsed');
  expect(await outcome(await decide(id, 'approve', one))).toBe('SecondOperatorNeeded');
  expect(await outcome(await decide(id, 'approve', auditor))).toBe('Forbidden');
  expect(await find(BOUGHT.reference, one)).toMatchObject({ state: 'open', mine: true, waitsForMe: false });
  expect(await find(BOUGHT.reference)).toMatchObject({ ...BOUGHT, mine: false, waitsForMe: true });
  const replies = await Promise.all(Array.from({ length: 8 }, () => decide(id, 'approve')));
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const booked = await find(BOUGHT.reference);
  expect(booked).toMatchObject({ state: 'approved', decidedBy: two?.email });
  expect(await entriesOf(booked?.operationId)).toEqual([
    'house:cash-clearing usd -25000',
    'house:fx brl -124000',
    'house:fx usd 25000',
    'house:pix brl 124000',
  ]);
  // What is left in reais is what the house gained.
  expect(await house()).toMatchObject({ 'fx usd': 0, 'fx brl': 1_000 });
  expect(await outcome(await decide(id, 'drop'))).toBe('ProposalDecided');
  expect(await outcome(await propose(BOUGHT))).toBe('ReferenceUsed');
  const report = await (await as(two)('/treasury')).json<TreasuryReport>();
  expect(report.exchange).toMatchObject({ usdCents: 0, brlCents: 1_000 });
  expect(report.cash.filter(({ origin }) => origin === 'treasury')).toEqual([
    { asset: 'brl', origin: 'treasury', gateway: null, amount: -124_000 },
    { asset: 'usd', origin: 'treasury', gateway: null, amount: 25_000 },
  ]);
  const { results } = await env.DB.prepare(
    `SELECT action, note FROM audit_log WHERE subject_kind = 'treasury' AND subject_id = ?1 ORDER BY seq`,
  )
    .bind(id)
    .all();
  expect(results).toEqual([
    { action: 'treasury.proposed', note: BOUGHT.reason },
    { action: 'treasury.booked', note: null },
  ]);
  await expectBooksToBalance(env.DB);
});

test('sold dollars go the other way', async () => {
  const id = await open({
    ...BOUGHT,
    kind: 'dollars-sold',
    usdCents: 100,
    brlCents: 510,
    reference: 'Sale 1',
  });
  expect((await decide(id, 'approve')).status).toBe(200);
  expect(await entriesOf((await find('Sale 1'))?.operationId)).toEqual([
    'house:cash-clearing usd 100',
    'house:fx brl 510',
    'house:fx usd -100',
    'house:pix brl -510',
  ]);
  await expectBooksToBalance(env.DB);
});

test('of two payments that each fit, the one that is no longer owed is not booked', async () => {
  const [first, second] = [
    await open({ ...PAID, brlCents: 300, reference: 'DARF 2' }),
    await open({ ...PAID, brlCents: 300, reference: 'DARF 3' }),
  ];
  expect((await decide(first, 'approve')).status).toBe(200);
  expect(await entriesOf((await find('DARF 2'))?.operationId)).toEqual([
    'house:pix brl 300',
    'house:taxes brl -300',
  ]);
  expect(await outcome(await decide(second, 'approve'))).toBe('TaxNotOwed');
  expect(await find('DARF 3')).toMatchObject({ state: 'open', operationId: null });
  expect((await list()).taxOwedBrlCents).toBe(TAX - 300);
  // Its number is free once it was rejected.
  expect((await decide(second, 'drop')).status).toBe(200);
  const again = await open({ ...PAID, brlCents: 175, reference: 'DARF 3' });
  expect((await decide(again, 'drop', one)).status).toBe(200);
  expect(
    (await list()).orders.filter(({ reference }) => reference === 'DARF 3').map(({ state }) => state),
  ).toEqual(['withdrawn', 'rejected']);
  await expectBooksToBalance(env.DB);
});

test('booked and dropped at once it is one of both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const reference = `Race ${round}`;
    const id = await open({ ...BOUGHT, usdCents: 200, brlCents: 1_000, reference });
    const [booked, dropped] = await Promise.all([decide(id, 'approve'), decide(id, 'drop', one)]);
    const order = await find(reference);
    expect(order?.state === 'approved').toBe(order?.operationId !== null);
    expect([booked.status, dropped.status].toSorted()).toEqual([200, 409]);
  }
  await expectBooksToBalance(env.DB);
});

describe('an order that was booked by mistake', () => {
  const undo = (id: string, who = one, reason = 'Typed twice') =>
    as(who)(`/treasury/orders/${id}/undo`, { method: 'POST', body: { reason } });
  const ofMistake = async () => (await list()).orders.filter(({ reference }) => reference === 'Mistake');

  test.each([
    { ...PAID, brlCents: 25, reference: 'Mistake' },
    { ...BOUGHT, usdCents: 300, brlCents: 1_500, reference: 'Mistake' },
    { ...BOUGHT, kind: 'dollars-sold', usdCents: 300, brlCents: 1_500, reference: 'Mistake' },
  ])('$kind is taken back once, by two, and may be recorded again', async (body) => {
    const before = [await house(), (await list()).taxOwedBrlCents];
    const id = await open(body);
    expect(await outcome(await undo(id))).toBe('OrderNotBooked');
    expect((await decide(id, 'approve')).status).toBe(200);
    expect(await outcome(await propose(body))).toBe('ReferenceUsed');
    expect(await outcome(await undo(id, one, ''))).toBe('ValidationFailed');
    expect((await undo(id)).status).toBe(201);
    expect(await outcome(await undo(id, two))).toBe('OrderNotBooked');
    const waits = (await ofMistake()).find(({ undoes }) => undoes === id);
    expect(waits).toMatchObject({
      state: 'open',
      kind: body.kind,
      brlCents: body.brlCents,
      reason: 'Typed twice',
    });
    expect(await outcome(await decide(waits?.id ?? '', 'approve', one))).toBe('SecondOperatorNeeded');
    expect((await decide(waits?.id ?? '', 'approve')).status).toBe(200);
    expect((await decide(waits?.id ?? '', 'approve')).status).toBe(200);
    expect([await house(), (await list()).taxOwedBrlCents]).toEqual(before);
    const orders = await ofMistake();
    expect(orders.find((order) => order.id === id)).toMatchObject({ state: 'approved', undoneBy: waits?.id });
    expect(await outcome(await undo(id))).toBe('OrderNotBooked');
    expect(await outcome(await undo(waits?.id ?? ''))).toBe('OrderNotBooked');
    // What really was is recorded under the same number.
    const again = await open(body);
    expect((await decide(again, 'drop')).status).toBe(200);
    await expectBooksToBalance(env.DB);
  });

  test('one that is not there', async () => {
    expect(await outcome(await undo('nothing'))).toBe('NotFound');
  });
});

test('orders come in pages: what waits first, then the newest, each once', async () => {
  const statement = env.DB.prepare(
    `INSERT INTO treasury_orders (id, kind, usd_cents, brl_cents, reference, reason, proposed_by, proposed_at, state, decided_by, decided_at)
     VALUES (?1, 'dollars-bought', 100, 500, ?1, 'because', ?2, ?3, ?4, iif(?4 = 'open', NULL, ?2), iif(?4 = 'open', NULL, 9))`,
  );
  await env.DB.batch(
    Array.from({ length: 60 }, (_, n) =>
      statement.bind(`page-${n}`, one?.userId, n % 7, n % 20 === 0 ? 'open' : 'withdrawn'),
    ),
  );
  const seen: TreasuryOrders['orders'] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
    const reply = await as(auditor)(`/treasury/orders${cursor === '' ? '' : `?cursor=${cursor}`}`);
    const page: TreasuryOrders = await reply.json<TreasuryOrders>();
    expect(page.orders.length).toBeLessThanOrEqual(25);
    seen.push(...page.orders);
    cursor = page.nextCursor;
  }
  const count = await env.DB.prepare('SELECT count(*) AS n FROM treasury_orders').first<number>('n');
  expect(new Set(seen.map(({ id }) => id)).size).toBe(count);
  expect(seen).toHaveLength(count ?? 0);
  const keys = seen.map(({ state, proposedAt }) => `${state === 'open' ? 1 : 0} ${proposedAt}`);
  expect(keys).toEqual(keys.toSorted().toReversed());
  expect(await outcome(await as(auditor)('/treasury/orders?cursor=1.x'))).toBe('ValidationFailed');
  for (const { id } of seen.filter((order) => order.state === 'open' && order.id.startsWith('page')))
    expect((await decide(id, 'drop')).status).toBe(200);
});

test('who may no longer propose has proposed nothing', async () => {
  const third = await makeOperator({ roles: ['treasury'] });
  const id = await open({ ...BOUGHT, reference: 'Contract 9' }, third);
  await env.DB.prepare('DELETE FROM operator_roles WHERE user_id = ?1').bind(third.userId).run();
  expect(await outcome(await decide(id, 'approve'))).toBe('ProposalVoid');
  expect((await decide(id, 'drop')).status).toBe(200);
  expect(await outcome(await decide('nothing', 'approve'))).toBe('NotFound');
  expect(await outcome(await decide('nothing', 'drop'))).toBe('NotFound');
});

describe('the schema', () => {
  test.each([
    `UPDATE treasury_orders SET brl_cents = brl_cents + 1`,
    `UPDATE treasury_orders SET reference = 'Another'`,
    `UPDATE treasury_orders SET state = 'open', decided_by = NULL, decided_at = NULL WHERE state = 'approved'`,
    `UPDATE treasury_orders SET operation_id = NULL WHERE operation_id IS NOT NULL`,
    `DELETE FROM treasury_orders`,
    `INSERT INTO treasury_orders (id, kind, brl_cents, reference, reason, proposed_by, proposed_at) SELECT 'x', 'dollars-bought', 1, 'abc', 'abc', id, 1 FROM users LIMIT 1`,
    `INSERT INTO treasury_orders (id, kind, brl_cents, reference, reason, proposed_by, proposed_at, state, decided_by, decided_at) SELECT 'x', 'tax-paid', 1, 'abc', 'abc', id, 1, 'approved', id, 2 FROM users LIMIT 1`,
  ])('refuses %s', async (sql) => {
    await expect(env.DB.prepare(sql).run()).rejects.toThrow(/CONSTRAINT/u);
  });
});

describe('the nightly check', () => {
  const MOVED = 'treasury-orders-moved-what-they-say';
  const rules = async () => new Set((await inspectLedger(env.DB)).findings.map(({ rule }) => rule));

  beforeAll(async () => {
    for (const name of [
      'entries_are_never_updated',
      'treasury_orders_keep_their_terms',
      'treasury_orders_are_booked_once',
    ]) {
      await env.DB.prepare(`DROP TRIGGER ${name}`).run();
    }
  });

  const ofContract = `operation_id = (SELECT operation_id FROM treasury_orders WHERE reference = 'Contract 1')`;
  const more = (n: number, asset: string) =>
    `UPDATE entries SET amount = amount + iif(amount < 0, ${-n}, ${n}) WHERE asset = '${asset}' AND ${ofContract}`;
  test.each([
    ['more reais left than the contract says', MOVED, more(1, 'brl'), more(-1, 'brl')],
    ['other dollars came than it says', MOVED, more(1, 'usd'), more(-1, 'usd')],
    [
      'the order says more than was moved',
      MOVED,
      `UPDATE treasury_orders SET usd_cents = usd_cents + 1 WHERE reference = 'Contract 1'`,
      `UPDATE treasury_orders SET usd_cents = usd_cents - 1 WHERE reference = 'Contract 1'`,
    ],
    [
      'an approved order is booked by nothing, and what it did is of no order',
      MOVED,
      `UPDATE treasury_orders SET reason = operation_id, operation_id = NULL WHERE reference = 'Contract 1'`,
      `UPDATE treasury_orders SET operation_id = reason WHERE reference = 'Contract 1'`,
    ],
    [
      'more tax was paid than withheld',
      'no-more-tax-was-paid-than-withheld',
      `UPDATE entries SET amount = amount - 1000 WHERE account_id = 'house:taxes' AND amount < 0`,
      `UPDATE entries SET amount = amount + 1000 WHERE account_id = 'house:taxes' AND amount < 0`,
    ],
  ])('sees that %s', async (_, rule, spoil, mend) => {
    expect(await rules()).toEqual(new Set());
    await env.DB.prepare(spoil).run();
    expect(await rules()).toContain(rule);
    await env.DB.prepare(mend).run();
    expect(await rules()).toEqual(new Set());
  });
});
