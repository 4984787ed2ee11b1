// Exif (CIPA DC-008) is a TIFF structure. Of all that it may hold only one entry is part of how a picture looks: which side is
// up.

import { type Bytes, charactersOf } from './bytes.ts';
import type { Zone } from './findings.ts';

/** Before the structure in a JPEG, and by some programs in a WebP. */
export const EXIF_NAME = 'Exif\0\0';
/** As the sensor saw it. The seven others turn or mirror the picture; from 5 on its sides are exchanged. */
const UPRIGHT = 1;
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

/** From 1 to 8; 1 where nothing, or nothing readable, is said. */
export function orientationIn(file: Bytes, { from, to }: Zone): number {
  const order = file.text(from, 4);
  const little = order === 'II*\0';
  if (!little && order !== 'MM\0*') return UPRIGHT;
  const u16 = (at: number) => (at + 2 > to ? null : little ? file.u16le(at) : file.u16(at));
  // Of what lies beyond `to` nothing comes: no tag is read there, and no value.
  const u32 = (at: number) => (little ? file.u32le(at) : file.u32(at));
  const directory = from + (u32(from + 4) ?? 0);
  const entries = u16(directory) ?? 0;
  for (let i = 0; i < entries; i += 1) {
    const at = directory + 2 + i * 12;
    const tag = u16(at);
    if (tag === null) return UPRIGHT;
    if (tag !== ORIENTATION_TAG) continue;
    const value = (u16(at + 2) === SHORT && u32(at + 4) === 1 ? u16(at + 8) : null) ?? UPRIGHT;
    return value >= 1 && value <= 8 ? value : UPRIGHT;
  }
  return UPRIGHT;
}

/** Null when there is nothing to say: the picture is upright. */
export function orientationOnly(orientation: number): Uint8Array | null {
  if (orientation === UPRIGHT) return null;
  // Big-endian; the directory at 8, one entry, the tag, one SHORT, its value, and no further directory.
  const value = String.fromCharCode(0, orientation, 0, 0);
  return charactersOf(`MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01${value}\0\0\0\0`);
}

/** Width and height as the picture is seen. */
export function turned<S extends { readonly width: number; readonly height: number }>(
  size: S,
  orientation: number,
): S {
  return orientation >= 5 ? { ...size, width: size.height, height: size.width } : size;
}
