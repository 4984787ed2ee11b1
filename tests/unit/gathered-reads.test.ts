// Reads of one turn are one call, behind a statement that decides whether they are told; over SQLite in process.

import { drizzle } from 'drizzle-orm/d1';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { NodeD1 } from '../../worker/commands/node-d1.ts';
import { GatheredReads } from '../../worker/db/gathered-reads.ts';

const words = sqliteTable('words', { id: integer('id').primaryKey(), word: text('word').notNull() });

/** A database with some words in it; `calls` has the statements of each call that reached it. */
function aDatabase() {
  const node = new NodeD1(':memory:');
  node.exec('CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT NOT NULL)');
  node.exec(`INSERT INTO words (word) VALUES ('gold'), ('silver'), ('ounce')`);
  const calls: number[] = [];
  const db = {
    prepare: (sql: string) => node.prepare(sql),
    batch: (statements: Parameters<NodeD1['batch']>[0]) => {
      calls.push(statements.length);
      return node.batch(statements);
    },
  } as unknown as D1Database;
  return { node, db, calls };
}

class Shut extends Error {}

/** Reads whose opening says who asks, or that the door is shut. */
function readsOf(db: D1Database, isShut = false) {
  const judge = ({ results }: D1Result) => {
    if (isShut) throw new Shut();
    return (results as { name: string }[])[0]?.name;
  };
  return new GatheredReads(db, { statement: db.prepare(`SELECT 'ana' AS name`), judge });
}

const wordOf = (db: D1Database, id: number) =>
  db.prepare('SELECT word FROM words WHERE id = ?1').bind(id).first<string>('word');

test('what is asked for in one turn goes in one call, with the opening in front', async () => {
  const { db, calls } = aDatabase();
  const reads = readsOf(db);
  const all = reads.db.prepare('SELECT word FROM words ORDER BY id').all<{ word: string }>();
  const batch = reads.db.batch([
    reads.db.prepare('SELECT count(*) AS n FROM words'),
    reads.db.prepare('SELECT id FROM words WHERE word = ?1').bind('ounce'),
  ]);
  const answers = await Promise.all([
    wordOf(reads.db, 2),
    wordOf(reads.db, 9),
    reads.db.prepare('SELECT * FROM words WHERE id = 1').first(),
    all,
    batch,
    reads.opened(),
  ]);
  expect(answers.slice(0, 3)).toEqual(['silver', null, { id: 1, word: 'gold' }]);
  expect((await all).results.map(({ word }) => word)).toEqual(['gold', 'silver', 'ounce']);
  expect((await batch).map(({ results }) => results)).toEqual([[{ n: 3 }], [{ id: 3 }]]);
  expect(answers.at(-1)).toBe('ana');
  expect(calls).toEqual([7]);
});

test('a read that waits for the answer of another is a call of its own, and the opening goes once', async () => {
  const { db, calls } = aDatabase();
  const reads = readsOf(db);
  const first = await wordOf(reads.db, 1);
  expect(first).toBe('gold');
  await Promise.all([wordOf(reads.db, 2), wordOf(reads.db, 3)]);
  expect(await reads.opened()).toBe('ana');
  expect(calls).toEqual([2, 2]);
});

test('a read through drizzle goes with the others, its columns in their order', async () => {
  const { db, calls } = aDatabase();
  const reads = readsOf(db);
  const listed = async () =>
    drizzle(reads.db).select({ text: words.word, id: words.id }).from(words).limit(2);
  expect(await Promise.all([wordOf(reads.db, 3), listed()])).toEqual([
    'ounce',
    [
      { text: 'gold', id: 1 },
      { text: 'silver', id: 2 },
    ],
  ]);
  expect(calls).toEqual([3]);
});

test('where nothing is read the opening goes alone, once', async () => {
  const { db, calls } = aDatabase();
  const reads = readsOf(db);
  expect(await Promise.all([reads.opened(), reads.opened()])).toEqual(['ana', 'ana']);
  expect(await reads.opened()).toBe('ana');
  expect(calls).toEqual([1]);
});

test('who is told nothing gets no row: not of the first call, and later ones are not made', async () => {
  const { db, calls } = aDatabase();
  const reads = readsOf(db, true);
  const first = [wordOf(reads.db, 1), reads.db.prepare('SELECT 1').all(), reads.opened()];
  for (const { status } of await Promise.allSettled(first)) expect(status).toBe('rejected');
  await expect(wordOf(reads.db, 2)).rejects.toBeInstanceOf(Shut);
  await expect(reads.db.batch([reads.db.prepare('SELECT 1')])).rejects.toBeInstanceOf(Shut);
  await expect(reads.opened()).rejects.toBeInstanceOf(Shut);
  expect(calls).toEqual([3]);
});

test('who is told nothing is told nothing of a join either', async () => {
  const { db } = aDatabase();
  const joined = 'SELECT a.word, b.word FROM words a JOIN words b ON b.id = a.id + 1 ORDER BY a.id';
  expect(await readsOf(db).db.prepare(joined).raw()).toEqual([
    ['gold', 'silver'],
    ['silver', 'ounce'],
  ]);
  await expect(readsOf(db, true).db.prepare(joined).raw()).rejects.toBeInstanceOf(Shut);
});

test('a statement that fails fails its call, and the next one is made', async () => {
  const { db, calls } = aDatabase();
  const reads = readsOf(db);
  await reads.opened();
  const failed = await Promise.allSettled([
    reads.db.prepare('SELECT json(?1)').bind('no json').all(),
    wordOf(reads.db, 1),
  ]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await wordOf(reads.db, 1)).toBe('gold');
  expect(calls).toEqual([1, 2, 1]);
});

test.each([
  `INSERT INTO words (word) VALUES ('x')`,
  `UPDATE words SET word = 'x'`,
  'DELETE FROM words',
  `WITH x AS (SELECT 1) INSERT INTO words (word) SELECT 'x' FROM x`,
  `with x as (select 1) update words set word = 'x'`,
  'WITH x AS (SELECT 1) DELETE FROM words',
  'DROP TABLE words',
  'PRAGMA user_version = 1',
])('%s is no read', (sql) => {
  const { db } = aDatabase();
  expect(() => readsOf(db).db.prepare(sql)).toThrow('reads');
});
