// Each number of the bank is booked once, however its letters are typed; and where two stand already, nothing of them is lost.

import { expect, test } from 'vitest';
import { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { TREASURY_ORDERS } from '../../../worker/db/treasury-orders.ts';
import { TREASURY_RULES } from '../../../worker/db/treasury-rules.ts';
import {
  approveOrder,
  dropOrder,
  proposeOrder,
  proposeUndoing,
} from '../../../worker/services/operators/treasury-orders.ts';
import { copyInto, databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';
import { asD1, stocked } from '../../support/node-books.ts';
import {
  actor,
  type Books,
  depsOf,
  OPERATORS,
  START,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const THIS = '0064_numbers_booked_once.sql';
const [ONE, OTHER] = [actor(OPERATORS[0]), actor(OPERATORS[1])];
const deps = (books: Books) => depsOf(books) as never;
const order = (reference: string) =>
  ({ kind: 'dollars-bought', usdCents: 100, brlCents: 543, reference, reason: 'As the bank did' }) as const;
const USED = { error: { code: 'ReferenceUsed' } };

type Stored = {
  readonly id: string;
  readonly reference: string;
  readonly state?: string;
  readonly at: number;
};
const storedSql = ({ id, reference, state = 'open', at }: Stored, kind = 'dollars-bought') =>
  `INSERT INTO treasury_orders (id, kind, usd_cents, brl_cents, reference, reason, proposed_by, proposed_at, state, decided_by, decided_at)
   VALUES ('${id}', '${kind}', ${kind === 'tax-paid' ? 'NULL' : 100}, 543, '${reference}', 'As the bank did', 'op-1', ${at}, '${state}',
     ${state === 'open' ? 'NULL, NULL' : `'op-2', 9`});`;

/** Books whose orders stand as they were before this file: their operators come with the rest. */
async function booksWith(...orders: readonly Stored[]): Promise<Books> {
  const node = copyInto(NodeD1, databaseBefore(THIS));
  stocked(node);
  const books = await withdrawalBooks(0, node);
  for (const one of orders) node.exec(storedSql(one));
  migrate(node, (name) => name >= THIS);
  return books;
}

const standing = async (books: Books) =>
  (await TREASURY_ORDERS.list(asD1(books.node), 20))
    .filter(({ state, undoneBy, undoes }) => state !== 'withdrawn' && undoneBy === null && undoes === null)
    .map(({ id, state }) => `${id} ${state}`)
    .toSorted();

const firstOf = (books: Books) =>
  books.node
    .prepared('SELECT id, same_number_as AS first FROM treasury_orders WHERE undoes IS NULL ORDER BY id')
    .all()
    .map(({ id, first }) => `${String(id)} ${String(first)}`);

const findings = (books: Books) =>
  books.node
    .prepared(TREASURY_RULES.find(({ rule }) => rule === 'treasury-numbers-are-booked-once')?.sql ?? '')
    .all();

test.each(['abc-4711', 'ABC-4711', 'aBc-4711'])('%s is the number that waits or is booked', async (again) => {
  const books = await withdrawalBooks(0);
  const proposed = await proposeOrder(deps(books), ONE, order('Abc-4711'));
  if (!proposed.ok) throw new Error(proposed.error.code);
  const id = proposed.value.orders[0]?.id ?? '';
  expect(await proposeOrder(deps(books), OTHER, order(again))).toMatchObject(USED);
  expect((await approveOrder(deps(books), OTHER, id)).ok).toBe(true);
  expect(await proposeOrder(deps(books), OTHER, order(again))).toMatchObject(USED);
  // Of another kind it is another paper; and one that differs by more than case is another number.
  expect((await proposeOrder(deps(books), ONE, { ...order(again), kind: 'dollars-sold' })).ok).toBe(true);
  expect((await proposeOrder(deps(books), ONE, order(`${again}.`))).ok).toBe(true);
  // Taken back, it may be recorded again, once.
  const undoing = await proposeUndoing(deps(books), ONE, { id, reason: 'A digit was wrong' });
  const undo = undoing.ok ? undoing.value.orders.find(({ undoes }) => undoes === id)?.id : undefined;
  expect(await proposeOrder(deps(books), ONE, order(again))).toMatchObject(USED);
  expect((await approveOrder(deps(books), OTHER, undo ?? '')).ok).toBe(true);
  expect((await proposeOrder(deps(books), ONE, order(again))).ok).toBe(true);
  expect(await proposeOrder(deps(books), ONE, order('ABC-4711'))).toMatchObject(USED);
  expect(findings(books)).toEqual([]);
});

test('orders that stand with one number already all stay, and the first of them has it in the index', () => {
  const db = databaseBefore(THIS);
  db.exec(peopleSql('op-1', 'op-2'));
  db.exec(
    [
      storedSql({ id: 'third', reference: 'abc1', at: 3 }),
      storedSql({ id: 'first', reference: 'ABC1', state: 'approved', at: 1 }),
      storedSql({ id: 'second', reference: 'Abc1', at: 2 }),
      storedSql({ id: 'dropped', reference: 'aBC1', state: 'rejected', at: 0 }),
      storedSql({ id: 'other', reference: 'abc2', at: 0 }),
      storedSql({ id: 'tax', reference: 'aBc1', at: 0 }, 'tax-paid'),
    ].join('\n'),
  );
  const terms = () =>
    db
      .prepare(`SELECT id, kind, usd_cents, brl_cents, reference, reason, proposed_by, proposed_at, state, decided_by,
      decided_at, operation_id, undoes, undone_by FROM treasury_orders ORDER BY id`)
      .all();
  const before = terms();
  migrate(db, (name) => name >= THIS);
  expect(terms()).toEqual(before);
  expect(db.prepare('SELECT id FROM treasury_orders WHERE same_number_as IS NULL ORDER BY id').all()).toEqual(
    ['dropped', 'first', 'other', 'tax'].map((id) => ({ id })),
  );
  expect(db.prepare('SELECT DISTINCT same_number_as AS first FROM treasury_orders').all()).toContainEqual({
    first: 'first',
  });
  for (const sql of [
    storedSql({ id: 'fourth', reference: 'aBC1', at: 4 }),
    `INSERT INTO treasury_orders (id, kind, brl_cents, reference, reason, proposed_by, proposed_at, same_number_as)
     VALUES ('fifth', 'tax-paid', 1, 'abc9', 'because', 'op-1', 5, 'first')`,
    `UPDATE treasury_orders SET same_number_as = 'first' WHERE id = 'other'`,
  ])
    expect(() => db.exec(sql)).toThrow(/UNIQUE|number of its own/u);
});

test('of two that stand one alone is booked; dropped, the other has the number', async () => {
  const books = await booksWith(
    { id: 'first', reference: 'ABC1', at: 1 },
    { id: 'second', reference: 'abc1', at: 2 },
  );
  expect(firstOf(books)).toEqual(['first null', 'second first']);
  expect((await approveOrder(deps(books), OTHER, 'second')).ok).toBe(true);
  expect(await approveOrder(deps(books), OTHER, 'first')).toMatchObject(USED);
  expect(await standing(books)).toEqual(['first open', 'second approved']);
  expect(findings(books)).toEqual([]);
  expect((await dropOrder(deps(books), ONE, 'first')).ok).toBe(true);
  expect(firstOf(books)).toEqual(['first null', 'second null']);
  expect(await proposeOrder(deps(books), ONE, order('Abc1'))).toMatchObject(USED);
});

test('a number that was booked twice is found each night, until one of them is taken back; it is not free before both are', async () => {
  const books = await booksWith(
    { id: 'first', reference: 'ABC1', state: 'approved', at: 1 },
    { id: 'second', reference: 'abc1', state: 'approved', at: 2 },
  );
  expect(findings(books)).toEqual([{ subject: 'first', detail: 'dollars-bought ABC1 is booked 2 times' }]);
  const takeBack = async (id: string) => {
    const proposed = await proposeUndoing(deps(books), ONE, { id, reason: 'Booked twice' });
    const undo = proposed.ok ? proposed.value.orders.find(({ undoes }) => undoes === id) : undefined;
    books.now = START + 1;
    expect((await approveOrder(deps(books), OTHER, undo?.id ?? '')).ok).toBe(true);
  };
  await takeBack('first');
  expect(await standing(books)).toEqual(['second approved']);
  expect(findings(books)).toEqual([]);
  expect(await proposeOrder(deps(books), ONE, order('Abc1'))).toMatchObject(USED);
  await takeBack('second');
  expect((await proposeOrder(deps(books), ONE, order('Abc1'))).ok).toBe(true);
});
