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

/** The objects, buckets and limits of wrangler.toml. All customers come from one machine, so that the platform's limits are far away. */
export const productBindings = () => ({
  r2Buckets: Object.fromEntries(CONFIG.r2_buckets.map(({ binding }) => [binding, binding.toLowerCase()])),
  durableObjects: Object.fromEntries(
    CONFIG.durable_objects.bindings.map(({ name, class_name: className }) => [
      name,
      { className, useSQLite: true },
    ]),
  ),
  serviceBindings: { ASSETS: () => new Response('', { status: 404 }) },
  ratelimits: Object.fromEntries(
    CONFIG.ratelimits.map(({ name, namespace_id }) => [
      name,
      { namespace_id, simple: { limit: 1_000_000, period: 60 } },
    ]),
  ),
});

/** A D1 without a Worker on the state of this folder. */
export async function withD1<T>(state: string, use: (db: D1Database) => Promise<T>): Promise<T> {
  const miniflare = runtimeOn(state, { modules: true, script: 'export default {}' });
  try {
    return await use((await miniflare.getD1Database('DB')) as unknown as D1Database);
  } finally {
    await miniflare.dispose();
  }
}
