// migrations/0046_operations_in_order.sql lays the operations in the order of commits: nothing of them is lost, what refers to them
// still does, every rule still refuses, and none takes a page of its own.

import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { copiesOf, databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';

const THIS = '0046_operations_in_order.sql';

/** A reply and a basis as long as those of a trade. */
const LONG = JSON.stringify({ text: 'é'.repeat(600) });

/** What refers to an operation: entries, transactions, a settlement, a reversal with its proposal, a bar and a month of storage. */
function stored(): DatabaseSync {
  const db = databaseBefore(THIS);
  db.exec(`
    ${peopleSql('ana', 'bia', 'rui')}
    INSERT INTO accounts (id, kind, cash_cents, created_at) VALUES ('ana', 'customer', 20000, 1);
    UPDATE stock SET free_e4 = 100000;
    INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, reverses, reply, created_at) VALUES
      ('bar', 1, 'house:suppliers', 'house', 'in:b1', 'h', 'bar', NULL, NULL, NULL, NULL, 1),
      ('z', 2, 'ana', 'customer', 'k1', 'h', 'deposit', NULL, NULL, NULL, '${LONG}', 5),
      ('b', 3, 'ana', 'gateway', 'k2', 'h', 'settlement', NULL, NULL, NULL, NULL, 6),
      ('c', 4, 'ana', 'customer', 'k3', 'h', 'trade', 'q1', '${LONG}', NULL, '${LONG}', 7),
      ('a', 5, 'ana', 'house', 'k4', 'h', 'reversal', NULL, NULL, 'c', NULL, 7),
      ('f', 6, 'ana', 'house', 'k5', 'h', 'storage-fee', NULL, NULL, NULL, NULL, 8);
    INSERT INTO entries VALUES ('b', 1, 'ana', 'usd', 20000), ('b', 2, 'house:cash-clearing', 'usd', -20000);
    INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents, total_cents,
        basis_removed_cents, status, method, gateway, created_at, settled_at, reverses, reversed_type) VALUES
      ('t1', 'ana', 'z', 'deposit', NULL, NULL, NULL, 20000, 500, 20000, NULL, 'completed', 'debit_card', 'sandbox', 5, 6, NULL, NULL),
      ('t2', 'ana', 'c', 'buy', 'gold', 10, 400000, 400, 2, 402, NULL, 'completed', NULL, NULL, 7, 7, NULL, NULL),
      ('t3', 'ana', 'a', 'reversal', 'gold', 10, 400000, 400, 2, 402, 402, 'completed', NULL, NULL, 7, 7, 't2', 'buy');
    INSERT INTO deposits (id, account_id, amount_cents, fee_cents, method, gateway, status, settlement_id, created_at)
      VALUES ('t1', 'ana', 20000, 500, 'debit_card', 'sandbox', 'completed', 'b', 5);
    INSERT INTO reversal_proposals (id, operation_id, account_id, proposed_by, proposed_at, reason, state, decided_by, decided_at, reversal_id)
      VALUES ('p1', 'c', 'ana', 'bia', 7, 'a good reason', 'approved', 'rui', 7, 'a');
    INSERT INTO bars (id, metal, refiner, serial, gross_e3, assay_e1, fine_e3, sample, in_operation)
      VALUES ('b1', 'gold', 'Refiner', 'S1', 400000, 9999, 399960, 1, 'bar');
    INSERT INTO storage_months (account_id, month, cent_days, carried_in, due_cents, carried_out) VALUES ('ana', '2026-01', 73000, 0, 1, 0);
    UPDATE storage_months SET owed_before_cents = 0, charged_cents = 1, owed_cents = 0, charged_at = 8, operation_id = 'f';`);
  return db;
}

const move = (db: DatabaseSync) => migrate(db, (name) => name >= THIS);
/** What was stored, afterwards. */
const moved = copiesOf(() => move(stored()));

test('what was stored before is stored after, field by field, and what refers to it still does', () => {
  const db = stored();
  const tables = [
    'operations',
    'entries',
    'transactions',
    'deposits',
    'reversal_proposals',
    'bars',
    'storage_months',
  ];
  const read = () => tables.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all());
  const before = read();
  move(db);
  // Later files add columns.
  expect(read()).toMatchObject(before);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(db.prepare('SELECT id FROM operations WHERE rowid = seq').all()).toHaveLength(6);
});

test.each([
  ['one key twice', 'customer', "'k3', 'h', 'deposit', NULL, NULL", /UNIQUE.*operations\.idempotency_key/u],
  ['one quote twice', 'customer', "'k9', 'h', 'trade', 'q1', NULL", /UNIQUE.*operations\.quote_id/u],
  ['one reversal twice', 'house', "'k9', 'h', 'reversal', NULL, 'c'", /UNIQUE.*operations\.reverses/u],
  ['a trade without a quote', 'customer', "'k9', 'h', 'trade', NULL, NULL", /a_trade_has_a_quote/u],
  ['a kind that nobody knows', 'customer', "'k9', 'h', 'theft', NULL, NULL", /FOREIGN KEY/u],
  ['a reversal of nothing', 'house', "'k9', 'h', 'reversal', NULL, 'nobody'", /FOREIGN KEY/u],
])('%s is still refused', (_name, initiator, values, error) => {
  const db = moved();
  expect(() =>
    db.exec(`INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, reverses, created_at)
      SELECT 'new', max(seq) + 1, 'ana', '${initiator}', ${values}, 9 FROM operations`),
  ).toThrow(error);
});

test.each([
  ['another reply', "UPDATE operations SET reply = '{}' WHERE id = 'c'", /answered once/u],
  ['another place', "UPDATE operations SET seq = 99 WHERE id = 'c'", /order of commits/u],
  [
    'another number below one',
    "INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at) VALUES ('new', 0, 'ana', 'house', 'k9', 'h', 'gift', 9)",
    /seq > 0/u,
  ],
  ['an operation gone', "DELETE FROM operations WHERE id = 'c'", /FOREIGN KEY/u],
])('%s is still refused', (_name, sql, error) => {
  expect(() => moved().exec(sql)).toThrow(error);
});

test('no operation takes a page of its own any more', () => {
  const overflowing = (db: DatabaseSync) =>
    db
      .prepare("SELECT count(*) AS n FROM dbstat WHERE name = 'operations' AND pagetype = 'overflow'")
      .get()?.['n'];
  expect(overflowing(stored())).toBeGreaterThan(0);
  expect(overflowing(moved())).toBe(0);
});
