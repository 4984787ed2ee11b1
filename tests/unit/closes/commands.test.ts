// `npm run close:verify` and `npm run ledger:verify` on a copy of a database: an SQLite file, or the SQL of an export.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { sqlLiteral } from '../../../worker/commands/sql-literals.ts';
import { lastClose } from '../../../worker/db/day-closes.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { fund } from '../../support/funds.ts';
import { saveTo } from '../../support/migrations.ts';
import { addCustomer, asD1, CLOSE_ENV, migratedDatabase } from '../../support/node-books.ts';

const COMMANDS = resolve(import.meta.dirname, '../../../worker/commands');
const START = Date.parse('2026-11-20T12:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'onca-copies-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

let kept = '';
beforeAll(async () => {
  const books = migratedDatabase();
  const db = asD1(books);
  await addCustomer(db, 'ana', START);
  await fund(db, { userId: 'ana' }, 20_000, START);
  await closeDays({ db, env: CLOSE_ENV, now: () => START + 2 * DAY_MS + HOUR_MS });
  const last = await lastClose(db);
  kept = `${last?.day}:${last?.hash}`;
  writeFileSync(at('keys.json'), JSON.stringify({ keys: publicKeys(CLOSE_ENV) }));
  saveTo(at('sound.sqlite'), books);
  writeFileSync(at('sound.sql'), exportOf(books));
  books.exec('DROP TRIGGER entries_are_never_updated; UPDATE entries SET amount = amount + 1 WHERE line = 1');
  writeFileSync(at('damaged.sql'), exportOf(books));
  writeFileSync(
    at('hostile.sql'),
    `ATTACH DATABASE '${at('made.sqlite')}' AS made; CREATE TABLE made.t (a);`,
  );
  writeFileSync(at('notes.txt'), 'Dear auditor,');
});

/** As `wrangler d1 export` writes it: tables with their rows in any order, then what lies on them. */
function exportOf(books: NodeD1): string {
  const read = (sql: string) => books.prepare(sql).execute().results as Record<string, string | number>[];
  const schema = read(
    `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name DESC`,
  );
  const tables = schema.filter(({ type }) => type === 'table');
  // table_info leaves out what is computed.
  const rows = ({ name }: Record<string, string | number>) => {
    const columns = read(`PRAGMA table_info(${name})`).map((column) => String(column['name']));
    return read(`SELECT ${columns.join(', ')} FROM ${name}`).map(
      (row) =>
        `INSERT INTO "${name}" (${columns.join(',')}) VALUES(${columns.map((column) => sqlLiteral(row[column])).join(',')});`,
    );
  };
  return [
    'PRAGMA defer_foreign_keys=TRUE;',
    ...tables.flatMap((table) => [`${table['sql']};`].concat(rows(table))),
    ...schema.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
  ].join('\n');
}

type Run = { readonly code: number | null; readonly out: string; readonly said: string };

function run(command: 'close-verify' | 'ledger-verify', ...args: string[]): Promise<Run> {
  // What one of them has compiled the next one reads: they are the same two programs again and again.
  const env = { ...process.env, NODE_COMPILE_CACHE: at('compiled') };
  const child = spawn(process.execPath, [join(COMMANDS, `${command}.ts`), ...args], { env });
  let [out, said] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((settle) => child.on('close', (code) => settle({ code, out, said })));
}

test('sound closes hold, in a file and in an export, and the file stays as it is', async () => {
  const before = readFileSync(at('sound.sqlite'));
  const [file, text] = await Promise.all([
    run('close-verify', at('sound.sqlite'), '--keys', at('keys.json'), '--expect', kept),
    run('close-verify', at('sound.sql')),
  ]);
  expect(file).toMatchObject({ code: 0, said: '' });
  expect(file.out).toContain(
    '2 closes hold, 2026-11-20 to 2026-11-21, in 1 chain: entries, chain and signatures.',
  );
  expect(file.out).toContain(`--expect ${kept}`);
  expect(text).toMatchObject({ code: 0, said: '' });
  expect(text.out).toContain('The signatures were not looked at');
  expect(readFileSync(at('sound.sqlite')).equals(before)).toBe(true);
});

test('damage is named by both, and ends with 1', async () => {
  const [closes, ledger, sound] = await Promise.all([
    run('close-verify', at('damaged.sql'), '--keys', at('keys.json')),
    run('ledger-verify', at('damaged.sql')),
    run('ledger-verify', at('sound.sql')),
  ]);
  expect(closes.code).toBe(1);
  expect(closes.said).toContain('2026-11-20 cashCents: 20000, computed 20001');
  expect(ledger.code).toBe(1);
  expect(ledger.said).toContain('entries-sum-to-zero');
  expect(ledger.said).toContain('closes-equal-entries: 2026-11-20');
  expect(sound).toMatchObject({ code: 0, said: '' });
  expect(sound.out).toContain('The books agree');
});

test('a close that was kept and is another, or not there, ends with 1', async () => {
  const [other, gone] = await Promise.all([
    run('close-verify', at('sound.sqlite'), '--expect', `2026-11-21:${'0'.repeat(64)}`),
    run('close-verify', at('sound.sqlite'), '--expect', `2026-11-22:${'0'.repeat(64)}`),
  ]);
  expect([other.code, other.said]).toEqual([1, expect.stringContaining('has another hash')]);
  expect([gone.code, gone.said]).toEqual([1, expect.stringContaining('is not there')]);
});

test('what is no copy of a database is said in a sentence, and nothing is opened for it', async () => {
  const runs = await Promise.all(
    ['hostile.sql', 'notes.txt', 'nowhere.sqlite'].map((name) => run('ledger-verify', at(name))),
  );
  for (const { code, said } of runs) {
    expect(code).toBe(2);
    expect(said).toMatch(/^\S+ is no copy of a database that this release can read: [^\n]+\n$/u);
  }
  expect(existsSync(at('made.sqlite'))).toBe(false);
});

test('words that are none of the command are answered with its usage', async () => {
  const wrong = [
    ['--expect', 'yesterday'],
    ['a', '--remote'],
  ];
  for (const { code, said } of await Promise.all(wrong.map((args) => run('close-verify', ...args)))) {
    expect(code).toBe(2);
    expect(said).toContain('Usage: npm run close:verify');
  }
});
