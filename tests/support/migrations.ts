// The migrations, file by file: a database as an older release left it, and what comes after.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const FOLDER = resolve(import.meta.dirname, '../../migrations');

/** The names of the files, in their order. */
export const MIGRATIONS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

export const sqlOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** Applies all of them, or those that are wanted. A file is one transaction, as on D1. */
export function migrate<Database extends { exec: (sql: string) => unknown }>(
  db: Database,
  isWanted: (name: string) => boolean = () => true,
): Database {
  for (const name of MIGRATIONS.filter(isWanted)) db.exec(`BEGIN; ${sqlOf(name)}\nCOMMIT;`);
  return db;
}

/** In memory, as it was before a file came. */
export const databaseBefore = (file: string): DatabaseSync =>
  migrate(new DatabaseSync(':memory:'), (name) => name < file);

/** People who have nothing yet, as the first release would store them. */
export function peopleSql(...ids: readonly string[]): string {
  const rows = ids.map(
    (id) => `('${id}', '${id}@example.com', '${id}', '5511987654321', '$scrypt$ln=1$a$b', '1', 1, 1, 1, 1)`,
  );
  return `INSERT INTO users (id, email, full_name, phone, password_hash, terms_version, terms_accepted_at, created_at, updated_at, last_active_at)
    VALUES ${rows.join(', ')};`;
}
