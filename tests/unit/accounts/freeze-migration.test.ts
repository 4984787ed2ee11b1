// migrations/0035_freeze.sql on a database that is in use: nobody is frozen by it, and its rules hold from then on.

import { expect, test } from 'vitest';
import { UNFREEZE_WAIT_MS } from '../../../worker/domain/freeze.ts';
import { copiesOf, databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';

const FREEZE = '0035_freeze.sql';

/** With a customer, a session, an account with money and a letter from before. */
const migrated = copiesOf(() => {
  const db = databaseBefore(FREEZE);
  db.exec(`
    ${peopleSql('ana')}
    INSERT INTO sessions (id, user_id, remembered, created_at, last_seen_at, expires_at) VALUES ('s', 'ana', 1, 1, 1, 99);
    INSERT INTO accounts (id, kind, cash_cents, created_at) VALUES ('ana', 'customer', 500, 1);
    INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, rank, next_attempt_at, expires_at, created_at, updated_at)
      VALUES ('m', 'ana', 'welcome', '{}', 'ana@example.com', 'Ana Prado', 'en', 1, 9, 99, 1, 1);`);
  return migrate(db, (name) => name >= FREEZE);
});

const GUARD = (step: string, n: number) =>
  `INSERT INTO guards (operation_id, step, n) VALUES ('o', '${step}', ${n})`;

test('nobody is frozen, and everything of before is there', () => {
  const db = migrated();
  expect(db.prepare('SELECT count(*) AS n FROM freezes').get()).toEqual({ n: 0 });
  expect(
    db
      .prepare(
        'SELECT a.cash_cents AS cash, s.id AS session FROM accounts a JOIN sessions s ON s.user_id = a.id',
      )
      .all(),
  ).toEqual([{ cash: 500, session: 's' }]);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('a guard tells a freeze from a statement that matched no row', () => {
  const db = migrated();
  expect(() => db.exec(GUARD('not-frozen', 0))).toThrow('account_is_frozen');
  expect(() => db.exec(GUARD('cash', 0))).toThrow('guard_matched_one_row');
  db.exec(GUARD('not-frozen', 1));
});

test.each([
  ['of nobody', "INSERT INTO freezes VALUES ('rui', 1, NULL)"],
  ['twice', "INSERT INTO freezes VALUES ('ana', 1, NULL), ('ana', 2, NULL)"],
  ['that ends before its day', `INSERT INTO freezes VALUES ('ana', 1, ${UNFREEZE_WAIT_MS})`],
])('the database refuses a freeze %s', (_, sql) => {
  expect(() => migrated().exec(sql)).toThrow(/constraint failed/u);
});

test('a freeze may end as soon as its day is over', () => {
  const put = () => migrated().exec(`INSERT INTO freezes VALUES ('ana', 1, ${UNFREEZE_WAIT_MS + 1})`);
  expect(put).not.toThrow();
});
