// migrations/0004_public.sql on a database that already holds submissions, and the rules its constraints hold.

import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqlOf } from '../../../worker/commands/migration-files.ts';
import { databaseBefore } from '../../support/migrations.ts';

const PUBLIC = '0004_public.sql';

function database(): DatabaseSync {
  const db = databaseBefore(PUBLIC);
  db.exec(sqlOf(PUBLIC));
  return db;
}

function storeSubmission(db: DatabaseSync, id: string, at: number): void {
  db.prepare(
    "INSERT INTO submissions (id, type, email, data, submitted_at) VALUES (?, 'contact', 'a@b.co', '{}', ?)",
  ).run(id, at);
}

test('submissions from before the release wait in line with those after it', () => {
  const db = databaseBefore(PUBLIC);
  storeSubmission(db, 'before', 1_000);
  db.exec(sqlOf(PUBLIC));
  storeSubmission(db, 'after', 2_000);
  const rows = db
    .prepare(
      'SELECT submission_id, state, attempts, next_attempt_at FROM submission_forwards ORDER BY next_attempt_at',
    )
    .all();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['before', 'pending', 0, 1_000],
    ['after', 'pending', 0, 2_000],
  ]);
});

test('what is due is found in an index, however many are over', () => {
  const db = database();
  const plan = db
    .prepare(
      'EXPLAIN QUERY PLAN SELECT submission_id FROM submission_forwards WHERE next_attempt_at <= 5 ORDER BY next_attempt_at LIMIT 3',
    )
    .all();
  expect(plan.map((row) => row['detail'])).toEqual([
    'SEARCH submission_forwards USING COVERING INDEX submission_forwards_due (next_attempt_at<?)',
  ]);
});

test.each([
  ['a sent row that is sent again', "UPDATE submission_forwards SET state = 'sent'"],
  ['a pending row without a time', 'UPDATE submission_forwards SET next_attempt_at = NULL'],
  ['a state nobody knows', "UPDATE submission_forwards SET state = 'lost'"],
  ['attempts below zero', 'UPDATE submission_forwards SET attempts = -1'],
  ['an endless error', "UPDATE submission_forwards SET last_error = printf('%.301c', 'x')"],
  [
    'an address in capitals',
    "INSERT INTO newsletter_subscribers (email, language, created_at) VALUES ('A@b.co', 'en', 1)",
  ],
  [
    'an address between spaces',
    "INSERT INTO newsletter_subscribers (email, language, created_at) VALUES (' a@b.co', 'en', 1)",
  ],
  [
    'a language without a site',
    "INSERT INTO newsletter_subscribers (email, language, created_at) VALUES ('a@b.co', 'fr', 1)",
  ],
  ['half an hour', "INSERT INTO feed_hours VALUES ('spot', 1800000, 1, 0)"],
  ['a minute 61', "INSERT INTO feed_hours VALUES ('spot', 3600000, 0, 1073741824)"],
  ['a second row of counts', 'INSERT INTO public_stats (id, taken_at, claimed_at) VALUES (2, 0, 0)'],
  ['counts that are no JSON', "UPDATE public_stats SET body = 'x'"],
])('the database refuses %s', (_name, sql) => {
  const db = database();
  storeSubmission(db, 'one', 1_000);
  expect(() => db.exec(sql)).toThrow(/CHECK constraint failed/u);
});

test('an address subscribes once', () => {
  const db = database();
  const sql = "INSERT INTO newsletter_subscribers (email, language, created_at) VALUES ('a@b.co', 'en', 1)";
  db.exec(sql);
  expect(() => db.exec(sql)).toThrow(/UNIQUE constraint failed: newsletter_subscribers.email/u);
});
