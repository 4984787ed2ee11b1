// Whether a file or a text is ours and as we made it: a signed record, a quote, or a complete copy. All of it happens here, with
// the public keys that the page has loaded; every input may be hostile.

import * as v from 'valibot';
import { ExportContent, FileContent } from '../../../../worker/contract/signed-records.ts';
import type { PublicKey } from '../../../../worker/contract/signing-keys.ts';
import { fromBase64url } from '../../../../worker/domain/base64url.ts';
import { readSealed, type SealedFormat, sealedFile } from '../../../../worker/domain/sealed-files.ts';
import { QUOTE_TOKEN_TYPE } from '../../../../worker/domain/quotes.ts';
import {
  changedPaths,
  contentBytes,
  COPY_MAX_BYTES,
  isOfItsTime,
  MANIFEST_NAME,
  readRecord,
  RECORD_MAX_BYTES,
  signedMessage,
  type SignedRecord,
  type SigningDomain,
  UNPACKED_MAX_BYTES,
} from '../../../../worker/domain/signed-records.ts';
import { isZip, type PackedFile, readZip } from '../../../../worker/domain/zip-reading.ts';
import { hex, sha256, verifySignature } from './ed25519.ts';
import { unpack } from './unpack.ts';

export type Change =
  /** A value of the record. */
  | { readonly what: 'value'; readonly path: string }
  /** Something of the record, nobody can say what. */
  | { readonly what: 'record' }
  /** Nothing but how it is spelled: names in another order, twice, or numbers written in another way. */
  | { readonly what: 'spelling' }
  /** The ZIP file around the files. */
  | { readonly what: 'archive' }
  /** A byte of a PDF or a CSV, before the record that signs them or after it. */
  | { readonly what: 'bytes' }
  | { readonly what: 'altered' | 'missing' | 'added'; readonly name: string };

export type Signed = {
  readonly domain: SigningDomain;
  readonly kid: string;
  readonly signature: string;
  /** Of a sealed file. */
  readonly format?: SealedFormat;
};

export type Verdict =
  | {
      readonly verdict: 'genuine';
      readonly signed: Signed;
      readonly key: PublicKey;
      readonly issuedAt: number;
      readonly content: Readonly<Record<string, unknown>>;
    }
  | { readonly verdict: 'changed'; readonly signed: Signed | null; readonly changes: readonly Change[] }
  | {
      readonly verdict: 'not-ours';
      readonly why:
        | 'unreadable'
        | 'too-large'
        | 'no-manifest'
        | 'no-seal'
        | 'unknown-key'
        | 'not-of-its-time';
    }
  /** The browser does not know Ed25519. */
  | { readonly verdict: 'by-hand'; readonly signed: Signed; readonly key: PublicKey };

const notOurs = (why: Extract<Verdict, { verdict: 'not-ours' }>['why']): Verdict => ({
  verdict: 'not-ours',
  why,
});

