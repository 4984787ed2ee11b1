// migrations/0021_contact_messages.sql on a database that is in use: messages from before are open, and no mail is lost.

import { expect, test } from 'vitest';
import { MAIL_KINDS } from '../../../worker/domain/mail-messages.ts';
import { copiesOf, databaseBefore, migrate, peopleSql } from '../../support/migrations.ts';

const CONTACTS = '0021_contact_messages.sql';

const STORED = `
  ${peopleSql('ana')}
  INSERT INTO submissions (id, type, email, data, submitted_at)
    VALUES ('c1', 'contact', 'a@b.co', '{}', 5), ('s1', 'signup', 'a@b.co', '{}', 6);
  INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, state, rank, next_attempt_at, expires_at, created_at, updated_at, discarded_at)
    VALUES ('m1', 'ana', 'welcome', '{}', 'ana@example.com', 'Ana Prado', 'en', 'waiting', 1, 9, 99, 1, 1, NULL),
           ('m2', 'ana', 'welcome', '{}', 'ana@example.com', 'Ana Prado', 'en', 'dead', 1, NULL, 99, 1, 1, 7);`;

const stored = copiesOf(() => {
  const db = databaseBefore(CONTACTS);
  db.exec(STORED);
  return db;
});
const migrated = copiesOf(() => migrate(stored(), (name) => name >= CONTACTS));

test('every message of the outbox is there as it was', () => {
  const db = migrated();
  const before = stored().prepare('SELECT * FROM mail_outbox').all();
  // Later migrations add columns, and take nothing.
  const after = db.prepare('SELECT * FROM mail_outbox').all();
  expect(after).toHaveLength(before.length);
  expect(after).toMatchObject(before);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('a contact message from before is open and nobody’s, as one from after; other submissions are no work', () => {
  const db = migrated();
  db.exec(
    "INSERT INTO submissions (id, type, email, data, submitted_at) VALUES ('c2', 'contact', 'a@b.co', '{}', 8)",
  );
  const rows = db
    .prepare(
      'SELECT submission_id, state, owner_id, revision, sent_at FROM contact_messages ORDER BY sent_at',
    )
    .all();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['c1', 'open', null, 0, 5],
    ['c2', 'open', null, 0, 8],
  ]);
});

const MAIL =
  'INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, rank, next_attempt_at, expires_at, created_at, updated_at)';
test.each([
  [
    'a message without an account that answers nobody',
    `${MAIL} VALUES ('x', NULL, 'welcome', '{}', 'a@b.co', 'A', 'en', 1, 1, 9, 1, 1)`,
  ],
  ['a state nobody knows', "UPDATE contact_messages SET state = 'lost'"],
  ['an owner nobody knows', "UPDATE contact_messages SET owner_id = 'rui'"],
  ['an empty answer', "INSERT INTO contact_answers VALUES ('a', 'c1', 'ana', '', 'en', 9)"],
  ['an answer to no contact message', "INSERT INTO contact_answers VALUES ('a', 's1', 'ana', 'Oi', 'en', 9)"],
])('the database refuses %s', (_, sql) => {
  expect(() => migrated().exec(sql)).toThrow(/constraint failed|only_some_kinds/u);
});

test('an answer goes to who has no account', () => {
  const db = migrated();
  db.exec(`${MAIL} VALUES ('x', NULL, 'contact-answer', '{}', 'a@b.co', 'A', 'en', 0, 1, 9, 1, 1)`);
  expect(db.prepare('SELECT count(*) AS n FROM mail_outbox').get()).toEqual({ n: 3 });
});

test('the open ones are counted in an index', () => {
  const db = migrated();
  const plan = db
    .prepare("EXPLAIN QUERY PLAN SELECT count(*), min(sent_at) FROM contact_messages WHERE state = 'open'")
    .all();
  expect(plan.map((row) => row['detail'])).toEqual([
    'SEARCH contact_messages USING COVERING INDEX contact_messages_by_state (state=?)',
  ]);
});

test('the kinds of letters are the ones that the code writes', () => {
  const rows = migrated().prepare('SELECT kind FROM mail_kinds ORDER BY kind').all();
  expect(rows.map((row) => row['kind'])).toEqual(MAIL_KINDS.toSorted());
});

test('a link for a new password that was sent before this release still works, for its mailbox', () => {
  const db = databaseBefore('0026');
  db.exec(`${peopleSql('ana')}
    INSERT INTO password_resets (id, user_id, token_hash, created_at, expires_at, uses, spent_at)
      VALUES ('r1', 'ana', '${'a'.repeat(43)}', 1, 9, 0, NULL), ('r2', 'ana', '${'b'.repeat(43)}', 2, 9, 1, 3);`);
  migrate(db, (name) => name >= '0026');
  const rows = db
    .prepare(
      'SELECT id, purpose, email, subject_id, created_at, expires_at, uses, spent_at FROM mailed_links ORDER BY id',
    )
    .all();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['r1', 'password-reset', 'ana@example.com', null, 1, 9, 0, null],
    ['r2', 'password-reset', 'ana@example.com', null, 2, 9, 1, 3],
  ]);
  expect(db.prepare('SELECT email_confirmed_at AS at FROM users').get()).toEqual({ at: null });
});
