// migrations/0040_stock.sql on a database with customers: nothing that was stored is lost, what customers hold is not covered by any
// bar, and so nothing is sold until bars come in; selling back, closing and reversals of purchases go on.

import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { copiesOf, databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';

const THIS = '0040_stock.sql';

/** Ana holds 3 oz of gold and a bonus of 2 oz of silver; proposals about people, and what refers to them. */
function stored(): DatabaseSync {
  const db = databaseBefore(THIS);
  db.exec(`
    ${peopleSql('ana', 'bia', 'rui')}
    INSERT INTO accounts (id, kind, cash_cents, created_at) VALUES ('ana', 'customer', 20000, 1);
    INSERT INTO holdings (account_id, metal, ounces_e4, held_ounces_e4, updated_at)
      VALUES ('ana', 'gold', 30000, 0, 1), ('ana', 'silver', 20000, 20000, 1);
    INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, reply, created_at) VALUES
      ('buy', 1, 'ana', 'customer', 'k1', 'h', 'trade', 'q1', '{"a": 1}', 5), ('bonus', 2, 'ana', 'customer', 'k2', 'h', 'bonus', NULL, '{}', 6);
    INSERT INTO entries VALUES ('buy', 1, 'ana', 'gold', 30000), ('buy', 2, 'house:metal-inventory', 'gold', -30000),
      ('bonus', 1, 'ana', 'silver', 20000), ('bonus', 2, 'house:promotion-expense', 'silver', -20000);
    INSERT INTO operator_proposals (id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, state, decided_by, decided_at, decision_note)
      VALUES ('p1', 'email', 'ana', '{"email":"new@example.com"}', 'bia', 1, 9, 'a reason', 'approved', 'rui', 2, NULL),
        ('p2', 'suspend', 'ana', '{}', 'bia', 1, 9, 'a reason', 'open', NULL, NULL, NULL);
    INSERT INTO email_changes (id, user_id, from_email, to_email, requested_at, expires_at, proposal_id)
      VALUES ('e1', 'ana', 'ana@example.com', 'new@example.com', 2, 9, 'p1');`);
  return db;
}

let db: DatabaseSync;
beforeEach(() => {
  db = stored();
});
const after = copiesOf(() => migrate(stored(), (name) => name >= THIS));
const upTo = () => {
  db = after();
};
const rows = (sql: string) => db.prepare(sql).all();
const stock = () =>
  rows('SELECT metal, free_e4 AS free, uncovered_e4 AS uncovered FROM stock ORDER BY metal');

test('what was stored before is stored after, field by field', () => {
  const tables = ['operations', 'entries', 'holdings', 'accounts', 'email_changes', 'identity_openings'];
  const read = () => [
    ...tables.map((table) => rows(`SELECT * FROM ${table} ORDER BY 1, 2`)),
    rows(`SELECT id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, state, decided_by, decided_at,
      decision_note FROM operator_proposals`),
  ];
  const before = read();
  upTo();
  const [operations, entries, holdings, accounts = [], ...rest] = read();
  // Later accounts of the house are new.
  const then = new Set(before[3]?.map(({ id }) => id));
  const known = accounts.filter(({ id }) => then.has(id));
  expect([operations, entries, holdings, known, ...rest]).toEqual(before);
  expect(rows('SELECT DISTINCT bar FROM operator_proposals')).toEqual([{ bar: null }]);
  expect(rows('PRAGMA foreign_key_check')).toEqual([]);
});

test('a proposal is about somebody or about a bar, and one about each is open', () => {
  upTo();
  const propose = (id: string, subject: string, bar: string) =>
    db.exec(`INSERT INTO operator_proposals (id, kind, subject_id, bar, detail, proposed_by, proposed_at, expires_at, reason)
      VALUES ('${id}', 'bar-receipt', ${subject}, ${bar}, '{}', 'bia', 1, 9, 'a reason')`);
  expect(() => propose('n1', 'NULL', 'NULL')).toThrow('about_somebody_or_a_bar');
  expect(() => propose('n2', `'ana'`, `'gold/x/1'`)).toThrow('about_somebody_or_a_bar');
  propose('n3', 'NULL', `'gold/x/1'`);
  expect(() => propose('n4', 'NULL', `'gold/x/1'`)).toThrow('UNIQUE');
  propose('n5', 'NULL', `'gold/x/2'`);
});

describe('what customers hold, and no bar covers', () => {
  beforeEach(upTo);

  /** What the house's metal gains by one operation. */
  const move = (asset: string, amount: number, account = 'house:metal-inventory') => {
    const n = rows('SELECT 1 FROM operations').length + 1;
    db.exec('BEGIN');
    try {
      db.exec(`INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
          VALUES ('o${n}', ${n}, 'ana', 'house', 'k${n}', 'h', 'gift', 9);
        INSERT INTO entries VALUES ('o${n}', 1, '${account}', '${asset}', ${amount}), ('o${n}', 2, 'ana', '${asset}', ${-amount});`);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };

  test('is uncovered, bonus included, and the house sells nothing of it', () => {
    expect(stock()).toEqual([
      { metal: 'gold', free: 0, uncovered: 30_000 },
      { metal: 'silver', free: 0, uncovered: 20_000 },
    ]);
    for (const [asset, account] of [
      ['gold', 'house:metal-inventory'],
      ['silver', 'house:promotion-expense'],
    ] as const)
      expect(() => move(asset, -1, account)).toThrow('stock_covers_what_is_sold');
    expect(stock()[0]).toEqual({ metal: 'gold', free: 0, uncovered: 30_000 });
  });

  test('can be sold back, to the last grain, and what comes in covers it first', () => {
    move('gold', 10_000);
    expect(stock()[0]).toEqual({ metal: 'gold', free: 0, uncovered: 20_000 });
    expect(() => move('gold', -1)).toThrow('stock_covers_what_is_sold');
    move('gold', 25_000);
    expect(stock()[0]).toEqual({ metal: 'gold', free: 5_000, uncovered: 0 });
    move('gold', -5_000);
    expect(() => move('gold', -1)).toThrow('stock_covers_what_is_sold');
    expect(stock()[0]).toEqual({ metal: 'gold', free: 0, uncovered: 0 });
    move('silver', 20_000, 'house:promotion-expense');
    expect(stock()[1]).toEqual({ metal: 'silver', free: 0, uncovered: 0 });
  });

  test('dollars, and metal of others, move no stock', () => {
    move('usd', -500);
    move('usd', -500, 'house:promotion-expense');
    move('gold', -7, 'house:suppliers');
    expect(stock()[0]).toEqual({ metal: 'gold', free: 0, uncovered: 30_000 });
  });

  test('a metal always has its row, and a bar stays what it is', () => {
    expect(() => db.exec('DELETE FROM stock')).toThrow('each metal has its stock');
    expect(() => db.exec('UPDATE stock SET free_e4 = -1')).toThrow('stock_covers_what_is_sold');
    expect(() => db.exec('UPDATE stock SET free_e4 = 1')).toThrow('free_or_uncovered');
    move('gold', 0.5 * 60_000);
    db.exec(`INSERT INTO bars VALUES ('b', 'gold', 'Metalor', 'A1', 401125, 9958, 399440, 0, 'buy', NULL)`);
    expect(() =>
      db.exec(
        `INSERT INTO bars VALUES ('c', 'gold', 'METALOR', 'A1', 401125, 9958, 399440, 0, 'bonus', NULL)`,
      ),
    ).toThrow('UNIQUE');
    for (const change of [`serial = 'A2'`, 'fine_e3 = 1', 'sample = 1', `in_operation = 'bonus'`])
      expect(() => db.exec(`UPDATE bars SET ${change}`)).toThrow('a bar stays what it is');
    expect(() => db.exec('DELETE FROM bars')).toThrow('bars are never deleted');
    db.exec(`UPDATE bars SET out_operation = 'bonus'`);
    expect(() => db.exec(`UPDATE bars SET out_operation = NULL`)).toThrow('a bar stays what it is');
    // It has left, and may come back.
    db.exec(`INSERT INTO bars VALUES ('c', 'gold', 'METALOR', 'A1', 401125, 9958, 399440, 0, 'o3', NULL)`);
  });
});
