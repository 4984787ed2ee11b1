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
  return file.length >= 4 && viewOf(file).getUint32(0, true) === LOCAL;
}

/** Null for a file that `zipOf` did not write, or that has been changed since. */
export function readZip(file: Uint8Array): PackedFile[] | null {
  const view = viewOf(file);
  const end = file.length - END_LENGTH;
  if (end < 0 || view.getUint32(end, true) !== END) return null;
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  const fixed = [
    [view.getUint32(end + 4, true), 0],
    [view.getUint16(end + 8, true), count],
    [view.getUint32(end + 12, true), end - directory],
    [view.getUint16(end + 20, true), 0],
  ];
  if (fixed.some(([found, written]) => found !== written)) return null;
  const files: PackedFile[] = [];
  let offset = 0;
  let place = directory;
  for (let index = 0; index < count; index += 1) {
    const read = readEntry(file, view, { place, offset, directory, end });
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
  view: DataView,
  { place, offset, directory, end }: Where,
): { readonly entry: PackedFile; readonly nameLength: number } | null {
  if (place + CENTRAL_LENGTH > end || offset + LOCAL_LENGTH > directory) return null;
  const method = view.getUint16(place + 10, true);
  const packedLength = view.getUint32(place + 20, true);
  const size = view.getUint32(place + 24, true);
  const nameLength = view.getUint16(place + 28, true);
  const from = offset + LOCAL_LENGTH + nameLength;
  const fixed = [
    [view.getUint32(place, true), CENTRAL],
    [view.getUint16(place + 4, true), VERSION],
    [view.getUint16(place + 6, true), VERSION],
    [view.getUint16(place + 8, true), FLAGS],
    // No extra field, no comment, the first disk, no attributes.
    [view.getUint16(place + 30, true), 0],
    [view.getUint32(place + 32, true), 0],
    [view.getUint32(place + 36, true), 0],
    [view.getUint16(place + 40, true), 0],
    [view.getUint32(place + 42, true), offset],
    [view.getUint32(offset, true), LOCAL],
    [view.getUint16(offset + 4, true), VERSION],
    [view.getUint16(offset + 28, true), 0],
  ];
  if (fixed.some(([found, written]) => found !== written)) return null;
  if ((method !== 0 && method !== 8) || (method === 0 && packedLength !== size)) return null;
  if (place + CENTRAL_LENGTH + nameLength > end || from + packedLength > directory) return null;
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

const viewOf = (file: Uint8Array): DataView => new DataView(file.buffer, file.byteOffset, file.byteLength);

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
