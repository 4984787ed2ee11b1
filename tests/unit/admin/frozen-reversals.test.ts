// A reversal that a frozen operator proposed is not approved, nor does he propose or approve one, until his freeze has ended; as with
// withdrawals and deposits.

import { expect, test } from 'vitest';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { approveReversal, rejectReversal } from '../../../worker/services/operators/decide-reversal.ts';
import { proposeReversal } from '../../../worker/services/operators/reversals.ts';
import { deposit } from '../../support/node-books.ts';
import {
  actor,
  type Books,
  cashOf,
  depsOf,
  findingsOf,
  OPERATORS,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const CASH = 500_000;
const AMOUNT = 40_000;
const [ONE, OTHER] = [actor(OPERATORS[0]), actor(OPERATORS[1])];
const deps = (books: Books) => depsOf(books) as never;
const approve = (books: Books, id: string, by = OTHER) => approveReversal(deps(books), by, { id, note: '' });

/** A deposit of a customer, by mistake. */
async function mistake() {
  const books = await withdrawalBooks(CASH);
  const id = await deposit(books.db, { accountId: 'ana', amount: AMOUNT, at: books.now });
  const operationId = String(
    books.node.prepared('SELECT settlement_id AS id FROM deposits WHERE id = ?').get(id)?.['id'],
  );
  const propose = (by = ONE) =>
    proposeReversal(deps(books), by, { operationId, reason: 'Credited twice.', customerNote: '' });
  const freeze = (who: string, endsAt: number | null) =>
    books.node.exec(
      `INSERT INTO freezes (user_id, frozen_at, ends_at) VALUES ('${who}', ${books.now}, ${endsAt})`,
    );
  return { books, propose, freeze };
}

async function proposed() {
  const made = await mistake();
  const proposal = await made.propose();
  if (!proposal.ok) throw new Error(proposal.error.code);
  return { ...made, id: proposal.value.id };
}

test('of one whose freeze is about to end it is void, to the millisecond at which it ends', async () => {
  const { books, freeze, id } = await proposed();
  const endsAt = books.now + DAY_MS;
  freeze('op-1', endsAt);
  books.now = endsAt - 1;
  expect(await approve(books, id)).toMatchObject({ error: { code: 'ProposalVoid' } });
  expect(await cashOf(books)).toBe(CASH + AMOUNT);
  books.now = endsAt;
  expect(await approve(books, id)).toMatchObject({ value: { state: 'approved' } });
  expect(await cashOf(books)).toBe(CASH);
  expect(await findingsOf(books)).toEqual([]);
});

test.each([
  [
    'is frozen, and nobody has asked for the end',
    `INSERT INTO freezes (user_id, frozen_at) VALUES ('op-1', 1)`,
  ],
  ['is suspended', `UPDATE users SET status = 'suspended' WHERE id = 'op-1'`],
  ['may only decide now', `UPDATE operator_roles SET role = 'compliance' WHERE user_id = 'op-1'`],
])('where its proposer %s it is void, and may be rejected', async (_, sql) => {
  const { books, id } = await proposed();
  books.node.exec(sql);
  expect(await approve(books, id)).toMatchObject({ error: { code: 'ProposalVoid' } });
  expect(await cashOf(books)).toBe(CASH + AMOUNT);
  expect((await rejectReversal(deps(books), OTHER, { id, note: 'Void' })).ok).toBe(true);
});

test('a freeze that comes between the look and the batch stops it as well', async () => {
  const { books, freeze, id } = await proposed();
  // Whoever looks first still finds both free.
  let isFrozen = false;
  const db = {
    prepare: (sql: string) => books.db.prepare(sql),
    batch(statements: D1PreparedStatement[]) {
      if (!isFrozen) freeze('op-1', null);
      isFrozen = true;
      return books.db.batch(statements);
    },
  } as unknown as D1Database;
  const approved = await approveReversal(depsOf(books, db) as never, OTHER, { id, note: '' });
  expect(approved).toMatchObject({ error: { code: 'ProposalVoid' } });
  expect(await cashOf(books)).toBe(CASH + AMOUNT);
});

test('who is frozen neither proposes nor approves', async () => {
  const { books, propose, freeze } = await mistake();
  freeze('op-1', null);
  expect(await propose()).toMatchObject({ error: { code: 'Forbidden' } });
  const proposal = await propose(OTHER);
  if (!proposal.ok) throw new Error(proposal.error.code);
  expect(await approve(books, proposal.value.id, ONE)).toMatchObject({ error: { code: 'Forbidden' } });
  expect((await approve(books, proposal.value.id, actor(OPERATORS[2]))).ok).toBe(true);
});
