// A database in a file: SQLite's own, or the SQL that `wrangler d1 export` writes. It is read, and stays as it is.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { NodeD1 } from './node-d1.ts';

/** Every SQLite file begins so. */
const MAGIC = 'SQLite format 3\0';

export async function withExportedDatabase<T>(
  file: string,
  work: (db: D1Database) => Promise<T>,
): Promise<T> {
  let database: NodeD1 | undefined;
  try {
    database = isSqlite(file) ? new NodeD1(file, { readOnly: true }) : loaded(readFileSync(file, 'utf8'));
    return await work(database as unknown as D1Database);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`${file} is no copy of a database that this release can read: ${why}`);
    return process.exit(2);
  } finally {
    database?.close();
  }
}

function isSqlite(file: string): boolean {
  const head = Buffer.alloc(MAGIC.length);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, head, 0, head.length, 0);
  } finally {
    closeSync(opened);
  }
  return head.toString('latin1') === MAGIC;
}

/** In memory. The tables come in the order of their names, so that what refers may come before what it refers to. */
export function loaded(sql: string): NodeD1 {
  const database = new NodeD1(':memory:');
  database.confine();
  database.exec('PRAGMA foreign_keys = OFF');
  database.exec(sql);
  return database;
}
