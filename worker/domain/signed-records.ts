// A signed record: JSON whose content carries our signature, so that anybody can check it without asking us (D73).
// A quote is signed too, as a JSON web signature: its bytes begin with the letters of a header, so no record passes for one.

import { fromBase64url } from './base64url.ts';
import { canonicalJson, NotCanonicalError, withoutLayout } from './canonical-json.ts';
import { crc32 } from './zip.ts';

/** What is signed. A signature for one never fits another. */
export const SIGNING_DOMAINS = ['quote', 'receipt', 'statement', 'close', 'proof', 'export'] as const;
export type SigningDomain = (typeof SIGNING_DOMAINS)[number];

/** The signed record inside a complete copy. */
export const MANIFEST_NAME = 'manifest.json';

/** Of a record; a larger file is none of ours. The statement of a month with very many movements is the largest. */
export const RECORD_MAX_BYTES = 16 * 1024 * 1024;
/** Of a complete copy, packed and unpacked: what a browser can check at once. */
export const COPY_MAX_BYTES = 64 * 1024 * 1024;
export const UNPACKED_MAX_BYTES = 256 * 1024 * 1024;

export type SignedRecord = {
  readonly domain: SigningDomain;
  /** The name of the key (`/.well-known/onca-keys.json`). */
  readonly kid: string;
  /** What is signed. Each has `issuedAt`, the time of the signature, ISO 8601. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The CRC-32 of each value, in order: says where a changed record was changed. It proves nothing. */
  readonly checks: string;
  readonly signature: string;
};

/** What Ed25519 signs: `"onca." + domain + ".v1\n"` in ASCII, then the 32 bytes of the SHA-256 (not its hex) of what is signed. */
export function signedMessage(domain: SigningDomain, sha256: Uint8Array): Uint8Array {
  const prefix = utf8(`onca.${domain}.v1\n`);
  const message = new Uint8Array(prefix.length + sha256.length);
  message.set(prefix);
  message.set(sha256, prefix.length);
  return message;
}

/** What is hashed of a record: its content in canonical form. */
export function contentBytes(content: SignedRecord['content']): Uint8Array {
  return utf8(canonicalJson(content));
}

/** The text of a record's file. */
export function recordText(record: SignedRecord): string {
  return canonicalJson(record);
}

const LENGTH = 8;

/** A value of the content, with the place where it stands as a JSON Pointer (RFC 6901). */
export type Leaf = { readonly path: string; readonly value: unknown };

export function checksOf(content: unknown): string {
  return leavesOf(content, '').map(checkOf).join('');
}

/**
 * Where the values differ from those that `checks` was made of. Empty where `checks` says
 * nothing about it: whoever changed it as well hides the place, never the fact.
 */
export function changedPaths(content: unknown, checks: string): string[] {
  const known = new Set(checks.match(/[0-9a-f]{8}/gu) ?? []);
  const changed = leavesOf(content, '').filter((leaf) => !known.has(checkOf(leaf)));
  return changed.map(({ path }) => path);
}

/** All values of a content, in canonical order. */
export function leavesOf(value: unknown, path: string): Leaf[] {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (parts.length === 0) return [{ path, value }];
  return parts
    .toSorted(([a], [b]) => (Array.isArray(value) ? 0 : a < b ? -1 : 1))
    .flatMap(([name, part]) => leavesOf(part, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`));
}

const checkOf = ({ path, value }: Leaf): string =>
  crc32(utf8(`${path}=${canonicalJson(value)}`))
    .toString(16)
    .padStart(LENGTH, '0');

export type ReadRecord =
  /** No record: not JSON, too deep, without the five members. */
  | { readonly kind: 'none' }
  /** The record's parts, and whether it is spelled as we spell it, white space aside. */
  | {
      readonly kind: 'record';
      readonly record: SignedRecord;
      readonly signature: Uint8Array | null;
      readonly asWritten: boolean;
    };

/**
 * Reads a record that anybody may have written. A name that stands twice, or a number in another spelling, is read by
 * programs in different ways: such a text is not as written, whatever its signature says.
 */
export function readRecord(text: string): ReadRecord {
  try {
    const value: unknown = JSON.parse(text);
    const record = shapeOf(value);
    if (record === null) return { kind: 'none' };
    // In this order: a text that is nested too deeply ends in the first.
    const isCanonical = withoutLayout(text) === canonicalJson(value);
    const isWhole = Object.keys(record).length === MEMBERS && record.checks === checksOf(record.content);
    return {
      kind: 'record',
      record,
      signature: fromBase64url(record.signature),
      asWritten: isCanonical && isWhole,
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof NotCanonicalError || error instanceof RangeError) {
      return { kind: 'none' };
    }
    throw error;
  }
}

/** Checks, content, domain, kid and signature. */
const MEMBERS = 5;

/** Of JSON that has just been parsed: what is missing is undefined. */
function shapeOf(value: unknown): SignedRecord | null {
  if (!isObject(value)) return null;
  const { checks, content, domain, kid, signature } = value;
  const texts = [checks, domain, kid, signature].every((member) => typeof member === 'string');
  if (!texts || !isObject(content) || !(SIGNING_DOMAINS as readonly unknown[]).includes(domain)) return null;
  return value as SignedRecord;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a key was ours to sign with at a time. */
export function isOfItsTime(
  key: { readonly notBefore: string; readonly retiredAt: string | null },
  issuedAt: number,
): boolean {
  return (
    issuedAt >= Date.parse(key.notBefore) && (key.retiredAt === null || issuedAt <= Date.parse(key.retiredAt))
  );
}

/** Browsers, the Worker and Node have it; the domain knows no platform's types. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