export async function checkFile(file: Blob, keys: readonly PublicKey[]): Promise<Verdict> {
  if (file.size > COPY_MAX_BYTES) return notOurs('too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isZip(bytes)) return checkCopy(bytes, keys);
  const format = sealedFormat(bytes);
  if (format !== null) return checkSealed(bytes, format, keys);
  if (bytes.length > RECORD_MAX_BYTES) return notOurs('too-large');
  return checkText(decoded(bytes) ?? '', keys);
}

export async function checkText(text: string, keys: readonly PublicKey[]): Promise<Verdict> {
  if (text.length > RECORD_MAX_BYTES) return notOurs('too-large');
  const trimmed = text.trim();
  return /^[\w-]+\.[\w-]+\.[\w-]*$/u.test(trimmed) ? checkQuote(trimmed, keys) : checkRecord(trimmed, keys);
}

async function checkRecord(text: string, keys: readonly PublicKey[]): Promise<Verdict> {
  const read = readRecord(text);
  if (read.kind === 'none') return notOurs('unreadable');
  const { record, signature, asWritten } = read;
  const { domain, kid, content, checks } = record;
  // A quote is a token, whose signature is over its own text.
  if (domain === 'quote') return notOurs('unreadable');
  const key = keys.find((one) => one.kid === kid);
  if (key === undefined) return notOurs('unknown-key');
  const signed = { domain, kid, signature: record.signature };
  const message = signedMessage(domain, await sha256(contentBytes(content)));
  const answer = signature === null ? 'wrong' : await verifySignature(key.x, signature, message);
  if (answer === 'unknown-to-browser') return { verdict: 'by-hand', signed, key };
  if (answer === 'wrong') {
    const paths = changedPaths(content, checks);
    return {
      verdict: 'changed',
      signed,
      changes: paths.length === 0 ? [{ what: 'record' }] : paths.map(atPath),
    };
  }
  if (!asWritten) return { verdict: 'changed', signed, changes: [{ what: 'spelling' }] };
  return genuine(signed, key, timeOf(content), content);
}

const atPath = (path: string): Change => ({ what: 'value', path });

function timeOf({ issuedAt }: SignedRecord['content']): number {
  return typeof issuedAt === 'string' ? Date.parse(issuedAt) : Number.NaN;
}

function genuine(
  signed: Signed,
  key: PublicKey,
  issuedAt: number,
  content: Readonly<Record<string, unknown>>,
): Verdict {
  // Also where there is no time: NaN is in no time.
  if (!isOfItsTime(key, issuedAt)) return notOurs('not-of-its-time');
  return { verdict: 'genuine', signed, key, issuedAt, content };
}

const QuoteHeader = v.object({ alg: v.literal('EdDSA'), typ: v.literal(QUOTE_TOKEN_TYPE), kid: v.string() });
const QuotePayload = v.looseObject({ issuedAt: v.pipe(v.number(), v.safeInteger()) });

async function checkQuote(token: string, keys: readonly PublicKey[]): Promise<Verdict> {
  const [head = '', body = '', tail = ''] = token.split('.');
  const header = v.safeParse(QuoteHeader, jsonOf(head));
  if (!header.success) return notOurs('unreadable');
  const { kid } = header.output;
  const key = keys.find((one) => one.kid === kid);
  if (key === undefined) return notOurs('unknown-key');
  const signed: Signed = { domain: 'quote', kid, signature: tail };
  const signature = fromBase64url(tail);
  const message = new TextEncoder().encode(`${head}.${body}`);
  const answer = signature === null ? 'wrong' : await verifySignature(key.x, signature, message);
  if (answer === 'unknown-to-browser') return { verdict: 'by-hand', signed, key };
  const payload = v.safeParse(QuotePayload, jsonOf(body));
  if (answer === 'wrong' || !payload.success) {
    return { verdict: 'changed', signed, changes: [{ what: 'record' }] };
  }
  return genuine(signed, key, payload.output.issuedAt, payload.output);
}

function jsonOf(base64url: string): unknown {
  try {
    const bytes = fromBase64url(base64url);
    return bytes === null ? null : JSON.parse(decoded(bytes) ?? '');
  } catch {
    return null;
  }
}

async function checkCopy(bytes: Uint8Array, keys: readonly PublicKey[]): Promise<Verdict> {
  const files = readZip(bytes);
  if (files === null) {
    return namesManifest(bytes)
      ? { verdict: 'changed', signed: null, changes: [{ what: 'archive' }] }
      : notOurs('no-manifest');
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > UNPACKED_MAX_BYTES) return notOurs('too-large');
  const manifests = files.filter(({ name }) => name === MANIFEST_NAME);
  const [manifest] = manifests;
  if (manifest === undefined || manifests.length > 1) return notOurs('no-manifest');
  if (manifest.size > RECORD_MAX_BYTES) return notOurs('too-large');
  const unpacked = await unpack(manifest);
  const text = unpacked === null ? null : decoded(unpacked);
  if (text === null) return { verdict: 'changed', signed: null, changes: [altered(MANIFEST_NAME)] };
  const of = await checkRecord(text, keys);
  if (of.verdict !== 'genuine') return of;
  const content = v.safeParse(ExportContent, of.content);
  if (of.signed.domain !== 'export' || !content.success) return notOurs('no-manifest');
  const changes = await changesOf(
    content.output,
    files.filter((file) => file !== manifest),
  );
  return changes.length === 0 ? of : { verdict: 'changed', signed: of.signed, changes };
}

const PDF_START = '%PDF-';
/** A text that begins with quotes, with or without the mark of UTF-8: no record does. */
const CSV_START = /^(?:\u00EF\u00BB\u00BF)?"/u;

function sealedFormat(bytes: Uint8Array): SealedFormat | null {
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  if (start.startsWith(PDF_START)) return 'pdf';
  return CSV_START.test(start) ? 'csv' : null;
}

/** The record at its end signs every byte before it, and the file ends as we end it. */
async function checkSealed(
  bytes: Uint8Array,
  format: SealedFormat,
  keys: readonly PublicKey[],
): Promise<Verdict> {
  const sealed = readSealed(bytes, format);
  if (sealed === null) return notOurs('no-seal');
  const of = await checkRecord(sealed.record, keys);
  if (of.verdict === 'by-hand') return { ...of, signed: { ...of.signed, format } };
  if (of.verdict !== 'genuine') return of;
  const content = v.safeParse(FileContent, of.content);
  if (!content.success || content.output.format !== format) return notOurs('no-seal');
  const isWhole =
    content.output.bytes === sealed.part.length &&
    content.output.sha256 === hex(await sha256(sealed.part)) &&
    isSame(bytes, sealedFile(format, sealed.part, sealed.record));
  return isWhole ? of : { verdict: 'changed', signed: of.signed, changes: [{ what: 'bytes' }] };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

const altered = (name: string): Change => ({ what: 'altered', name });

async function changesOf(
  { files: listed }: ExportContent,
  files: readonly PackedFile[],
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const { name, bytes, sha256: wanted } of listed) {
    const found = files.filter((file) => file.name === name);
    const [file] = found;
    if (file === undefined) changes.push({ what: 'missing', name });
    // Twice under one name: programs would unpack one or the other.
    else if (found.length > 1) changes.push({ what: 'added', name });
    // One after the other, so that only one is in memory.
    else if (!(await isFile(file, bytes, wanted))) changes.push(altered(name));
  }
  const names = new Set(listed.map(({ name }) => name));
  return [
    ...changes,
    ...files.filter(({ name }) => !names.has(name)).map(({ name }): Change => ({ what: 'added', name })),
  ];
}

async function isFile(file: PackedFile, bytes: number, wanted: string): Promise<boolean> {
  const unpacked = file.size === bytes ? await unpack(file) : null;
  return unpacked !== null && hex(await sha256(unpacked)) === wanted;
}

/** In the directory, which is at the end. */
function namesManifest(bytes: Uint8Array): boolean {
  const tail = new TextDecoder('latin1').decode(bytes.subarray(-64 * 1024));
  return tail.includes(MANIFEST_NAME);
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
