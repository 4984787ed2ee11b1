// WebP (RFC 9649): a RIFF file with one picture, simple (VP8 or VP8L) or extended (VP8X).

import { type Bytes, charactersOf, u32Bytes } from './bytes.ts';
import { EXIF_NAME, orientationIn, orientationOnly, turned } from './exif.ts';
import { type FoundImage, type Part, PARTS_MAX, type Zone } from './findings.ts';

type Size = { readonly width: number; readonly height: number };

const VP8_START_CODE = 0x2a019d;
const VP8L_SIGNATURE = 0x2f;
const ANIMATION_FLAG = 0x02;
/** Of the extended header: what the file says it holds. */
const EXIF_FLAG = 0x08;
const COLOUR_AND_ALPHA_FLAGS = 0x30;
/** The picture, its transparency and its colour profile. */
const SHOWN: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ICCP']);

export function isWebp(file: Bytes): boolean {
  return file.text(0, 4) === 'RIFF' && file.text(8, 4) === 'WEBP';
}

export function readWebp(file: Bytes): FoundImage | null {
  const declared = file.u32le(4) ?? 0;
  if (!file.has(8, declared)) return null;
  const end = 8 + declared;
  const textZones: Zone[] = [];
  const shown: Zone[] = [];
  let orientation = 1;
  let header: Zone | null = null;
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let animated = false;
  let at = 12;
  let parts = 0;
  while (at < end) {
    parts += 1;
    const type = file.text(at, 4);
    const length = file.u32le(at + 4) ?? 0;
    const data = at + 8;
    if (data + length > end || parts > PARTS_MAX) return null;
    if (type === 'VP8X') {
      if (at !== 12 || length < 10) return null;
      canvas = canvasSize(file, data);
      header = { from: data, to: data + 10 };
      animated = ((file.u8(data) ?? 0) & ANIMATION_FLAG) !== 0;
    } else if (type === 'VP8 ' || type === 'VP8L') {
      // Of two pictures a reader might show either.
      if (picture !== null) return null;
      picture = type === 'VP8 ' ? lossySize(file, data) : losslessSize(file, data);
      if (picture === null) return null;
    } else if (type === 'ANMF' || type === 'ANIM') animated = true;
    else if (type !== 'ALPH') textZones.push({ from: data, to: data + length });
    if (SHOWN.has(type)) shown.push({ from: at, to: data + length });
    else if (type === 'EXIF' && header !== null && orientation === 1) {
      // Only an extended file has a header that may announce it; in a simple one nothing reads it.
      const name = file.text(data, EXIF_NAME.length) === EXIF_NAME ? EXIF_NAME.length : 0;
      orientation = orientationIn(file, { from: data + name, to: data + length });
    }
    at = data + length + (length % 2);
  }
  const size = canvas ?? picture;
  // Of a moving picture no part needs to fill the canvas.
  if (size === null || (!animated && (picture === null || !isSame(size, picture)))) return null;
  return {
    ...turned(size, orientation),
    animated,
    // The last chunk's filling may be missing from the declared length.
    end: at,
    textZones,
    picture: pictureOf(file, header, shown, orientationOnly(orientation)),
  };
}

function pictureOf(
  file: Bytes,
  header: Zone | null,
  shown: readonly Zone[],
  exif: Uint8Array | null,
): Part[] {
  const parts: Part[] = [];
  if (header !== null) {
    const flags = (file.u8(header.from) ?? 0) & COLOUR_AND_ALPHA_FLAGS;
    const announced = exif === null ? flags : flags | EXIF_FLAG;
    parts.push(chunkHead('VP8X', 10), Uint8Array.of(announced), { from: header.from + 1, to: header.to });
  }
  for (const chunk of shown) {
    parts.push(chunk);
    // A chunk of odd length is filled up.
    if (lengthOf(chunk) % 2 === 1) parts.push(Uint8Array.of(0));
  }
  if (exif !== null) parts.push(chunkHead('EXIF', exif.length), exif);
  const length = parts.reduce((sum, part) => sum + lengthOf(part), 4);
  return [chunkHead('RIFF', length), charactersOf('WEBP'), ...parts];
}

function chunkHead(type: string, length: number): Uint8Array {
  return Uint8Array.of(...charactersOf(type), ...u32Bytes(length).toReversed());
}

function lengthOf(part: Part): number {
  return part instanceof Uint8Array ? part.length : part.to - part.from;
}

function isSame(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

function canvasSize(file: Bytes, data: number): Size {
  return { width: (file.u24le(data + 4) ?? 0) + 1, height: (file.u24le(data + 7) ?? 0) + 1 };
}

/** The key frame's header: 14 bits each, above them a scale that browsers ignore. */
function lossySize(file: Bytes, data: number): Size | null {
  // The lowest bit of the frame tag is 0 for a key frame.
  if (((file.u8(data) ?? 0) & 1) !== 0 || file.u24le(data + 3) !== VP8_START_CODE) return null;
  const width = file.u16le(data + 6) ?? 0;
  const height = file.u16le(data + 8);
  return height === null ? null : { width: width & 0x3fff, height: height & 0x3fff };
}

/** 14 bits each, less one, after the signature. */
function losslessSize(file: Bytes, data: number): Size | null {
  const bits = file.u32le(data + 1);
  if (bits === null || file.u8(data) !== VP8L_SIGNATURE) return null;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
