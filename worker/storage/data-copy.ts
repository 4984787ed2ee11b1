// The complete copy of a customer's data (P64): a ZIP of one JSON file per table, the movements as CSV, a text that says what
// each file is and why it is kept, and a signed manifest with the SHA-256 of each file. And its place in the bucket.

import en from '../../locales/en/my-data.json' with { type: 'json' };
import pt from '../../locales/pt-BR/my-data.json' with { type: 'json' };
import type { ExportContent } from '../contract/signed-records.ts';
import type { ExportedTable } from '../db/personal-data.ts';
import { sha256Hex } from '../db/sha256.ts';
import { type CsvCell, csvRecord, CSV_START } from '../domain/csv.ts';
import type { Language } from '../domain/settings-rules.ts';
import { SITE_OWNER } from '../domain/site-owner.ts';
import { MANIFEST_NAME } from '../domain/signed-records.ts';
import { iso } from '../domain/time.ts';
import { zipOf } from '../domain/zip.ts';

const WORDS = { 'pt-BR': pt, en } as const satisfies Readonly<Record<Language, unknown>>;

export type Copied = {
  readonly tables: readonly ExportedTable[];
  readonly language: Language;
  readonly userId: string;
  readonly at: number;
  /** Files that are made elsewhere: monthly statements. */
  readonly statements: readonly { readonly name: string; readonly bytes: Uint8Array }[];
};

/** Writes the manifest as a signed record. */
export type SignManifest = (content: ExportContent) => Promise<string>;

/** The bytes of the ZIP. The signature of its manifest covers every other file by its SHA-256. */
export async function copyOf(copied: Copied, sign: SignManifest): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {
    [WORDS[copied.language].copy.readmeName]: utf8(readmeOf(copied)),
    'movements.csv': utf8(movementsOf(copied)),
  };
  for (const { name, bytes } of copied.statements) files[`statements/${name}`] = bytes;
  for (const { entry, rows } of copied.tables) {
    files[`data/${entry.table}.json`] = utf8(`${JSON.stringify(rows, null, 2)}\n`);
  }
  const hashed = await Promise.all(
    Object.entries(files).map(async ([name, bytes]) => ({
      name,
      bytes: bytes.byteLength,
      sha256: await sha256Hex(bytes),
    })),
  );
  files[MANIFEST_NAME] = utf8(
    await sign({ account: copied.userId, issuedAt: iso(copied.at), files: hashed }),
  );
  const entries = await Promise.all(
    Object.entries(files).map(async ([name, bytes]) => ({ name, bytes, deflated: await deflated(bytes) })),
  );
  return zipOf(entries, copied.at);
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const TIME = /(?:_at|_since)$/u;

/** All movements, oldest first, with the columns of the table; times are ISO 8601 in UTC. */
function movementsOf({ tables }: Copied): string {
  const movements = tables.find(({ entry }) => entry.table === 'transactions');
  const columns = movements?.entry.exported ?? [];
  const rows = (movements?.rows ?? []).toSorted((a, b) => Number(a['created_at']) - Number(b['created_at']));
  const cell = (column: string, value: unknown): CsvCell => {
    if (value === null || value === undefined) return null;
    if (typeof value !== 'number') return String(value);
    return TIME.test(column) ? iso(value) : value;
  };
  return (
    CSV_START +
    csvRecord(columns) +
    rows.map((row) => csvRecord(columns.map((column) => cell(column, row[column])))).join('')
  );
}

function readmeOf({ tables, language, userId, at }: Copied): string {
  const words = WORDS[language];
  const filled = (text: string, values: Readonly<Record<string, string>>) =>
    text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => values[name] ?? '');
  const lines = tables.flatMap(({ entry, rows }) => {
    const topic = words.topics[entry.topic];
    const { rule } = entry.atClosing;
    return [
      `data/${entry.table}.json (${rows.length})`,
      `  ${topic.title}: ${topic.why}`,
      `  ${words.basisLabel}: ${words.bases[entry.basis]}`,
      `  ${words.closingLabel}: ${words.rules[rule]}`,
      '',
    ];
  });
  return [
    words.copy.title,
    '',
    filled(words.copy.made, { account: userId, at: iso(at) }),
    filled(words.copy.who, { email: SITE_OWNER.email }),
    '',
    words.copy.source,
    words.copy.units,
    words.copy.statements,
    words.copy.leftOut,
    words.copy.check,
    '',
    ...lines,
  ].join('\r\n');
}

/** Where the file is in the bucket. No route but the customer's own answers with it. */
const keyOf = (id: string): string => `exports/${id}.zip`;

export async function storeCopy(
  bucket: R2Bucket,
  id: string,
  bytes: Uint8Array,
  sha256: string,
): Promise<void> {
  await bucket.put(keyOf(id), bytes, { sha256, httpMetadata: { contentType: 'application/zip' } });
}

export function readCopy(bucket: R2Bucket, id: string): Promise<R2ObjectBody | null> {
  return bucket.get(keyOf(id));
}

export async function removeCopies(bucket: R2Bucket, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await bucket.delete(ids.map(keyOf));
}
