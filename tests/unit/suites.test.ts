// `npm test` runs the worker tests as suites (tests/support/suite.ts): a file that no suite names would never run.

import { globSync, readFileSync } from 'node:fs';
import { matchesGlob, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migratedSchema } from '../support/migrated-schema.ts';
import { currentDatabase } from '../support/migrations.ts';

const WORKER = resolve(import.meta.dirname, '../worker');

const ALONE = '.alone.test.ts';

test.each([
  ['filesOf', 'exactly one suite', (file: string) => !file.endsWith(ALONE)],
  ['aloneFilesOf', 'exactly one suite with databases of their own', (file: string) => file.endsWith(ALONE)],
])('%s: each worker test file is in %s', (call, _, isMeant) => {
  const globs = globSync('*.suite.ts', { cwd: WORKER })
    .map((suite) => readFileSync(resolve(WORKER, suite), 'utf8'))
    .filter((suite) => suite.includes(`\n${call}(`))
    .flatMap((suite) => [...suite.matchAll(/'\.\/([^']+\.test\.ts)'/gu)].map(([, glob = '']) => glob));
  const files = globSync('**/*.test.ts', { cwd: WORKER }).filter(isMeant);
  expect(files.length).toBeGreaterThan(10);
  const wrong = files.filter((file) => globs.filter((glob) => matchesGlob(file, glob)).length !== 1);
  expect(wrong).toEqual([]);
});

test('a worker test begins with what the migrations leave, table by table and row by row', () => {
  const made = new DatabaseSync(':memory:');
  made.exec(`BEGIN; ${migratedSchema().join(';')}; COMMIT;`);
  const migrated = currentDatabase();
  const tables = migrated.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  for (const sql of [
    'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name',
    ...tables.map(({ name }) => `SELECT * FROM "${String(name)}"`),
  ]) {
    expect(made.prepare(sql).all()).toEqual(migrated.prepare(sql).all());
  }
  expect(made.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});
