// migrations/0053_charge_backs_in_parts.sql gives each charge-back that there is its amount, its case and an id, and loses no cent and no step.

import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { DEPOSIT_RULES } from '../../../worker/db/deposit-rules.ts';
import { databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';

const THIS = '0053_charge_backs_in_parts.sql';

let seq = 0;
const operation = (id: string, kind: string) =>
  `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
   VALUES ('${id}', ${(seq += 1)}, 'ana', '${kind === 'dispute' ? 'house' : 'gateway'}', '${id}', 'h', '${kind}', ${seq});`;
const entries = (id: string, lines: readonly (readonly [string, string, number])[]) =>
  lines
    .map(
      ([account, asset, amount], line) =>
        `INSERT INTO entries VALUES ('${id}', ${line + 1}, '${account}', '${asset}', ${amount});`,
    )
    .join('');
const deposit = (id: string, method: string, amount: number, fee: number) =>
  `${operation(`ask-${id}`, 'deposit')}${operation(`settle-${id}`, 'settlement')}
   INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at,
     settled_at)
   VALUES ('${id}', 'ana', 'ask-${id}', 'deposit', ${amount}, ${fee}, ${amount}, 'completed', '${method}', 'sandbox', 1, 1);
   INSERT INTO deposits (id, account_id, amount_cents, fee_cents, method, gateway, status, settlement_id, created_at, settled_at)
   VALUES ('${id}', 'ana', ${amount}, ${fee}, '${method}', 'sandbox', 'completed', 'settle-${id}', 1, 1);`;
const proposal = (id: string, kind: string, of: string, state = 'approved') =>
  `INSERT INTO operator_proposals (id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, state, decided_by, decided_at,
     deposit_id)
   VALUES ('${id}', '${kind}', 'ana', '{"reference":"CB-1"}', 'one', 1, 9, 'a good reason', '${state}',
     ${state === 'open' ? 'NULL, NULL' : `'two', 2`}, '${of}');`;
const step = (of: string, kind: string, lines: readonly (readonly [string, string, number])[]) => {
  const id = `${kind}-${of}`;
  return `${proposal(`p-${id}`, kind, of)}${operation(id, 'dispute')}${entries(id, lines)}
    INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway,
      created_at, settled_at)
    VALUES ('${id}', 'ana', '${id}', '${kind === 'charge-back' ? 'charge-back' : 'charge-back-return'}', 1, 0, 1, 'completed', 'wire',
      'sandbox', 2, 2);`;
};
const stepRow = (of: string, kind: string) =>
  `INSERT INTO dispute_steps VALUES ('${kind}-${of}', '${of}', 'p-${kind}-${of}');`;

/** One that is owed, one of the same case that the bank gave up, one in reais; and a proposal that nobody has decided. */
function stored(): DatabaseSync {
  const db = databaseBefore(THIS);
  db.exec(`
    ${peopleSql('ana', 'one', 'two')}
    INSERT INTO accounts (id, kind, cash_cents, created_at) VALUES ('ana', 'customer', 20000, 1);
    ${deposit('card', 'debit_card', 20_000, 500)} ${deposit('wire', 'wire', 30_000, 0)} ${deposit('pix', 'pix', 25_000, 0)}
    ${deposit('other', 'wire', 10_000, 0)}
    INSERT INTO brl_deposits (id, account_id, method, gateway, txid, usd_cents, exchange_brl_cents, spread_brl_cents, iof_brl_cents, brl_cents,
        rate_e4, rate_at, rate_source, spread_bp, iof_bp, state, created_at, expires_at, paid_at, contested_at, taken_back_at)
      VALUES ('pix', 'ana', 'pix', 'sandbox', '${'a'.repeat(26)}', 25000, 132658, 1327, 510, 134495, 53063, 1, 'test', 100, 38, 'refunded',
        1, 2, 1, 2, 3);
    ${step('card', 'charge-back', [
      ['ana', 'usd', -5_000],
      ['house:cash-clearing', 'usd', 20_500],
      ['house:disputes', 'usd', -15_000],
      ['house:fee-income', 'usd', -500],
    ])}
    ${step('wire', 'charge-back', [
      ['ana', 'usd', -30_000],
      ['house:cash-clearing', 'usd', 30_000],
    ])}
    ${step('wire', 'charge-back-won', [
      ['ana', 'usd', 30_000],
      ['house:cash-clearing', 'usd', -30_000],
    ])}
    ${step('pix', 'charge-back', [
      ['ana', 'usd', -25_000],
      ['house:fx', 'usd', 25_000],
      ['house:pix', 'brl', 134_495],
      ['house:fx', 'brl', -132_658],
      ['house:fee-income', 'brl', -1_327],
      ['house:taxes', 'brl', -510],
    ])}
    INSERT INTO disputes VALUES ('card', 'ana', 20000, 5000, 15000, 0, 10, NULL), ('wire', 'ana', 30000, 0, 0, 0, 11, 12),
      ('pix', 'ana', 25000, 25000, 0, 0, 13, NULL);
    ${stepRow('card', 'charge-back')} ${stepRow('wire', 'charge-back')} ${stepRow('wire', 'charge-back-won')} ${stepRow('pix', 'charge-back')}
    ${proposal('waits', 'charge-back', 'other', 'open')}`);
  return db;
}

test('each charge-back keeps its cents and its steps, and the nightly check finds nothing', () => {
  const db = stored();
  const old = 'deposit_id, account_id, taken_cents, owed_cents, forgiven_cents, opened_at, won_at';
  const read = (sql: string) => db.prepare(sql).all();
  const before = [
    read(`SELECT ${old} FROM disputes`),
    read('SELECT operation_id, proposal_id FROM dispute_steps'),
  ];
  migrate(db, (name) => name >= THIS);
  expect([
    read(`SELECT ${old} FROM disputes ORDER BY deposit_id`),
    read('SELECT operation_id, proposal_id FROM dispute_steps'),
  ]).toEqual(before);
  expect(
    read(
      'SELECT id, case_number AS "case", amount_cents AS amount, fee_cents AS fee, tax_cents AS tax, due_cents AS due FROM disputes',
    ),
  ).toEqual([
    { id: 'card', case: 'CB-1', amount: 20_500, fee: 500, tax: 0, due: 20_000 },
    { id: 'pix', case: 'CB-1 / pix', amount: 134_495, fee: 1_327, tax: 510, due: 25_000 },
    { id: 'wire', case: 'CB-1 / wire', amount: 30_000, fee: 0, tax: 0, due: 30_000 },
  ]);
  expect(read(`SELECT state FROM operator_proposals WHERE id = 'waits'`)).toEqual([{ state: 'expired' }]);
  expect(read(`SELECT taken_back_brl_cents AS taken FROM brl_deposits`)).toEqual([{ taken: 134_495 }]);
  expect(read('PRAGMA foreign_key_check')).toEqual([]);
  expect(DEPOSIT_RULES.filter(({ sql }) => read(sql).length > 0)).toEqual([]);
  for (const name of ['disputes', 'dispute_steps']) {
    expect(() => db.exec(`DELETE FROM ${name}`)).toThrow(/never deleted|stays/u);
  }
});
