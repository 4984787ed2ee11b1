// Puts parts into real pictures the way a careful attacker would: lengths and checksums fit.

import { crc32 } from 'node:zlib';

export function text(content: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(content, (character) => character.charCodeAt(0) & 0xff);
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A TIFF structure as a camera writes it: which side is up, a maker, and `rest` where its other entries point. */
export function exif(orientation: number, little: boolean, rest: Uint8Array): Uint8Array {
  const u16 = (value: number) => (little ? [value & 0xff, value >> 8] : [value >> 8, value & 0xff]);
  const long = (value: number) => (little ? u32le(value) : u32(value));
  const entry = (tag: number, type: number, count: number, value: Uint8Array) =>
    joined(Uint8Array.of(...u16(tag), ...u16(type)), long(count), value);
  return joined(
    text(little ? 'II*\0' : 'MM\0*'),
    long(8),
    Uint8Array.of(...u16(3)),
    entry(0x010f, 2, rest.length, long(50)),
    entry(0x0112, 3, 1, Uint8Array.of(...u16(orientation), 0, 0)),
    // Where the coordinates are.
    entry(0x8825, 4, 1, long(50)),
    long(0),
    rest,
  );
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

function u32le(value: number): Uint8Array {
  return u32(value).toReversed();
}

export function jpegSegment(marker: number, content: Uint8Array): Uint8Array {
  const length = content.length + 2;
  return joined(Uint8Array.of(0xff, marker, length >> 8, length & 0xff), content);
}

export function pngChunk(type: string, content: Uint8Array): Uint8Array {
  const named = joined(text(type), content);
  return joined(u32(content.length), named, u32(crc32(named)));
}

/** Right after the header. */
export function insertPngChunk(png: Uint8Array, chunk: Uint8Array): Uint8Array {
  return joined(png.slice(0, 33), chunk, png.slice(33));
}

/** At the end, with the file's own length put right. */
export function riffChunk(webp: Uint8Array, type: string, content: Uint8Array): Uint8Array {
  const filled = content.length % 2 === 0 ? content : joined(content, Uint8Array.of(0));
  const whole = joined(webp, text(type), u32le(content.length), filled);
  whole.set(u32le(whole.length - 8), 4);
  return whole;
}

export function avifBox(type: string, content: Uint8Array): Uint8Array {
  return joined(u32(content.length + 8), text(type), content);
}
