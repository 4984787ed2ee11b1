// Puts parts into real pictures the way a careful attacker would: lengths and checksums fit. And the parts of which the smallest
// files are made by hand.

import { crc32 } from 'node:zlib';
import { inspectImage } from '../../../worker/domain/image-types.ts';
import { inspectVideo } from '../../../worker/domain/video-types.ts';

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
  const short = (value: number) => (little ? [value & 0xff, value >> 8] : [value >> 8, value & 0xff]);
  const long = (value: number) => (little ? u32le(value) : u32(value));
  const entry = (tag: number, type: number, count: number, value: Uint8Array) =>
    joined(Uint8Array.of(...short(tag), ...short(type)), long(count), value);
  return joined(
    text(little ? 'II*\0' : 'MM\0*'),
    long(8),
    Uint8Array.of(...short(3)),
    entry(0x010f, 2, rest.length, long(50)),
    entry(0x0112, 3, 1, Uint8Array.of(...short(orientation), 0, 0)),
    // Where the coordinates are.
    entry(0x8825, 4, 1, long(50)),
    long(0),
    rest,
  );
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff);
}

export function u32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

export function u32le(value: number): Uint8Array {
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
export function insertPngChunk(file: Uint8Array, chunk: Uint8Array): Uint8Array {
  return joined(file.slice(0, 33), chunk, file.slice(33));
}

/** At the end, with the file's own length put right. */
export function riffChunk(file: Uint8Array, type: string, content: Uint8Array): Uint8Array {
  const whole = joined(file, webpChunk(type, content));
  whole.set(u32le(whole.length - 8), 4);
  return whole;
}

export function avifBox(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const whole = joined(...content);
  return joined(u32(whole.length + 8), text(type), whole);
}

/** One segment with an orientation and nothing else, as it is kept: 26 bytes, big-endian. */
export function orientationOnly(orientation: number): Uint8Array {
  return joined(text('MM\0*'), u32(8), u16(1), u16(0x0112), u16(3), u32(1), u16(orientation), u16(0), u32(0));
}

/** A JPEG of the segments that are named, between its first and its last marker. */
export function jpeg(...segments: readonly Uint8Array[]): Uint8Array {
  return joined(u16(0xffd8), ...segments, u16(0xffd9));
}

/** Of no components: a whole header is longer. */
export function jpegFrame(width: number, height: number, code = 0xc0): Uint8Array {
  return jpegSegment(code, joined(Uint8Array.of(8), u16(height), u16(width), Uint8Array.of(0)));
}

export function jpegScan(...data: readonly number[]): Uint8Array {
  return joined(jpegSegment(0xda, new Uint8Array()), Uint8Array.from(data));
}

export function png(...chunks: readonly Uint8Array[]): Uint8Array {
  return joined(text('\u0089PNG\r\n\u001a\n'), ...chunks);
}

export function pngHeader(width: number, height: number): Uint8Array {
  return pngChunk('IHDR', joined(u32(width), u32(height), Uint8Array.of(8, 0, 0, 0, 0)));
}

export function webp(...chunks: readonly Uint8Array[]): Uint8Array {
  const content = joined(text('WEBP'), ...chunks);
  return joined(text('RIFF'), u32le(content.length), content);
}

export function webpChunk(type: string, content: Uint8Array): Uint8Array {
  const filling = new Uint8Array(content.length % 2);
  return joined(text(type), u32le(content.length), content, filling);
}

/** Its size and no pixels. */
export function webpLossless(width: number, height: number): Uint8Array {
  return webpChunk('VP8L', joined(Uint8Array.of(0x2f), u32le((width - 1) | ((height - 1) << 14))));
}

export function webpExtended(flags: number, width: number, height: number): Uint8Array {
  const side = (value: number) => u32le(value - 1).slice(0, 3);
  return webpChunk('VP8X', joined(Uint8Array.of(flags, 0, 0, 0), side(width), side(height)));
}

/** Null: it is taken. */
export function imageRefusal(file: Uint8Array): string | null {
  const found = inspectImage(file);
  return found.ok ? null : found.error;
}

/** Null: it is taken. */
export function videoRefusal(file: Uint8Array): string | null {
  const found = inspectVideo(file);
  return found.ok ? null : found.error;
}
