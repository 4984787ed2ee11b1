// JPEG (ITU T.81): segments up to the end-of-image marker, the size from the frame header.

import { charactersOf, type Bytes, u16Bytes } from './bytes.ts';
import { EXIF_NAME, orientationIn, orientationOnly, turned } from './exif.ts';
import { type FoundImage, type Part, PARTS_MAX, type Zone } from './findings.ts';

type Size = { readonly width: number; readonly height: number };

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** Baseline, extended and progressive frames: what browsers decode. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Lossless, hierarchical and arithmetic frames: no browser shows them. */
const OTHER_FRAMES: ReadonlySet<number> = new Set([
  0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

export function isJpeg(file: Bytes): boolean {
  return file.u8(0) === 0xff && file.u8(1) === START_OF_IMAGE && file.u8(2) === 0xff;
}

export function readJpeg(file: Bytes): FoundImage | null {
  const textZones: Zone[] = [];
  const picture: Part[] = [{ from: 0, to: 2 }];
  let orientation: number | null = null;
  let size: Size | null = null;
  /** The same, from the first scan on. */
  let scanned: Size | null = null;
  let at = 2;
  for (let parts = 0; parts < PARTS_MAX; parts += 1) {
    const marker = markerAt(file, at);
    if (marker === null) return null;
    at = marker.after;
    if (marker.code === END_OF_IMAGE) {
      if (scanned === null) return null;
      picture.push(Uint8Array.of(0xff, END_OF_IMAGE));
      return { ...turned(scanned, orientation ?? 1), animated: false, end: at, textZones, picture };
    }
    const start = at - 2;
    const length = file.u16(at) ?? 0;
    if (length < 2) return null;
    if (OTHER_FRAMES.has(marker.code)) return null;
    if (FRAMES.has(marker.code)) {
      // One frame per picture: a second one would have another size.
      if (size !== null) return null;
      size = { width: file.u16(at + 5) ?? 0, height: file.u16(at + 3) ?? 0 };
    }
    const content = { from: at + 2, to: at + length };
    if (isText(marker.code)) textZones.push(content);
    at += length;
    if (marker.code === START_OF_SCAN) {
      if (size === null) return null;
      scanned = size;
      at = endOfScan(file, at);
    }
    // Readers take the first one.
    if (orientation === null && isExif(file, marker.code, content)) {
      orientation = orientationIn(file, { ...content, from: content.from + EXIF_NAME.length });
      picture.push(...orientationSegment(orientation));
    } else picture.push(...shownPart(file, marker.code, { from: start, to: at }));
  }
  return null;
}

/** What a segment is to the picture: itself, itself without a thumbnail, or nothing. */
function shownPart(file: Bytes, code: number, whole: Zone): readonly Part[] {
  const { from } = whole;
  const begins = (name: string) => file.text(from + 4, name.length) === name;
  if (code >= 0xc0 && code <= 0xdf) return [whole];
  // How the numbers of a pixel are to be read, and their colours.
  if (code === APP14 && begins('Adobe')) return [whole];
  if (code === APP2 && begins('ICC_PROFILE\0')) return [whole];
  if (code !== APP0 || !begins('JFIF\0') || whole.to - from < 18) return [];
  // Up to the density of the pixels; then a thumbnail of no width and no height.
  return [Uint8Array.of(0xff, APP0, 0, 16), { from: from + 4, to: from + 16 }, Uint8Array.of(0, 0)];
}

function isExif(file: Bytes, code: number, { from }: Zone): boolean {
  return code === APP1 && file.text(from, EXIF_NAME.length) === EXIF_NAME;
}

function orientationSegment(orientation: number): readonly Part[] {
  const exif = orientationOnly(orientation);
  if (exif === null) return [];
  const length = u16Bytes(2 + EXIF_NAME.length + exif.length);
  return [Uint8Array.of(0xff, APP1, ...length, ...charactersOf(EXIF_NAME)), exif];
}

/** Application segments (Exif, XMP, colour profiles) and comments. */
function isText(code: number): boolean {
  return (code >= 0xe0 && code <= 0xef) || code === COMMENT;
}

/** A marker is 0xFF and a code; any number of 0xFF may stand before it. */
function markerAt(file: Bytes, start: number): { code: number; after: number } | null {
  if (file.u8(start) !== 0xff) return null;
  let at = start + 1;
  while (file.u8(at) === 0xff) at += 1;
  const code = file.u8(at) ?? 0x00;
  // Neither stuffing, nor a restart, nor another beginning can stand between segments.
  if (code === 0x00 || code === START_OF_IMAGE || isRestart(code)) return null;
  return { code, after: at + 1 };
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7;
}

/** The first marker after a scan's data, in which 0xFF is followed by 0x00 or a restart. */
function endOfScan(file: Bytes, start: number): number {
  const { all } = file;
  let at = all.indexOf(0xff, start);
  while (at !== -1) {
    const next = all[at + 1] ?? 0x00;
    if (next !== 0x00 && next !== 0xff && !isRestart(next)) return at;
    at = all.indexOf(0xff, at + 1);
  }
  return file.length;
}
