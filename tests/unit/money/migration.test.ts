// migrations/0016_reversals.sql creates tables anew: no stored row, index or trigger is lost.

import { expect, test } from 'vitest';
import { MIGRATIONS, sqlOf } from '../../../worker/commands/migration-files.ts';
import { currentDatabase, databaseBefore, peopleSql } from '../../support/migrations.ts';

const REVERSALS = '0016_reversals.sql';

const STORED = `
  ${peopleSql('ana')}
  INSERT INTO accounts (id, kind, cash_cents, created_at) VALUES ('ana', 'customer', 20000, 1);
  INSERT INTO operations (id, account_id, initiator, idempotency_key, request_hash, kind, created_at)
    VALUES ('o1', 'ana', 'customer', 'k1', 'h', 'deposit', 5), ('o2', 'ana', 'gateway', 'k2', 'h', 'settlement', 6);
  INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, notes, created_at, settled_at)
    VALUES ('t1', 'ana', 'o1', 'deposit', 20000, 500, 20000, 'completed', 'debit_card', 'sandbox', 'a note', 5, 6);
  INSERT INTO deposits (id, account_id, amount_cents, fee_cents, method, gateway, gateway_reference, status, acknowledged_at, settlement_id, created_at, settled_at)
    VALUES ('t1', 'ana', 20000, 500, 'debit_card', 'sandbox', 'r1', 'completed', 6, 'o2', 5, 6);
  INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, rank, next_attempt_at, expires_at, created_at, updated_at)
    VALUES ('m1', 'ana', 'welcome', '{}', 'ana@example.com', 'Ana Prado', 'en', 1, 9, 99, 1, 1);`;

test('what was stored before is stored after, field by field', () => {
  const db = databaseBefore(REVERSALS);
  db.exec(STORED);
  const tables = ['transactions', 'deposits', 'mail_outbox'];
  const before = tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all());
  db.exec(sqlOf(REVERSALS));
  const after = tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all());
  const made = [{ reverses: null, reversed_type: null }, {}, { discarded_at: null }];
  expect(after).toEqual(before.map((rows, index) => [{ ...rows[0], ...made[index] }]));
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('every table refers to others by the names that they have in the end', () => {
  const db = currentDatabase();
  const tables = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`)
    .all()
    .map(({ name }) => String(name));
  const parents = tables.flatMap((table) => db.prepare(`PRAGMA foreign_key_list(${table})`).all());
  expect(parents.length).toBeGreaterThan(40);
  expect(parents.map(({ table }) => String(table)).filter((name) => !tables.includes(name))).toEqual([]);
});

test('every index and trigger that a migration made is there in the end, unless it was dropped by name', () => {
  const all = MIGRATIONS.map(sqlOf).join('\n');
  const named = (pattern: RegExp) => [...all.matchAll(pattern)].map((match) => match[1] ?? '');
  const made = named(/^CREATE (?:UNIQUE )?(?:INDEX|TRIGGER) (\w+)/gmu);
  const dropped = new Set(named(/^DROP (?:INDEX|TRIGGER) (?:IF EXISTS )?(\w+)/gmu));
  const rows = currentDatabase()
    .prepare(`SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger')`)
    .all();
  const there = new Set(rows.map((row) => row['name']));
  expect(made.length).toBeGreaterThan(40);
  expect(made.filter((name) => !there.has(name) && !dropped.has(name))).toEqual([]);
});
