// The buckets of wrangler.toml as a program on this machine reaches them: those of a local state, or those of the deployment, through
// wrangler's sign-in. With them comes the file of the local database, which wrangler names.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getPlatformProxy, type Unstable_Config, unstable_readConfig } from 'wrangler';
import { ROOT } from './local-setup.ts';

export type Buckets = Readonly<Record<string, R2Bucket>>;

/** `state`: a folder as ONCA_STATE names one; null: the deployment. */
export async function withBuckets<T>(
  state: string | null,
  work: (buckets: Buckets) => Promise<T>,
): Promise<T> {
  const { name, compatibility_date, r2_buckets, d1_databases }: Unstable_Config = unstable_readConfig({
    config: join(ROOT, 'wrangler.toml'),
  });
  const folder = mkdtempSync(join(tmpdir(), 'onca-buckets-'));
  try {
    // Of all that the Worker is bound to, only this: the objects of the deployment are not started.
    const config = {
      name,
      compatibility_date,
      r2_buckets: r2_buckets.map((bucket) => ({ ...bucket, remote: state === null })),
      ...(state === null ? {} : { d1_databases }),
    };
    const configPath = join(folder, 'wrangler.json');
    writeFileSync(configPath, JSON.stringify(config));
    const proxy = await getPlatformProxy<Record<string, unknown>>({
      configPath,
      envFiles: [],
      persist: { path: join(state ?? folder, 'v3') },
      remoteBindings: state === null,
    });
    try {
      // Makes the file where there is none.
      if (state !== null) await (proxy.env['DB'] as D1Database).prepare('SELECT 1').run();
      return await work(
        Object.fromEntries(
          r2_buckets.map(({ binding }) => [binding, proxy.env[binding] as R2Bucket] as const),
        ),
      );
    } finally {
      await proxy.dispose();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The local database's file; null where there is none. */
export function databaseFile(state: string): string | null {
  return sqliteFiles(join(state, 'v3', 'd1', 'miniflare-D1DatabaseObject'))[0] ?? null;
}

const HUB = /(?:^|-)PriceHub$/u;

/** The stored price hubs of a state, relative to `v3/do`, without their ending. A hub's folder has the Worker's name in it. */
export function hubFiles(state: string): string[] {
  const objects = join(state, 'v3', 'do');
  return entriesOf(objects)
    .filter((name) => HUB.test(name))
    .flatMap((name) =>
      sqliteFiles(join(objects, name)).map((file) =>
        file.slice(objects.length + 1, -'.sqlite'.length).replaceAll('\\', '/'),
      ),
    );
}

export const hubFile = (state: string, hub: string): string => join(state, 'v3', 'do', `${hub}.sqlite`);

function sqliteFiles(folder: string): string[] {
  return entriesOf(folder)
    .filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
    .map((name) => join(folder, name));
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
