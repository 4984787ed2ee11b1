// The migrations, file by file: a database as an older release left it, and what comes after.

import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS, sqlOf } from '../../worker/commands/migration-files.ts';

/** Applies all of them, or those that are wanted. A file is one transaction, as on D1. */
export function migrate<Database extends { exec: (sql: string) => unknown }>(
  db: Database,
  isWanted: (name: string) => boolean = () => true,
): Database {
  for (const name of MIGRATIONS.filter(isWanted)) db.exec(`BEGIN; ${sqlOf(name)}\nCOMMIT;`);
  return db;
}

/** The same database, apart from then on, in memory. `Kind`: of which class. */
export function copyInto<Database extends { exec: (sql: string) => unknown }>(
  Kind: new (path: string) => Database,
  db: Database,
): Database {
  const path = `file:/copy-${crypto.randomUUID()}?vfs=memdb`;
  // It lives as long as somebody has it open.
  const copy = new Kind(path);
  db.exec(`VACUUM INTO '${path}'`);
  return copy;
}

/** Its file, made anew. */
export function saveTo(path: string, db: { exec: (sql: string) => unknown }): void {
  // Without the name of the file system a copy in memory would stay there.
  db.exec(`VACUUM INTO 'file:${path}?vfs=unix'`);
}

const before = new Map<string, DatabaseSync>();

/** In memory, as it was before a file came. The files are applied once in a process: that takes a hundred times as long as a copy. */
export function databaseBefore(file: string): DatabaseSync {
  const template = before.get(file) ?? migrate(new DatabaseSync(':memory:'), (name) => name < file);
  before.set(file, template);
  return copyInto(DatabaseSync, template);
}

/** People who have nothing yet, as the first release would store them. */
export function peopleSql(...ids: readonly string[]): string {
  const rows = ids.map(
    (id) => `('${id}', '${id}@example.com', '${id}', '5511987654321', '$scrypt$ln=1$a$b', '1', 1, 1, 1, 1)`,
  );
  return `INSERT INTO users (id, email, full_name, phone, password_hash, terms_version, terms_accepted_at, created_at, updated_at, last_active_at)
    VALUES ${rows.join(', ')};`;
}
