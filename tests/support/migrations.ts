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

type Copied = { serialize: () => Uint8Array; deserialize: (bytes: Uint8Array) => void };

/** The two bytes of the header that name its journal, and the value that every place can open. */
const JOURNAL = [18, 19] as const;
const ROLLBACK_JOURNAL = 1;

/** The same database, apart from then on, in memory. `Kind`: of which class. */
export function copyInto<Database extends Copied>(
  Kind: new (path: string) => Database,
  db: Pick<Copied, 'serialize'>,
): Database {
  const bytes = db.serialize();
  // A file with a write-ahead log is no database in memory until its header says that it has none; its pages are all here.
  for (const at of JOURNAL) bytes[at] = ROLLBACK_JOURNAL;
  const copy = new Kind(':memory:');
  copy.deserialize(bytes);
  return copy;
}

/** Its file, made anew. */
export function saveTo(path: string, db: { exec: (sql: string) => unknown }): void {
  // Without the name of the file system a copy in memory would stay there.
  db.exec(`VACUUM INTO 'file:${path}?vfs=unix'`);
}

const before = new Map<string, DatabaseSync>();
/** Behind the names of all files. */
const NOW = '~';

/** In memory, as it was before a file came. Each file is applied once in a process: that takes a hundred times as long as a copy. */
export function databaseBefore(file: string): DatabaseSync {
  const template = before.get(file) ?? madeBefore(file);
  before.set(file, template);
  return copyInto(DatabaseSync, template);
}

function madeBefore(file: string): DatabaseSync {
  const earlier = [...before.keys()].filter((name) => name < file).toSorted();
  const start = earlier.at(-1);
  const from = start === undefined ? new DatabaseSync(':memory:') : databaseBefore(start);
  return migrate(from, (name) => name < file && (start === undefined || name >= start));
}

/** In memory, with all of them. */
export const currentDatabase = (): DatabaseSync => databaseBefore(NOW);

/** Made at the first call; each call answers a copy of its own. */
export function copiesOf(make: () => DatabaseSync): () => DatabaseSync {
  let made: DatabaseSync | undefined;
  return () => copyInto(DatabaseSync, (made ??= make()));
}

/** People who have nothing yet, as the first release would store them. */
export function peopleSql(...ids: readonly string[]): string {
  const rows = ids.map(
    (id) => `('${id}', '${id}@example.com', '${id}', '5511987654321', '$scrypt$ln=1$a$b', '1', 1, 1, 1, 1)`,
  );
  return `INSERT INTO users (id, email, full_name, phone, password_hash, terms_version, terms_accepted_at, created_at, updated_at, last_active_at)
    VALUES ${rows.join(', ')};`;
}
