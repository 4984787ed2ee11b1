// What `npm run backup` does, apart from where it is asked: copies the price hub, the database and the buckets, in this order, into one
// folder that exists only when all of it does.
//
// Each is copied as it is at one moment, the three not at the same one. Hub before database: a minute's prices leave the hub once the
// database has them, so they are in one of the two copies, and in both they are written twice as the same. Buckets after the database: an object
// is stored before the row that names it and never changes, so whatever a row of the copy names is there, unless it was deleted meanwhile.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BackupFacts, type BackupManifest, writeManifest } from './backup-manifest.ts';
import { writeObjects } from './backup-objects.ts';
import { type Part, writeRows } from './canonical-rows.ts';
import { NodeD1 } from './node-d1.ts';
import { type Buckets, hubFile } from './state-buckets.ts';

/** The platform's own table of a database; in a hub such tables hold what the hub stored. */
const isOurs = (table: string): boolean => !table.startsWith('_cf_');
const LEVEL = 'SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1';

export type Source = {
  readonly database: NodeD1;
  /** The state that has the hubs; null: they cannot be read. */
  readonly hubs: { readonly state: string; readonly names: readonly string[] } | null;
  readonly withBuckets: <T>(work: (buckets: Buckets) => Promise<T>) => Promise<T>;
};

type About = Omit<BackupFacts, 'level' | 'hubs'>;

/** `folder` is made, and must not be there. */
export async function takeBackup(source: Source, folder: string, about: About): Promise<BackupManifest> {
  if (existsSync(folder)) throw new Error(`${folder} is there already`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const parts: Part[] = [];
  const names = source.hubs?.names ?? [];
  for (const hub of names) {
    const db = new NodeD1(hubFile(source.hubs?.state ?? '', hub), { readOnly: true });
    mkdirSync(`${unfinished}/hub/${hub}`, { recursive: true, mode: 0o700 });
    try {
      parts.push(...writeRows(db, unfinished, `hub/${hub}`, () => true));
    } finally {
      db.close();
    }
  }
  mkdirSync(`${unfinished}/database`, { mode: 0o700 });
  const level = (await source.database.prepare(LEVEL).first('name')) as string;
  parts.push(...writeRows(source.database, unfinished, 'database', isOurs));
  await source.withBuckets(async (buckets) => {
    for (const [name, bucket] of Object.entries(buckets))
      parts.push(...(await writeObjects(bucket, name, unfinished)));
  });
  const manifest = writeManifest(unfinished, { ...about, level, hubs: [...names] }, parts);
  renameSync(unfinished, folder);
  return manifest;
}
