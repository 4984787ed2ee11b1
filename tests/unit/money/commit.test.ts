// What a batch of the ledger answers: done, what its caller calls the refusal, or the error itself. Against the schema as it is.

import { describe, expect, test } from 'vitest';
import { freezeStatement } from '../../../worker/db/freezes.ts';
import { guard, guardNotFrozen } from '../../../worker/db/guards.ts';
import { lastPostings } from '../../../worker/ledger/close-account.ts';
import { brokenLedgerRule, commit, commitWithReply } from '../../../worker/ledger/commit.ts';
import {
  insertEntries,
  insertOperation,
  moveCash,
  type Operation,
} from '../../../worker/ledger/statements.ts';
import { addCustomer, asD1, deposit, emptyBooks } from '../../support/node-books.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

async function books() {
  const db = asD1(emptyBooks());
  await addCustomer(db, 'ana', NOW);
  await deposit(db, { accountId: 'ana', amount: 100_00, at: NOW });
  const operation = (over: Partial<Operation> = {}) =>
    insertOperation(db, {
      id: crypto.randomUUID(),
      accountId: 'ana',
      initiator: 'house',
      idempotencyKey: crypto.randomUUID(),
      requestHash: 'h',
      kind: 'gift',
      now: NOW,
      ...over,
    });
  const cashOf = () =>
    db.prepare(`SELECT cash_cents FROM accounts WHERE id = 'ana'`).first<number>('cash_cents');
  return { db, operation, cashOf };
}

describe('a batch', () => {
  test('is done, all of it', async () => {
    const { db, operation, cashOf } = await books();
    expect(await commit(db, {}, [operation(), moveCash(db, 'ana', -1_00)])).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await cashOf()).toBe(99_00);
  });

  test('that a rule refuses does nothing, and answers what its caller calls that rule', async () => {
    const { db, operation, cashOf } = await books();
    const twice = [
      operation({ idempotencyKey: 'k' }),
      moveCash(db, 'ana', -1_00),
      operation({ idempotencyKey: 'k' }),
    ];
    expect(await commit(db, { 'one-operation-per-key': 'Again' }, twice)).toEqual({
      ok: false,
      error: 'Again',
    });
    const tooMuch = [operation(), moveCash(db, 'ana', -100_01)];
    expect(await commit(db, { guard: 'Moved', 'cash-not-below-zero': 'TooMuch' }, tooMuch)).toEqual({
      ok: false,
      error: 'TooMuch',
    });
    expect(await cashOf()).toBe(100_00);
  });

  test('that breaks a rule which its caller does not expect throws what the database said', async () => {
    const { db, operation } = await books();
    const tooMuch = [operation(), moveCash(db, 'ana', -100_01)];
    await expect(commit(db, { guard: 'Moved' }, tooMuch)).rejects.toThrow('cash_not_below_zero');
    await expect(commit(db, { guard: 'Moved' }, [db.prepare('SELECT * FROM nowhere')])).rejects.toThrow(
      'no such table',
    );
  });

  test('answers with the reply that it stores, and throws where it stores none', async () => {
    const { db, operation } = await books();
    const reply = db.prepare(`UPDATE operations SET reply = '{}' WHERE id = 'o1' RETURNING reply`);
    expect(await commitWithReply(db, {}, [operation({ id: 'o1' }), reply])).toEqual({
      ok: true,
      value: '{}',
    });
    await expect(commitWithReply(db, {}, [operation()])).rejects.toThrow('without its reply');
    await expect(
      commitWithReply(db, {}, [db.prepare(`SELECT reply FROM operations WHERE id = 'nobody'`)]),
    ).rejects.toThrow('without its reply');
    const moved = [operation(), moveCash(db, 'nobody', 1), guard(db, 'x', 'cash')];
    expect(await commitWithReply(db, { guard: 'Moved' }, moved)).toEqual({ ok: false, error: 'Moved' });
  });
});

test('entries that do not sum to zero are a defect, and those of zero are left out', () => {
  const db = asD1(emptyBooks());
  const of = (...amounts: readonly [usd: number, gold: number][]) =>
    insertEntries(
      db,
      'o',
      amounts.flatMap(([usd, gold]) => [
        { accountId: 'ana', asset: 'usd', amount: usd } as const,
        { accountId: 'ana', asset: 'gold', amount: gold } as const,
      ]),
    );
  expect(() => of([1, 0])).toThrow('sum to zero');
  // Together they are nothing; of each they are not.
  expect(() => of([1, -1])).toThrow('sum to zero');
  expect(of([1, 0], [-1, 0])).toHaveLength(1);
  expect(of([0, 0])).toEqual([]);
});

test('an account that holds nothing and gives nothing up is closed without a posting', () => {
  const last = {
    closingId: 'c',
    accountId: 'ana',
    newId: () => crypto.randomUUID(),
    now: NOW,
    heldBonus: null,
  };
  const db = asD1(emptyBooks());
  expect(lastPostings(db, { ...last, waivedCents: 0 })).toEqual([]);
  expect(lastPostings(db, { ...last, waivedCents: 99 }).length).toBeGreaterThan(0);
});

test('each rule is known by the name that the schema gives it', async () => {
  const { db, operation } = await books();
  const run = (sql: string) => db.prepare(sql);
  const breaks = async (...statements: D1PreparedStatement[]) =>
    brokenLedgerRule(await db.batch(statements).catch((error: unknown) => error));
  expect(await breaks(moveCash(db, 'ana', 10 ** 15))).toBe('within-bounds');
  expect(await breaks(run('UPDATE stock SET free_e4 = -1'))).toBe('out-of-stock');
  const holding = `INSERT INTO holdings (account_id, metal, ounces_e4, held_ounces_e4, updated_at) VALUES ('ana', 'silver'`;
  expect(await breaks(run(`${holding}, 1, 2, 0)`))).toBe('free-ounces-not-below-zero');
  expect(await breaks(run(`${holding}, ${10 ** 15}, 0, 0)`))).toBe('within-bounds');
  await db.batch([
    operation({ id: 'first' }),
    operation({ id: 'undone', kind: 'reversal', reverses: 'first' }),
  ]);
  expect(await breaks(operation({ kind: 'reversal', reverses: 'first' }))).toBe('one-reversal-per-operation');
  expect(await breaks(operation({ kind: 'bonus' }), operation({ kind: 'bonus' }))).toBe(
    'one-bonus-per-account',
  );
  await freezeStatement(db, 'ana', NOW).run();
  expect(await breaks(guardNotFrozen(db, 'x', 'ana', NOW))).toBe('account-frozen');
  expect(await breaks(run(`INSERT INTO freezes (user_id, frozen_at) VALUES ('ana', ${NOW})`))).toBeNull();
  expect(await breaks(run('SELECT * FROM nowhere'))).toBeNull();
});
