// migrations/0038_order_and_words.sql numbers the commits and makes rows of words: nothing that was stored is lost, each row is as
// its type says, and the words are those of the code.

import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { PAYMENT_METHODS } from '../../../worker/domain/fees.ts';
import { ASSETS, OPERATION_KINDS } from '../../../worker/domain/operations.ts';
import { REVERSIBLE_TYPES } from '../../../worker/domain/reversals.ts';
import { SESSION_END_REASONS } from '../../../worker/domain/session-rules.ts';
import {
  cashChangeCents,
  CURRENT_TYPES,
  TRANSACTION_RULES,
  TRANSACTION_TYPES,
  type TransactionFacts,
  viewTransaction,
} from '../../../worker/domain/transactions.ts';
import { copiesOf, currentDatabase, databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';

const THIS = '0038_order_and_words.sql';

/** As it was before, with a deposit, a purchase and its reversal, what was given up, and sessions. */
function stored(): DatabaseSync {
  const db = databaseBefore(THIS);
  db.exec(`
    ${peopleSql('ana', 'bia', 'rui')}
    INSERT INTO accounts (id, kind, cash_cents, created_at) VALUES ('ana', 'customer', 20000, 1);
    INSERT INTO operations (id, account_id, initiator, idempotency_key, request_hash, kind, quote_id, reverses, reply, created_at) VALUES
      ('z', 'ana', 'customer', 'k1', 'h', 'deposit', NULL, NULL, '{"a": 1}', 5),
      ('b', 'ana', 'gateway', 'k2', 'h', 'settlement', NULL, NULL, NULL, 6),
      ('c', 'ana', 'customer', 'k3', 'h', 'trade', 'q1', NULL, '{ "é":[] }', 7),
      ('a', 'ana', 'house', 'k4', 'h', 'reversal', NULL, 'c', NULL, 7),
      ('y', 'ana', 'customer', 'k5', 'h', 'withdrawal', NULL, NULL, NULL, 4);
    INSERT INTO entries VALUES ('b', 1, 'ana', 'usd', 20000), ('b', 2, 'house:cash-clearing', 'usd', -20000);
    INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents, total_cents,
        basis_removed_cents, status, method, gateway, notes, created_at, settled_at, reverses, reversed_type) VALUES
      ('t1', 'ana', 'z', 'deposit', NULL, NULL, NULL, 20000, 500, 20000, NULL, 'completed', 'debit_card', 'sandbox', 'a note', 5, 6, NULL, NULL),
      ('t2', 'ana', 'c', 'buy', 'gold', 10, 400000, 400, 2, 402, NULL, 'completed', NULL, NULL, NULL, 7, 7, NULL, NULL),
      ('t3', 'ana', 'a', 'reversal', 'gold', 10, 400000, 400, 2, 402, 402, 'completed', NULL, NULL, NULL, 7, 7, 't2', 'buy'),
      ('t4', 'ana', 'y', 'withdrawal', NULL, NULL, NULL, 37, 0, 37, NULL, 'completed', NULL, NULL, 'Given up', 4, 4, NULL, NULL);
    INSERT INTO deposits VALUES ('t1', 'ana', 20000, 500, 'debit_card', 'sandbox', 'r1', 'completed', 6, 'b', 5, 6);
    INSERT INTO reversal_proposals (id, operation_id, account_id, proposed_by, proposed_at, reason, state, decided_by, decided_at, reversal_id)
      VALUES ('p1', 'c', 'ana', 'bia', 7, 'a good reason', 'approved', 'rui', 7, 'a');
    INSERT INTO sessions (id, user_id, remembered, user_agent, place, created_at, last_seen_at, expires_at, ended_at, end_reason,
        stepped_up_at, stepped_up_by, token_generation) VALUES
      ('s1', 'ana', 1, 'UA', 'BR', 1, 2, 9, NULL, NULL, 2, 'totp', 3), ('s0', 'ana', 0, NULL, NULL, 1, 1, 9, 3, 'revoked', NULL, NULL, 0);
    INSERT INTO refresh_tokens VALUES ('${'x'.repeat(43)}', 's1', 1, NULL), ('${'a'.repeat(43)}', 's0', 1, 2);`);
  return db;
}

const upTo = (db: DatabaseSync) => migrate(db, (name) => name >= THIS);
/** What was stored, afterwards. */
const migrated = copiesOf(() => upTo(stored()));

test('what was stored before is stored after, field by field, in the same places', () => {
  const db = stored();
  const tables = ['operations', 'entries', 'transactions', 'deposits', 'reversal_proposals'];
  const inPlace = ['sessions', 'refresh_tokens'];
  const read = () => [
    ...tables.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()),
    ...inPlace.map((table) => db.prepare(`SELECT rowid, * FROM ${table} ORDER BY rowid`).all()),
  ];
  const before = read();
  upTo(db);
  const seqOf: Readonly<Record<string, number>> = { y: 1, z: 2, b: 3, a: 4, c: 5 };
  const renamed = (word: unknown) => (word === 'withdrawal' ? 'waiver' : word);
  const [operations = [], entries, transactions = [], ...rest] = before;
  // Later files add columns.
  expect(read()).toMatchObject([
    operations.map((row) =>
      Object.assign(row, { kind: renamed(row['kind']), seq: seqOf[String(row['id'])] }),
    ),
    entries,
    transactions.map((row) => Object.assign(row, { type: renamed(row['type']) })),
    ...rest,
  ]);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

describe('the words are rows, and those of the code', () => {
  const db = currentDatabase();
  const rows = (sql: string) => db.prepare(sql).all();
  test.each([
    ['SELECT kind AS word FROM operation_kinds', OPERATION_KINDS],
    ['SELECT method AS word FROM payment_methods', PAYMENT_METHODS],
    ['SELECT reason AS word FROM session_end_reasons', SESSION_END_REASONS],
    ['SELECT type AS word FROM transaction_types WHERE reversible = 1', REVERSIBLE_TYPES],
  ] as const)('%s', (sql, words) => {
    expect(rows(sql).map(({ word }) => word)).toEqual(words.toSorted());
  });

  test('transaction_types says of each type what the code says', () => {
    expect(rows('SELECT type, moves_metal, has_method, removes_basis FROM transaction_types')).toEqual(
      TRANSACTION_TYPES.toSorted().map((type) => ({
        type,
        moves_metal: Number(TRANSACTION_RULES[type].metal !== 0),
        has_method: Number(TRANSACTION_RULES[type].method),
        removes_basis: Number(TRANSACTION_RULES[type].metal < 0),
      })),
    );
  });

  test('assets have their scale, and the house its own', () => {
    expect(rows('SELECT * FROM assets')).toEqual(
      Object.entries(ASSETS)
        .map(([asset, { scale, houseOnly }]) => ({ asset, scale, house_only: Number(houseOnly) }))
        .toSorted((a, b) => (a.asset < b.asset ? -1 : 1)),
    );
  });
});

/** metal, ounces, price, method, gateway, basis, reverses, reversed type */
type Row = readonly [type: string, ...(string | number | null)[]];
const METAL = ['gold', 1, 1];
const NONE = [null, null, null];
const BY = ['wire', 'sandbox'];
const NO = [null, null];

function insert(db: DatabaseSync, row: Row): void {
  db.exec(`INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
    SELECT 'new', max(seq) + 1, 'ana', 'house', 'new', 'h', 'gift', 9 FROM operations`);
  db.prepare(
    `INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, method, gateway, basis_removed_cents,
       reverses, reversed_type, subtotal_cents, fee_cents, total_cents, status, created_at)
     VALUES ('new', 'ana', 'new', ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, 1, 'completed', 9)`,
  ).run(...row);
}

describe('a transaction is as its type says', () => {
  test.each<Row>([
    ['buy', ...METAL, ...NO, null, ...NO],
    ['sell', ...METAL, ...NO, 0, ...NO],
    ['deposit', ...NONE, ...BY, null, ...NO],
    ['withdrawal', ...NONE, ...BY, null, ...NO],
    ['waiver', ...NONE, ...NO, null, ...NO],
    ['bonus', ...METAL, ...NO, null, ...NO],
    ['storage-fee', ...NONE, ...NO, null, ...NO],
    ['delivery', ...METAL, ...NO, 1, ...NO],
    ['gift-sent', ...METAL, ...NO, 1, ...NO],
    ['gift-received', ...METAL, ...NO, null, ...NO],
    ['reversal', ...NONE, ...BY, null, 't1', 'deposit'],
    ['reversal', ...METAL, ...NO, -5, 't1', 'sell'],
  ])('%s as it should be is stored', (type, ...rest) => {
    const db = migrated();
    insert(db, [String(type), ...rest]);
    expect(db.prepare(`SELECT type FROM transactions WHERE id = 'new'`).get()).toEqual({ type });
  });

  test.each<[what: string, error: string, row: Row]>([
    ['a purchase without its metal', 'metal_moves', ['buy', ...NONE, ...NO, null, ...NO]],
    ['a gift without its price', 'metal_moves', ['gift-received', 'gold', 1, null, ...NO, null, ...NO]],
    ['a fee in metal', 'metal_moves', ['storage-fee', ...METAL, ...NO, null, ...NO]],
    ['a withdrawal without its method', 'has_a_method', ['withdrawal', ...NONE, ...NO, null, ...NO]],
    ['a withdrawal without its gateway', 'has_a_method', ['withdrawal', ...NONE, 'wire', null, null, ...NO]],
    ['a waiver by a method', 'has_a_method', ['waiver', ...NONE, ...BY, null, ...NO]],
    ['a delivery that keeps its basis', 'removes_basis', ['delivery', ...METAL, ...NO, null, ...NO]],
    ['a gift received that takes basis away', 'removes_basis', ['gift-received', ...METAL, ...NO, 1, ...NO]],
    ['a reversed purchase without metal', 'metal_moves', ['reversal', ...NONE, ...NO, null, 't1', 'buy']],
    ['a reversed purchase without basis', 'removes_basis', ['reversal', ...METAL, ...NO, null, 't1', 'buy']],
    ['a reversal of a reversal', 'never_reversed', ['reversal', ...NONE, ...NO, null, 't1', 'reversal']],
    ['a reversal of a withdrawal', 'never_reversed', ['reversal', ...NONE, ...BY, null, 't1', 'withdrawal']],
    ['a reversal that names nothing', 'names_what', ['reversal', ...NONE, ...NO, null, ...NO]],
    ['a purchase that undoes something', 'names_what', ['buy', ...METAL, ...NO, null, 't1', 'buy']],
    ['a sale that brings basis back', 'basis_comes_back', ['sell', ...METAL, ...NO, -1, ...NO]],
    ['a type that nobody knows', 'FOREIGN KEY', ['loan', ...NONE, ...NO, null, ...NO]],
    ['a method that nobody knows', 'FOREIGN KEY', ['deposit', ...NONE, 'cheque', 'sandbox', null, ...NO]],
  ])('%s is refused', (_, error, row) => {
    expect(() => insert(migrated(), row)).toThrow(error);
  });

  test.each(['type', 'metal', 'basis_removed_cents', 'method', 'reversed_type'])(
    'its %s is not changed',
    (column) => {
      const db = migrated();
      expect(() => db.exec(`UPDATE transactions SET ${column} = NULL WHERE id = 't3'`)).toThrow(
        'stays what it is',
      );
    },
  );
});

test('only the house has reais, and nobody what is no asset', () => {
  const db = migrated();
  const entry = (account: string, asset: string) =>
    db.exec(
      `INSERT INTO entries SELECT 'b', max(line) + 1, '${account}', '${asset}', 1 FROM entries WHERE operation_id = 'b'`,
    );
  expect(() => entry('ana', 'brl')).toThrow('only_the_house');
  expect(() => entry('ana', 'platinum')).toThrow('FOREIGN KEY');
  entry('house:cash-clearing', 'brl');
  entry('ana', 'gold');
  expect(db.prepare(`SELECT account_id AS id FROM entries WHERE asset = 'brl'`).all()).toEqual([
    { id: 'house:cash-clearing' },
  ]);
});

test('the number of a commit is its own, and stays', () => {
  const db = migrated();
  const change = (sql: string) => () => db.exec(sql);
  expect(change(`UPDATE operations SET seq = 99 WHERE id = 'z'`)).toThrow('order of commits');
  const operation = (seq: string) =>
    change(`INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
      VALUES ('n', ${seq}, 'ana', 'house', 'n', 'h', 'bar', 1)`);
  expect(operation('2')).toThrow('UNIQUE constraint failed: operations.seq');
  expect(operation('NULL')).toThrow('NOT NULL');
  expect(operation('0')).toThrow('CHECK');
});

test('an operation or a session of a word that nobody knows is refused', () => {
  const db = migrated();
  expect(() =>
    db.exec(`INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
      VALUES ('n', 6, 'ana', 'house', 'n', 'h', 'withdrawal', 1)`),
  ).toThrow('FOREIGN KEY');
  expect(() => db.exec(`UPDATE sessions SET ended_at = 3, end_reason = 'bored' WHERE id = 's1'`)).toThrow(
    'FOREIGN KEY',
  );
});

test.each([
  ['buy', undefined, -402],
  ['sell', null, 402],
  ['deposit', undefined, 402],
  ['withdrawal', undefined, -402],
  ['waiver', undefined, -402],
  ['bonus', undefined, 0],
  ['storage-fee', undefined, -402],
  ['delivery', undefined, -402],
  ['gift-sent', undefined, 0],
  ['gift-received', undefined, 0],
  ['charge-back', undefined, -402],
  ['charge-back-return', undefined, 402],
  ['reversal', 'buy', 402],
  ['reversal', 'sell', -402],
  ['reversal', 'deposit', -402],
  ['reversal', 'bonus', 0],
] as const)('%s (of %s) changes the cash by %i', (type, reversedType, cents) => {
  expect(cashChangeCents({ type, reversedType, totalCents: 402 })).toBe(cents);
});

test('what happens today is every type but those of metal that leaves the house or goes to somebody', () => {
  const later = new Set<string>(['delivery', 'gift-sent', 'gift-received']);
  expect(CURRENT_TYPES.toSorted()).toEqual(TRANSACTION_TYPES.filter((type) => !later.has(type)).toSorted());
});

describe('a transaction as the API says it', () => {
  const BUY: TransactionFacts = {
    id: 't1',
    type: 'buy',
    metal: 'gold',
    ouncesE4: 10_000,
    priceCents: 400_000,
    subtotalCents: 400_000,
    feeCents: 2_000,
    totalCents: 402_000,
    realisedGainCents: null,
    status: 'completed',
    method: null,
    gateway: null,
    notes: null,
    createdAt: Date.UTC(2026, 10, 24, 12),
    settledAt: null,
  };
  const SAID = { ...BUY, createdAt: '2026-11-24T12:00:00.000Z' };
  const taken = { currency: 'BRL', paidCents: 5, takenCents: 3, partCents: null } as const;

  test.each<[what: string, facts: Partial<TransactionFacts>, said: object]>([
    ['has its times as texts', {}, {}],
    [
      'has a settlement where there was one',
      { settledAt: Date.UTC(2026, 10, 25) },
      { settledAt: '2026-11-25T00:00:00.000Z' },
    ],
    ['names what it undoes', { reverses: 't0' }, { reverses: 't0' }],
    ['and of which type that was', { reversedType: 'sell' }, { reversedType: 'sell' }],
    ['names what undid it', { reversedBy: 't2' }, { reversedBy: 't2' }],
    ['says what had been announced', { announcedCents: 0 }, { announcedCents: 0 }],
    ['says what was taken back', { takenBack: JSON.stringify(taken) }, { takenBack: taken }],
  ])('%s', (_, facts, said) => {
    expect(JSON.stringify(viewTransaction({ ...BUY, ...facts }))).toBe(JSON.stringify({ ...SAID, ...said }));
  });

  test('leaves out what there is none of', () => {
    const nothing = {
      reverses: null,
      reversedType: null,
      reversedBy: null,
      announcedCents: null,
      takenBack: null,
    };
    expect(JSON.stringify(viewTransaction({ ...BUY, ...nothing }))).toBe(JSON.stringify(SAID));
  });
});
