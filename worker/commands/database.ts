// Which database a command works on: the local one, which it brings up to date first, or the deployed one.

import { join } from 'node:path';
import { migrate, ROOT, withLocalDatabase, writeDevelopmentSecrets } from './local-setup.ts';
import { wranglerDatabase } from './wrangler-database.ts';

/** `env`: the settings of this machine; null of the deployed one. */
export async function withDatabase<T>(
  remote: boolean,
  work: (db: D1Database, env: Env | null) => Promise<T>,
): Promise<T> {
  if (remote) return work(wranglerDatabase(['--remote']), null);
  const state = process.env['ONCA_STATE'] ?? join(ROOT, '.wrangler', 'state');
  writeDevelopmentSecrets();
  await migrate(state);
  return withLocalDatabase(state, work);
}
