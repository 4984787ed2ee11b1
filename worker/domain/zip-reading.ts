// Reads a ZIP file that should be one of `zipOf`, and nothing looser: one way to read each byte, so that no two programs unpack
// different files out of it. What is packed is left packed; the sizes are those that the file claims.

import { CENTRAL, CENTRAL_LENGTH, END, END_LENGTH, FLAGS, LOCAL, LOCAL_LENGTH, VERSION } from './zip.ts';

export type PackedFile = {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly packed: Uint8Array;
  /** The length of the file when it is unpacked. */
  readonly size: number;
};

export function isZip(file: Uint8Array): boolean {
  return file.length >= 4 && numbersOf(file).u32(0) === LOCAL;
}

/** Null for a file that `zipOf` did not write, or that has been changed since. */
export function readZip(file: Uint8Array): PackedFile[] | null {
  const { u16, u32 } = numbersOf(file);
  const end = file.length - END_LENGTH;
  if (end < 0 || u32(end) !== END) return null;
  const count = u16(end + 10);
  const directory = u32(end + 16);
  const fixed = [
    [u32(end + 4), 0],
    [u16(end + 8), count],
    [u32(end + 12), end - directory],
    [u16(end + 20), 0],
  ];
  if (fixed.some(([found, written]) => found !== written)) return null;
  const files: PackedFile[] = [];
  let offset = 0;
  let place = directory;
  for (let index = 0; index < count; index += 1) {
    const read = readEntry(file, { u16, u32 }, { place, offset, directory, end });
    if (read === null) return null;
    files.push(read.entry);
    place += CENTRAL_LENGTH + read.nameLength;
    offset += LOCAL_LENGTH + read.nameLength + read.entry.packed.length;
  }
  return place === end && offset === directory ? files : null;
}

type Where = {
  readonly place: number;
  readonly offset: number;
  readonly directory: number;
  readonly end: number;
};

/** One line of the directory, and the file that it is about, which begins where the last one ended. */
function readEntry(
  file: Uint8Array,
  { u16, u32 }: Numbers,
  { place, offset, directory, end }: Where,
): { readonly entry: PackedFile; readonly nameLength: number } | null {
  if (place + CENTRAL_LENGTH > end || offset + LOCAL_LENGTH > directory) return null;
  const method = u16(place + 10);
  const packedLength = u32(place + 20);
  const size = u32(place + 24);
  const nameLength = u16(place + 28);
  const from = offset + LOCAL_LENGTH + nameLength;
  const fixed = [
    [u32(place), CENTRAL],
    [u16(place + 4), VERSION],
    [u16(place + 6), VERSION],
    [u16(place + 8), FLAGS],
    // No extra field, no comment, the first disk, no attributes.
    [u16(place + 30), 0],
    [u32(place + 32), 0],
    [u32(place + 36), 0],
    [u16(place + 40), 0],
    [u32(place + 42), offset],
    [u32(offset), LOCAL],
    [u16(offset + 4), VERSION],
    [u16(offset + 28), 0],
  ];
  if (fixed.some(([found, written]) => found !== written)) return null;
  if ((method !== 0 && method !== 8) || (method === 0 && packedLength !== size)) return null;
  // The head of the file says the same as the directory: flags, method, time, CRC-32, sizes, length of the name; then the name.
  const isSame = (a: number, b: number, length: number): boolean =>
    file.subarray(a, a + length).every((byte, at) => byte === file[b + at]);
  if (!isSame(place + 8, offset + 6, 22)) return null;
  if (!isSame(place + CENTRAL_LENGTH, offset + LOCAL_LENGTH, nameLength)) return null;
  const name = nameOf(file.subarray(offset + LOCAL_LENGTH, from));
  if (name === null) return null;
  const packed = file.subarray(from, from + packedLength);
  return { entry: { name, isDeflated: method === 8, packed, size }, nameLength };
}

type Numbers = { readonly u16: (at: number) => number; readonly u32: (at: number) => number };

/** All of them are little-endian. */
function numbersOf(file: Uint8Array): Numbers {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return { u16: (at) => view.getUint16(at, true), u32: (at) => view.getUint32(at, true) };
}

/** Browsers, the Worker and Node have it; the domain knows no platform's types. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { readonly decode: (bytes: Uint8Array) => string };

function nameOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
