// Rows that leave the database and are still worth something: lines of JSON, compressed, under a name that holds the SHA-256 of the
// stored bytes, so that `sha256sum` checks a file and writing one twice changes nothing. No route answers with them.

import { sha256Hex } from '../db/sha256.ts';

export type Archived = { readonly key: string; readonly bytes: number };

/** Stores the rows and reads them back: it answers once the bucket has what was written, and throws otherwise. */
export async function archiveRows(
  bucket: R2Bucket,
  name: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Archived> {
  const body = await compressed(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const sha256 = await sha256Hex(body);
  const key = `archive/${name}.${sha256}.ndjson.gz`;
  await bucket.put(key, body, { sha256 });
  const stored = await bucket.get(key);
  if (stored === null || (await sha256Hex(new Uint8Array(await stored.arrayBuffer()))) !== sha256) {
    throw new Error(`${key} does not read as it was written`);
  }
  return { key, bytes: body.byteLength };
}

async function compressed(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
