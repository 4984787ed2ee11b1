// What a local server needs before it starts: development secrets, the database's shape, seed data.
// Every step is safe to repeat and does nothing when there is nothing to do.

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig, unstable_splitSqlQuery } from 'wrangler';
import { MIGRATIONS, sqlOf } from './migration-files.ts';
import { NodeD1 } from './node-d1.ts';
import { SECRETS, SETTINGS } from './settings.ts';
import { newSigningKey } from './signing-key.ts';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Writes .dev.vars with fresh random secrets, once. Says local, so that a forgotten setting fails closed. */
export function writeDevelopmentSecrets(): void {
  const path = join(ROOT, '.dev.vars');
  const present = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const missing = [
    ...SETTINGS.flatMap(({ name, local }) => (local === undefined ? [] : [[name, local] as const])),
    ...SECRETS.map((name) => [name, newSecret(name)] as const),
  ].filter(([name]) => !new RegExp(`^${name}=`, 'mu').test(present));
  if (missing.length === 0) return;
  const lines = missing.map(([name, value]) => `${name}=${value}\n`).join('');
  const heading = present === '' ? '# Local development only; generated, never committed.\n' : '';
  writeFileSync(path, `${present}${heading}${lines}`, { mode: 0o600 });
}

function newSecret(name: (typeof SECRETS)[number]): string {
  return name === 'SIGNING_KEYS' ? newSigningKey(Date.now()) : randomBytes(32).toString('base64url');
}

/** The `--var NAME:value` arguments for every setting found in this process's environment. */
export function settingArguments(environment: NodeJS.ProcessEnv = process.env): string[] {
  return SETTINGS.flatMap(({ name }) => {
    const value = environment[name];
    return value === undefined ? [] : ['--var', `${name}:${value}`];
  });
}

/** Applies the migrations that the local database does not have yet, by D1 and in one runtime (D106). */
export async function migrate(persistTo: string): Promise<void> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'));
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      compatibilityDate: workerOptions.compatibilityDate,
      d1Databases: workerOptions.d1Databases,
      resourcePersistencePath: join(persistTo, 'v3'),
    } as never),
  );
  try {
    const db = (await runtime.getD1Database('DB')) as unknown as D1Database;
    for (const name of await applyMigrations(db)) console.log(`migration ${name}`);
  } finally {
    await runtime.dispose();
  }
}

/** As wrangler makes it. */
const LIST_OF_APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Each file is one batch with its line in the list that wrangler keeps. Returns the names of those that were applied now. */
export async function applyMigrations(db: D1Database): Promise<readonly string[]> {
  await db.prepare(LIST_OF_APPLIED).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const missing = MIGRATIONS.filter((name) => !applied.has(name));
  for (const name of missing) {
    await db.batch([
      ...unstable_splitSqlQuery(sqlOf(name)).map((sql) => db.prepare(sql)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
  return missing;
}

/** Opens the local database for the length of `work`, with the settings the Worker will see. */
export async function withLocalDatabase<T>(
  persistTo: string,
  work: (db: D1Database, env: Env) => Promise<T>,
): Promise<T> {
  const folder = join(persistTo, 'v3', 'd1', 'miniflare-D1DatabaseObject');
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite') && file !== 'metadata.sqlite');
  if (name === undefined) throw new Error(`no database in ${folder}`);
  const database = new NodeD1(join(folder, name));
  // A large batch stays in memory until it commits; a local database may lose its last commit with the machine.
  database.exec('PRAGMA cache_size = -100000; PRAGMA synchronous = NORMAL;');
  try {
    const db = database as unknown as D1Database;
    return await work(db, { ...localSettings(), DB: db } as Env);
  } finally {
    database.close();
  }
}

/** wrangler.toml, then .dev.vars, then this process's environment: the order in which the Worker gets them. */
export function localSettings(): Record<string, unknown> {
  const { vars } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') });
  const overrides = SETTINGS.flatMap(({ name }) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  );
  return {
    ...vars,
    ...parseEnv(readFileSync(join(ROOT, '.dev.vars'), 'utf8')),
    ...Object.fromEntries(overrides),
  };
}
