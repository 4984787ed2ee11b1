// migrations/0065_refunds_made_twice.sql loses no refund by hand, and takes what was done about those that nobody booked from the audit log.

import { expect, test } from 'vitest';
import { databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';

const THIS = '0065_refunds_made_twice.sql';
const NOTE = 'The payer sent the second one back.';

let lines = 0;
/** A line of the log about payment `id`. */
const loggedSql = (id: string, at: number, by: string, action = 'reais.twice-answered') =>
  `INSERT INTO audit_log (seq, id, happened_at, actor_id, actor, action, before, note, previous_hash, hash)
   VALUES (${(lines += 1)}, 'line-${lines}', ${at}, '${by}', '${by}@example.com', '${action}', '{"gateway":"sandbox","payment":"${id}"}',
     '${NOTE}', printf('%064x', ${lines}), printf('%064x', ${lines + 1}));`;
const arrival = (id: string, seq: number) =>
  `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
   VALUES ('in-${id}', ${seq}, 'house:pix', 'gateway', 'in-${id}', 'h', 'reais', 1), ('out-${id}', ${seq + 1}, 'house:pix', 'gateway', 'out-${id}', 'h', 'reais', 1);
   INSERT INTO brl_payments (gateway, id, method, brl_cents, state, reason, paid_at, received_at, arrival_id, end_id, ended_at, refused_at,
     held_at, held_by) VALUES ('sandbox', '${id}', 'pix', 500, 'refunded', 'wrong-amount', 1, 1, 'in-${id}', 'out-${id}', 40, 2, 3, 'one');`;
const refund = (id: string, state: string, decided: string, more = 'NULL, NULL, NULL, NULL') =>
  `INSERT INTO hand_refunds VALUES ('h-${id}', 'sandbox', '${id}', 'TED 4711', 'because', 'one', 5, '${state}', ${decided}, ${more});`;

test('every refund is there as it was, and what was done stands on it', () => {
  const db = databaseBefore(THIS);
  // The lines' chain is not what is looked at.
  const triggers = db.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_log'`,
  );
  for (const { name } of triggers.all()) db.exec(`DROP TRIGGER ${String(name)}`);
  db.exec(
    [
      peopleSql('one', 'two'),
      ...['answered', 'own', 'dropped', 'booked', 'open'].map((id, at) => arrival(id, 2 * at + 1_000)),
      refund('answered', 'rejected', `'two', 50`),
      refund('own', 'withdrawn', `'one', 60`),
      // Dropped in the ordinary way, before the bank ended it.
      refund('dropped', 'rejected', `'two', 30`),
      refund('booked', 'approved', `'two', 35`, `45, 'two', 46, 'It came back.'`),
      refund('open', 'open', 'NULL, NULL'),
      loggedSql('answered', 50, 'two'),
      loggedSql('own', 60, 'one'),
      loggedSql('dropped', 30, 'two', 'reais.hand-refund-rejected'),
      loggedSql('booked', 46, 'two'),
    ].join('\n'),
  );
  const read = (columns: string) => db.prepare(`SELECT ${columns} FROM hand_refunds ORDER BY id`).all();
  const terms =
    'id, gateway, payment_id, reference, reason, proposed_by, proposed_at, state, decided_by, decided_at';
  const before = read(terms);
  migrate(db, (name) => name >= THIS);
  expect(read(terms)).toEqual(before);
  const row = (id: string, ...[said, by, at, answer]: readonly unknown[]) => ({ id, said, by, at, answer });
  expect(read('id, bank_said_at AS said, answered_by AS "by", answered_at AS "at", answer')).toEqual([
    row('h-answered', 40, 'two', 50, NOTE),
    row('h-booked', 45, 'two', 46, 'It came back.'),
    row('h-dropped', null, null, null, null),
    row('h-open', null, null, null, null),
    row('h-own', 40, 'one', 60, NOTE),
  ]);
});

test.each([
  [`UPDATE hand_refunds SET reference = 'another'`, 'keeps its terms'],
  [`UPDATE hand_refunds SET answer = 'another' WHERE answered_at IS NOT NULL`, 'answered once'],
  [`UPDATE hand_refunds SET state = 'open', decided_by = NULL, decided_at = NULL`, 'decided once'],
  [`UPDATE hand_refunds SET bank_said_at = 1 WHERE id = 'h-dropped'`, 'what_is_not_booked'],
  ['DELETE FROM hand_refunds', 'never deleted'],
])('refuses %s', (sql, why) => {
  const db = databaseBefore(THIS);
  db.exec(
    [
      peopleSql('one', 'two'),
      arrival('dropped', 1_000),
      arrival('booked', 1_002),
      refund('dropped', 'rejected', `'two', 30`),
      refund('booked', 'approved', `'two', 35`, `45, 'two', 46, 'It came back.'`),
    ].join('\n'),
  );
  migrate(db, (name) => name >= THIS);
  expect(() => db.exec(sql)).toThrow(why);
});
