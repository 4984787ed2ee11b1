// What a backup says about itself. It is written last, so a folder without it is half a backup; it names every file with its hash, and
// has one of its own, so that nothing of it is read before all of it is what was written.

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as v from 'valibot';
import type { Part } from './canonical-rows.ts';

export const MANIFEST = 'manifest.json';
/** One more with each change of the format; this program reads this one. */
const FORMAT = 1;

/** A path below the folder, and nothing that leads out of it. */
const PATH = /^(?!.*\.\.)[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/u;
const Path = v.pipe(v.string(), v.maxLength(1_000), v.regex(PATH));
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const Facts = v.strictObject({
  takenAt: v.string(),
  from: v.picklist(['local', 'remote']),
  /** Of the program that took it; null where there was no git. */
  commit: v.nullable(v.string()),
  /** The last migration that the database has. */
  level: v.string(),
  /** Where each stored object of the price hub has to lie: below `do` of a state. None of a deployment, which has no way to read it. */
  hubs: v.array(Path),
  /** Fingerprints of the secrets without which stored values stay closed; null: not known. */
  keys: v.record(v.string(), v.nullable(v.array(v.string()))),
});

const Manifest = v.strictObject({
  format: v.literal(FORMAT),
  ...Facts.entries,
  parts: v.array(
    v.strictObject({
      path: Path,
      bytes: Count,
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u)),
      rows: v.optional(Count),
    }),
  ),
  /** Of everything above. */
  sha256: v.string(),
});

export type BackupFacts = v.InferOutput<typeof Facts>;
export type BackupManifest = v.InferOutput<typeof Manifest>;

/** Why a folder is not restored, as a sentence. */
export class NoBackup extends Error {}

/** A name that a file of a backup can have: of a key of a bucket, for instance. */
export const isPath = (text: string): boolean => v.is(Path, text);

export function writeManifest(folder: string, facts: BackupFacts, parts: readonly Part[]): BackupManifest {
  const said: Omit<BackupManifest, 'sha256'> = { format: FORMAT, ...facts, parts: [...parts] };
  const manifest = { ...said, sha256: hashOf(said) };
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  return manifest;
}

/** The manifest of a folder in which every file is what it says, and no other is. */
export async function readBackup(folder: string): Promise<BackupManifest> {
  const manifest = readManifest(folder);
  const named = new Set(manifest.parts.map(({ path }) => path));
  if (named.size !== manifest.parts.length) throw new NoBackup('The manifest names a file twice.');
  for (const path of filesIn(folder))
    if (path !== MANIFEST && !named.has(path)) throw new NoBackup(`${path} is not in the manifest.`);
  for (const { path, bytes, sha256 } of manifest.parts) {
    const file = join(folder, path);
    if (!existsSync(file)) throw new NoBackup(`${path} is not there.`);
    const { size } = statSync(file);
    if (size !== bytes) throw new NoBackup(`${path} has ${size} bytes and not ${bytes}.`);
    if ((await hashOfFile(file)) !== sha256) throw new NoBackup(`${path} is not what was written.`);
  }
  return manifest;
}

function readManifest(folder: string): BackupManifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file))
    throw new NoBackup(`There is no ${MANIFEST} in it: it is no backup, or half of one.`);
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new NoBackup(`${MANIFEST} is no JSON.`);
  }
  const format = v.safeParse(v.looseObject({ format: v.number() }), read);
  if (format.success && format.output.format !== FORMAT)
    throw new NoBackup(`It has format ${format.output.format}; this release reads ${FORMAT}.`);
  const parsed = v.safeParse(Manifest, read);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new NoBackup(`${MANIFEST} cannot be read: ${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`);
  }
  const { sha256, ...said } = parsed.output;
  if (hashOf(said) !== sha256) throw new NoBackup(`${MANIFEST} is not what was written.`);
  return parsed.output;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    );
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Over the members in the order in which they are declared, however the file has them. */
function hashOf(said: Omit<BackupManifest, 'sha256'>): string {
  const { format, takenAt, from, commit, level, hubs, keys, parts } = said;
  const ordered = parts.map(({ path, bytes, sha256, rows = null }) => [path, bytes, sha256, rows]);
  const text = JSON.stringify([
    format,
    takenAt,
    from,
    commit,
    level,
    hubs,
    Object.entries(keys).toSorted(),
    ordered,
  ]);
  return createHash('sha256').update(text).digest('hex');
}
