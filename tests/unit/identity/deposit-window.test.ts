// Which deposits count in the 30 days of a level: what waits, and what was credited in them, however long ago it was asked for (P109).

import { beforeEach, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { guardDepositLimits, readDepositLevel } from '../../../worker/db/deposit-limits.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { completeDeposit, failDeposit, reserveDeposit } from '../../../worker/ledger/deposits.ts';
import { addCustomer, asD1, emptyBooks } from '../../support/node-books.ts';

const START = Date.UTC(2027, 2, 1, 12);
const REGISTER = 199_999;
let node: NodeD1;
let db: D1Database;

beforeEach(async () => {
  node = emptyBooks();
  db = asD1(node);
  await addCustomer(db, 'ana', START - 90 * DAY_MS);
  node.exec(`UPDATE users SET email_confirmed_at = 1`);
});

const operation = (now: number) => ({
  operationId: crypto.randomUUID(),
  idempotencyKey: crypto.randomUUID(),
  requestHash: 'h',
  now,
});
const facts = (amountCents: number) => ({ amountCents, feeCents: 0, accountId: 'ana' });

/** With the guard in its batch, as the product does. Null: refused. */
async function ask(amountCents: number, now: number): Promise<string | null> {
  const [id, made] = [crypto.randomUUID(), operation(now)];
  const limits = { operationId: made.operationId, accountId: 'ana', registerMaxCents: REGISTER };
  const reserved = await reserveDeposit(db, {
    ...made,
    ...facts(amountCents),
    depositId: id,
    method: 'bank_transfer',
    gateway: 'sandbox',
    alongside: guardDepositLimits(db, limits, now),
  });
  return reserved.ok ? id : null;
}
const asked = async (amountCents: number, now: number): Promise<string> => {
  const id = await ask(amountCents, now);
  if (id === null) throw new Error('it is within the limits');
  return id;
};
const credit = (id: string, amountCents: number, now: number) =>
  completeDeposit(db, { ...facts(amountCents), id }, { ...operation(now), alongside: [] });
const used = async (now: number) =>
  (await readDepositLevel(db, { accountId: 'ana', registerMaxCents: REGISTER }, now)).usedCents;
const isRefused = async (amountCents: number, now: number) => (await ask(amountCents, now)) === null;

test('what was asked for counts while it waits, and for 30 days from its credit, to the millisecond', async () => {
  const id = await asked(60_000, START);
  const credited = START + 9 * DAY_MS;
  expect(await used(credited)).toBe(60_000);
  await credit(id, 60_000, credited);
  for (const [now, cents] of [
    [credited, 60_000],
    [START + 30 * DAY_MS, 60_000],
    [credited + 30 * DAY_MS - 1, 60_000],
    [credited + 30 * DAY_MS, 0],
  ] as const)
    expect(await used(now)).toBe(cents);
});

test('no 30 days bring in more than the level allows, whenever it was asked for', async () => {
  const id = await asked(100_000, START);
  await credit(id, 100_000, START + 9 * DAY_MS);
  // A month after it was asked for, three weeks after it came.
  expect(await isRefused(10_000, START + 30 * DAY_MS)).toBe(true);
  expect(await isRefused(100_000, START + 39 * DAY_MS)).toBe(false);
});

test('what waits counts however long it does; what failed counts no more', async () => {
  const id = await asked(100_000, START);
  const later = START + 45 * DAY_MS;
  expect(await isRefused(10_000, later)).toBe(true);
  await failDeposit(db, id, { why: 'expired', now: later });
  expect(await used(later)).toBe(0);
  expect(await isRefused(100_000, later)).toBe(false);
});

test('the sums are read from an index, however many deposits there were', async () => {
  const plan = node
    .prepared(
      `EXPLAIN QUERY PLAN SELECT coalesce(sum(d.amount_cents), 0) FROM deposits d
       WHERE d.account_id = ?1 AND d.status = 'completed' AND d.settled_at > ?2`,
    )
    .all('ana', START)
    .map(({ detail }) => String(detail));
  expect(plan).toEqual([expect.stringContaining('COVERING INDEX deposits_credited ')]);
});
