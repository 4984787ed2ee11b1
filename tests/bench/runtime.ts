// Miniflare as every server of the bench has it: its own API, a direct socket, state in a folder.

import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { CONFIG } from './settings.ts';

export const DATABASE = { DB: 'bench' } as const;

export function runtimeOn(state: string, options: Readonly<Record<string, unknown>>): Miniflare {
  const { compatibility_date: compatibilityDate, compatibility_flags: compatibilityFlags } = CONFIG;
  return new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      compatibilityDate,
      compatibilityFlags,
      d1Databases: DATABASE,
      resourcePersistencePath: state,
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
      ...options,
    } as never),
  );
}

/** A D1 without a Worker on the state of this folder. */
export async function withD1<T>(state: string, use: (db: D1Database) => Promise<T>): Promise<T> {
  const miniflare = runtimeOn(state, { modules: true, script: 'export default {}' });
  try {
    return await use((await miniflare.getD1Database('DB')) as unknown as D1Database);
  } finally {
    await miniflare.dispose();
  }
}
