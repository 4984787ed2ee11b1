// migrations/0060_stray_payments.sql makes a row of each payment that nobody could credit, and loses no deposit, no cent and no decision.

import { expect, test } from 'vitest';
import { DEPOSIT_RULES } from '../../../worker/db/deposit-rules.ts';
import { databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';

const THIS = '0060_stray_payments.sql';

let seq = 0;
type Stored = {
  readonly status: 'pending' | 'completed' | 'failed';
  /** Its payment, when it came and when two decided about it. */
  readonly stray?: readonly [cents: number, at: number, closedAt: number | null];
  readonly proposal?: readonly [kind: string, state: 'open' | 'approved', decidedAt: number];
};
const depositSql = (id: string, { status, stray, proposal }: Stored): string => {
  const isSettled = status === 'completed';
  const operation = (name: string, kind: string, initiator: string) =>
    `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
     VALUES ('${name}', ${(seq += 1)}, 'ana', '${initiator}', '${name}', 'h', '${kind}', 1);`;
  const [cents = 'NULL', at = 'NULL', closedAt = null] = stray ?? [];
  return `${operation(`ask-${id}`, 'deposit', 'customer')}${isSettled ? operation(`settle-${id}`, 'settlement', 'house') : ''}
    INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at,
      settled_at)
    VALUES ('${id}', 'ana', 'ask-${id}', 'deposit', 20000, 0, 20000, '${status}', 'wire', 'sandbox', 1, 40);
    INSERT INTO deposits (id, account_id, amount_cents, fee_cents, method, gateway, gateway_reference, status, settlement_id, created_at,
      settled_at, asks, stray_cents, stray_at, stray_closed_at)
    VALUES ('${id}', 'ana', 20000, 0, 'wire', 'sandbox', 'ref-${id}', '${status}', ${isSettled ? `'settle-${id}'` : 'NULL'}, 1, 40, 3,
      ${cents}, ${at}, ${closedAt});
    ${
      proposal === undefined
        ? ''
        : `INSERT INTO operator_proposals (id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, state, decided_by,
      decided_at, deposit_id)
    VALUES ('p-${id}', '${proposal[0]}', 'ana', '{"reference":"L-1"}', 'one', 1, 99, 'a good reason', '${proposal[1]}',
      ${proposal[1] === 'open' ? 'NULL, NULL' : `'two', ${proposal[2]}`}, '${id}');`
    }`;
};

test('each payment is a row with its end and who decided it, and the nightly check finds nothing', () => {
  const db = databaseBefore(THIS);
  db.exec(`
    ${peopleSql('ana', 'one', 'two')}
    INSERT INTO accounts (id, kind, cash_cents, created_at) VALUES ('ana', 'customer', 0, 1);
    ${depositSql('plain', { status: 'pending' })}
    ${depositSql('waits', { status: 'pending', stray: [19_000, 30, null], proposal: ['deposit-return', 'open', 0] })}
    ${depositSql('sent-back', { status: 'failed', stray: [20_000, 30, 50], proposal: ['deposit-return', 'approved', 50] })}
    ${depositSql('credited', { status: 'completed', stray: [20_000, 30, 40], proposal: ['deposit-settle', 'approved', 40] })}`);
  const read = (sql: string) => db.prepare(sql).all();
  const old = `id, account_id, amount_cents, fee_cents, method, gateway, gateway_reference, status, settlement_id, created_at, settled_at, asks`;
  const before = read(`SELECT ${old} FROM deposits ORDER BY id`);
  migrate(db, (name) => name >= THIS);
  expect(read(`SELECT ${old} FROM deposits ORDER BY id`)).toEqual(before);
  expect(read('SELECT * FROM stray_payments ORDER BY id')).toEqual([
    row('credited', 20_000, ['credited', 40, 'p-credited']),
    row('sent-back', 20_000, ['returned', 50, 'p-sent-back']),
    row('waits', 19_000, [null, null, null]),
  ]);
  expect(
    read(`SELECT json_extract(detail, '$.strayId') AS stray FROM operator_proposals WHERE state = 'open'`),
  ).toEqual([{ stray: 'waits' }]);
  expect(read('PRAGMA foreign_key_check')).toEqual([]);
  expect(DEPOSIT_RULES.filter(({ sql }) => read(sql).length > 0)).toEqual([]);
  // What of it is asked for has the bounds that it had; what arrives in its place has none.
  expect(() => db.exec(`UPDATE deposits SET amount_cents = 9999 WHERE id = 'plain'`)).toThrow(
    'keeps what was asked for',
  );
});

const row = (
  id: string,
  cents: number,
  [outcome, ended, proposal]: readonly [string | null, number | null, string | null],
) => ({
  id,
  deposit_id: id,
  reference: null,
  cents,
  at: 30,
  outcome,
  ended_at: ended,
  proposal_id: proposal,
});
