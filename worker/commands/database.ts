// Which database a command works on: the local one, which it brings up to date first, or the deployed one.

import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { AuditActor } from '../db/audit-log.ts';

/** `env`: the settings of this machine; null of the deployed one. */
export async function withDatabase<T>(
  remote: boolean,
  work: (db: D1Database, env: Env | null) => Promise<T>,
): Promise<T> {
  // Loaded here: Miniflare takes half a second, and a command that reads a file needs none.
  if (remote) {
    const { wranglerDatabase } = await import('./wrangler-database.ts');
    return work(wranglerDatabase(['--remote']), null);
  }
  const { migrate, ROOT, withLocalDatabase, writeDevelopmentSecrets } = await import('./local-setup.ts');
  const state = process.env['ONCA_STATE'] ?? join(ROOT, '.wrangler', 'state');
  writeDevelopmentSecrets();
  await migrate(state);
  return withLocalDatabase(state, work);
}

/** For the audit log: a machine, by the command and who ran it. */
export function whoRuns(command: string): AuditActor {
  const actor = `npm run ${command} (${userInfo().username}@${hostname()})`.slice(0, 254);
  return { actorId: null, actor, device: null, place: null };
}
