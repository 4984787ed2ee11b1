import { env } from 'cloudflare:workers';
import { fillVault } from './vault.ts';

/** A database without a table gets the current shape and the bars in the vault, and nothing else. */
export async function makeDatabase(): Promise<void> {
  await env.DB.batch(env.TEST_SCHEMA.map((sql) => env.DB.prepare(sql)));
  await fillVault(env.DB);
}
