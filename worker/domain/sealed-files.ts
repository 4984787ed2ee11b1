// A signed file that is no JSON: a PDF or a CSV whose last line holds a signed record, and the record the SHA-256 of every byte before it
// (D79). So nothing of the file can be changed, nobody has to make it again to check it, and the usual programs still open it.

import { PDF_END } from './pdf/file.ts';

export const SEALED_FORMATS = ['pdf', 'csv'] as const;
export type SealedFormat = (typeof SEALED_FORMATS)[number];

type Form = {
  /** Stand before the record, with which it begins. */
  readonly heads: readonly string[];
  readonly tail: string;
  readonly written: (record: string) => string;
  readonly read: (written: string) => string;
};

const FORMS: Readonly<Record<SealedFormat, Form>> = {
  // A comment, which readers skip.
  pdf: { heads: ['%onca '], tail: `\n${PDF_END}`, written: (record) => record, read: (text) => text },
  // A last line of two cells, in a file with either separator.
  csv: {
    heads: ['"onca";"', '"onca","'],
    tail: '"\r\n',
    written: (record) => record.replaceAll('"', '""'),
    read: (text) => text.replaceAll('""', '"'),
  },
};

/** What is hashed: the file without its end, and what stands before the record. A CSV says its separator. */
export function sealedPart(format: SealedFormat, bytes: Uint8Array, separator: ',' | ';' = ';'): Uint8Array {
  const [first = '', second = first] = FORMS[format].heads;
  const end = format === 'pdf' ? PDF_END.length : 0;
  return joined(bytes.subarray(0, bytes.length - end), utf8(separator === ';' ? first : second));
}

/** The whole file, of what was hashed and the record about it. */
export function sealedFile(format: SealedFormat, part: Uint8Array, record: string): Uint8Array {
  const { tail, written } = FORMS[format];
  return joined(part, utf8(written(record) + tail));
}

export type ReadSealed = {
  readonly format: SealedFormat;
  /** What has to have the hash of the record. */
  readonly part: Uint8Array;
  readonly record: string;
};

/** The end of a file, in which the record is. */
const TAIL = 4_096;

/** The parts of a file that anybody may have made; null where it has no record at its end, or anything after it. */
export function readSealed(bytes: Uint8Array, format: SealedFormat): ReadSealed | null {
  const { heads, tail, read } = FORMS[format];
  const start = Math.max(0, bytes.length - TAIL);
  // One character for each byte, so that places are the same.
  const end = Array.from(bytes.subarray(start), (byte) => String.fromCharCode(byte)).join('');
  const places = heads.map((head) => ({ head, at: end.lastIndexOf(`${head}{`) }));
  const last = places.reduce((a, b) => (b.at > a.at ? b : a));
  if (last.at === -1 || !end.endsWith(tail)) return null;
  const from = last.at + last.head.length;
  return {
    format,
    part: bytes.subarray(0, start + from),
    record: read(end.slice(from, end.length - tail.length)),
  };
}

/** Browsers, the Worker and Node have it; the domain knows no platform's types. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
