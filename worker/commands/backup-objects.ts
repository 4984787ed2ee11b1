// The objects of a bucket as files of a backup: the bytes under their key, and a list with everything that the bucket says of them but
// when they were stored.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPath } from './backup-manifest.ts';
import { linesOf, type Part, PartWriter } from './canonical-rows.ts';

/** A line of the list. */
type Listed = {
  readonly key: string;
  readonly etag: string;
  readonly httpMetadata: Record<string, string>;
  readonly customMetadata: Record<string, string>;
};

const UNDER = 'objects';
const listOf = (name: string) => `${UNDER}/${name}.jsonl`;
const fileOf = (name: string, key: string) => `${UNDER}/${name}/${key}`;

/** An object that is deleted while this runs is left out: it is not meant to be there. */
export async function writeObjects(bucket: R2Bucket, name: string, folder: string): Promise<Part[]> {
  mkdirSync(join(folder, UNDER, name), { recursive: true, mode: 0o700 });
  const list = new PartWriter(folder, listOf(name));
  const parts: Part[] = [];
  for (const key of (await keysOf(bucket)).toSorted()) {
    const object = await bucket.get(key);
    if (object === null) continue;
    const path = fileOf(name, key);
    if (!isPath(path))
      throw new Error(`${name} has a key that no file can be named by: ${JSON.stringify(key)}`);
    const bytes = Buffer.from(await object.arrayBuffer());
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, path), bytes, { flag: 'wx', mode: 0o600 });
    list.line(listed(object));
    parts.push({ path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return [list.close(parts.length), ...parts];
}

async function keysOf(bucket: R2Bucket): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list(cursor === undefined ? {} : { cursor });
    keys.push(...page.objects.map(({ key }) => key));
    if (!page.truncated) return keys;
    cursor = page.cursor;
  }
}

function listed({ key, etag, httpMetadata, customMetadata }: R2Object): Listed {
  const sorted = (values: object | undefined) =>
    Object.fromEntries(
      Object.entries(values ?? {})
        .filter(([, value]) => value !== undefined)
        .map(
          ([member, value]) => [member, value instanceof Date ? value.toISOString() : String(value)] as const,
        )
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return { key, etag, httpMetadata: sorted(httpMetadata), customMetadata: sorted(customMetadata) };
}

/** Into an empty bucket, which checks each hash. */
export async function readObjects(bucket: R2Bucket, name: string, folder: string): Promise<void> {
  for (const { key, etag, httpMetadata, customMetadata } of linesOf(
    join(folder, listOf(name)),
  ) as Generator<Listed>) {
    const bytes = readFileSync(join(folder, fileOf(name, key)));
    const { cacheExpiry, ...headers } = httpMetadata;
    const stored = await bucket.put(key, bytes, {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      httpMetadata: {
        ...headers,
        ...(cacheExpiry === undefined ? {} : { cacheExpiry: new Date(cacheExpiry) }),
      },
      customMetadata,
    });
    if (stored.etag !== etag) throw new Error(`${name} has stored ${key} as another object: ${stored.etag}`);
  }
}

/** What the database says is there, by bucket. */
const REFERENCES = `
  SELECT 'MEDIA' AS bucket, storage_key AS key FROM media_library
  UNION ALL SELECT 'MEDIA', storage_key FROM videos
  UNION ALL SELECT 'MEDIA', 'exports/' || id || '.zip' FROM data_exports WHERE state = 'ready'
  UNION ALL SELECT 'IDENTITY_DOCUMENTS', r2_key FROM identity_documents
  ORDER BY 1, 2`;

/** Objects that rows of the restored database name and the backup does not have. */
export async function missingObjects(db: D1Database, folder: string): Promise<string[]> {
  const { results } = await db.prepare(REFERENCES).all<{ bucket: string; key: string }>();
  return results
    .filter(({ bucket, key }) => !existsSync(join(folder, fileOf(bucket, key))))
    .map(({ bucket, key }) => `${bucket}/${key}`);
}
