// WebP (RFC 9649): a RIFF file with one picture, simple (VP8 or VP8L) or extended (VP8X).

import type { Bytes } from './bytes.ts';
import type { Found, Zone } from './findings.ts';

type Size = { readonly width: number; readonly height: number };

const VP8_START_CODE = 0x2a019d;
const VP8L_SIGNATURE = 0x2f;
const ANIMATION_FLAG = 0x02;

export function isWebp(file: Bytes): boolean {
  return file.text(0, 4) === 'RIFF' && file.text(8, 4) === 'WEBP';
}

export function readWebp(file: Bytes): Found | null {
  const declared = file.u32le(4);
  if (declared === null || declared < 4 || !file.has(8, declared)) return null;
  const end = 8 + declared;
  const textZones: Zone[] = [];
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let animated = false;
  let at = 12;
  while (at < end) {
    const type = file.text(at, 4);
    const length = file.u32le(at + 4);
    const data = at + 8;
    if (type === null || length === null || data + length > end) return null;
    if (type === 'VP8X') {
      if (at !== 12 || length < 10) return null;
      canvas = canvasSize(file, data);
      animated = ((file.u8(data) ?? 0) & ANIMATION_FLAG) !== 0;
    } else if (type === 'VP8 ' || type === 'VP8L') {
      // Of two pictures a reader might show either.
      if (picture !== null) return null;
      picture = type === 'VP8 ' ? lossySize(file, data) : losslessSize(file, data);
      if (picture === null) return null;
    } else if (type === 'ANMF' || type === 'ANIM') animated = true;
    else if (type !== 'ALPH') textZones.push({ from: data, to: data + length });
    at = data + length + (length % 2);
  }
  // The last chunk's filling may be missing from the declared length.
  if (at > end + 1) return null;
  const size = canvas ?? picture;
  if (size === null || (picture === null && !animated)) return null;
  if (canvas !== null && picture !== null && !animated && !isSame(canvas, picture)) return null;
  return { ...size, animated, end: Math.max(end, Math.min(at, file.length)), textZones };
}

function isSame(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

function canvasSize(file: Bytes, data: number): Size | null {
  const width = file.u24le(data + 4);
  const height = file.u24le(data + 7);
  return width === null || height === null ? null : { width: width + 1, height: height + 1 };
}

/** The key frame's header: 14 bits each, above them a scale that browsers ignore. */
function lossySize(file: Bytes, data: number): Size | null {
  const tag = file.u8(data);
  const width = file.u16le(data + 6);
  const height = file.u16le(data + 8);
  if (tag === null || width === null || height === null) return null;
  // The lowest bit of the frame tag is 0 for a key frame.
  if ((tag & 1) !== 0 || file.u24le(data + 3) !== VP8_START_CODE) return null;
  return { width: width & 0x3fff, height: height & 0x3fff };
}

/** 14 bits each, less one, after the signature. */
function losslessSize(file: Bytes, data: number): Size | null {
  const bits = file.u32le(data + 1);
  if (bits === null || file.u8(data) !== VP8L_SIGNATURE) return null;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
