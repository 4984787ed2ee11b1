// The database of the test's own server, for what no call of the product does.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OWN_SERVER } from './servers.ts';

const DATABASES = join(OWN_SERVER.state, 'v3/d1/miniflare-D1DatabaseObject');
/** The server writes too. */
const BUSY_MS = 5_000;

/** Straight into the tables, for what no call of the product does. One transaction, so that the server waits once. */
export function change(work: (database: DatabaseSync) => void): void {
  withDatabase((database) => {
    database.exec('BEGIN IMMEDIATE');
    work(database);
    database.exec('COMMIT');
  });
}

export function withDatabase<T>(work: (database: DatabaseSync) => T): T {
  const name = readdirSync(DATABASES).find((file) => file.endsWith('.sqlite') && file !== 'metadata.sqlite');
  if (name === undefined) throw new Error(`No database in ${DATABASES}`);
  const database = new DatabaseSync(join(DATABASES, name), { timeout: BUSY_MS });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
