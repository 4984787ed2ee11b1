// A ZIP file of a few texts (PKWARE APPNOTE 6.3): each entry with its CRC-32, stored or deflated, and the directory at the end.
// Names are UTF-8. Without ZIP64: every size fits in 32 bits, which `zipOf` checks.

export type ZipEntry = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The same, deflated without a header (RFC 1951); null stores the bytes as they are. */
  readonly deflated: Uint8Array | null;
};

export const LOCAL = 0x04_03_4b_50;
export const CENTRAL = 0x02_01_4b_50;
export const END = 0x06_05_4b_50;
/** Version 2.0: deflate. */
export const VERSION = 20;
/** Bit 11: names are UTF-8. */
export const FLAGS = 0x08_00;
export const LOCAL_LENGTH = 30;
export const CENTRAL_LENGTH = 46;
export const END_LENGTH = 22;
const MAX_BYTES = 0xff_ff_ff_fe;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** `at`: the time of every entry, epoch milliseconds, written as UTC with the two seconds' precision that ZIP has. */
export function zipOf(entries: readonly ZipEntry[], at: number): Uint8Array {
  const parts = entries.map((entry) => ({
    ...entry,
    utf8: utf8(entry.name),
    data: entry.deflated ?? entry.bytes,
  }));
  const sizes = parts.map(({ utf8: name, data }) => LOCAL_LENGTH + name.length + data.length);
  const directory = parts.reduce((sum, { utf8: name }) => sum + CENTRAL_LENGTH + name.length, 0);
  const total = sizes.reduce((sum, size) => sum + size, 0) + directory + END_LENGTH;
  if (total > MAX_BYTES || parts.length > 0xff_fe) throw new RangeError('too much for a ZIP file of 32 bits');
  const file = new Uint8Array(total);
  const view = new DataView(file.buffer);
  const [date, time] = dosTime(at);
  let offset = 0;
  const offsets: number[] = [];
  const fields = (part: (typeof parts)[number], place: number): void => {
    view.setUint16(place, FLAGS, true);
    view.setUint16(place + 2, part.deflated === null ? 0 : 8, true);
    view.setUint16(place + 4, time, true);
    view.setUint16(place + 6, date, true);
    view.setUint32(place + 8, crc32(part.bytes), true);
    view.setUint32(place + 12, part.data.length, true);
    view.setUint32(place + 16, part.bytes.length, true);
    view.setUint16(place + 20, part.utf8.length, true);
  };
  for (const part of parts) {
    offsets.push(offset);
    view.setUint32(offset, LOCAL, true);
    view.setUint16(offset + 4, VERSION, true);
    fields(part, offset + 6);
    file.set(part.utf8, offset + LOCAL_LENGTH);
    file.set(part.data, offset + LOCAL_LENGTH + part.utf8.length);
    offset += LOCAL_LENGTH + part.utf8.length + part.data.length;
  }
  const start = offset;
  for (const [index, part] of parts.entries()) {
    view.setUint32(offset, CENTRAL, true);
    view.setUint16(offset + 4, VERSION, true);
    view.setUint16(offset + 6, VERSION, true);
    fields(part, offset + 8);
    view.setUint32(offset + 42, offsets[index] ?? 0, true);
    file.set(part.utf8, offset + CENTRAL_LENGTH);
    offset += CENTRAL_LENGTH + part.utf8.length;
  }
  view.setUint32(offset, END, true);
  view.setUint16(offset + 8, parts.length, true);
  view.setUint16(offset + 10, parts.length, true);
  view.setUint32(offset + 12, offset - start, true);
  view.setUint32(offset + 16, start, true);
  return file;
}

/** Browsers, the Worker and Node have it; the domain knows no platform's types. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function dosTime(at: number): readonly [date: number, time: number] {
  const utc = new Date(at);
  const date = ((utc.getUTCFullYear() - 1980) << 9) | ((utc.getUTCMonth() + 1) << 5) | utc.getUTCDate();
  const time = (utc.getUTCHours() << 11) | (utc.getUTCMinutes() << 5) | (utc.getUTCSeconds() >> 1);
  return [date, time];
}
