// AVIF: one still picture in ISO boxes, its size among the properties of the primary item. Metadata are items beside it.

import { type Box, boxesIn, boxesOf, boxOf, brands } from './boxes.ts';
import type { Bytes } from './bytes.ts';
import type { FoundImage, Part, Zone } from './findings.ts';

/** Coded pictures, and pictures made of others. Any other item is metadata: Exif, XMP, what nobody knows. */
const PICTURES: ReadonlySet<string> = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap']);
/** Of the file, and of its `meta`: what says where the pictures are and how they look. How one is turned is a property. */
const SHOWN: ReadonlySet<string> = new Set(['ftyp', 'meta']);
const SHOWN_IN_META: ReadonlySet<string> = new Set('hdlr pitm iinf iloc iprp iref grpl dinf'.split(' '));
/** Far more than any file we take has; bounds the work on a hostile one. */
const EXTENTS_MAX = 4096;

export function isAvif(file: Bytes): boolean {
  return brands(file).some((brand) => brand === 'avif' || brand === 'avis');
}

export function readAvif(file: Bytes): FoundImage | null {
  const boxes = boxesIn(file, 0, file.length);
  if (boxes === null || boxOf(boxes, 'mdat') === undefined) return null;
  const inside = boxesOf(file, boxOf(boxes, 'meta'), 4);
  const size = primarySize(file, inside);
  const pictures = pictureZones(file, inside);
  if (size === null || pictures === null) return null;
  // A sequence has a track beside, or instead of, its still picture.
  const animated = boxOf(boxes, 'moov') !== undefined || brands(file)[0] === 'avis';
  const textZones = boxes.filter(({ type }) => type !== 'mdat').map(({ from, end }) => ({ from, to: end }));
  const others = [
    ...boxes.filter(({ type }) => !SHOWN.has(type)),
    ...inside.filter(({ type }) => !SHOWN_IN_META.has(type)),
  ];
  return { ...size, animated, end: file.length, textZones, picture: withoutOthers(file, others, pictures) };
}

/** Lengths stay, because places are counted from the beginning of the file: what is left out becomes zeros. */
function withoutOthers(file: Bytes, others: readonly Box[], pictures: readonly Zone[]): readonly Part[] {
  const shown = file.all.slice();
  for (const { from, end } of others) shown.fill(0, from, end);
  for (const { from, to } of pictures) shown.set(file.all.subarray(from, to), from);
  return [shown];
}

/** The largest of all sizes that are said: parts of a grid are smaller, and nothing in the file may be larger. */
function primarySize(file: Bytes, inside: readonly Box[]): { width: number; height: number } | null {
  if (boxOf(inside, 'pitm') === undefined) return null;
  const properties = boxesOf(file, boxOf(boxesOf(file, boxOf(inside, 'iprp')), 'ipco'));
  const sizes = properties
    .filter(({ type }) => type === 'ispe')
    .map(({ from }) => ({ width: file.u32(from + 4) ?? 0, height: file.u32(from + 8) ?? 0 }));
  const largest = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  return largest ?? null;
}

/** Where the bytes of the pictures lie; null when that cannot be read, or is not inside the file. */
function pictureZones(file: Bytes, inside: readonly Box[]): readonly Zone[] | null {
  const pictures = pictureItems(file, boxOf(inside, 'iinf'));
  const iloc = boxOf(inside, 'iloc');
  if (iloc === undefined) return null;
  const version = file.u8(iloc.from) ?? 0;
  if (version > 2) return null;
  const sizes = file.u16(iloc.from + 4) ?? 0;
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const idat = boxOf(inside, 'idat');
  let at = iloc.from + 6;
  const next = (size: number): number => {
    const value = size === 0 ? 0 : size === 2 ? file.u16(at) : size === 4 ? file.u32(at) : file.u64(at);
    at += size;
    return value ?? Number.NaN;
  };
  const idSize = version === 2 ? 4 : 2;
  const zones: Zone[] = [];
  const items = next(idSize);
  let extentsSeen = 0;
  let lengths = 0;
  for (let i = 0; i < items; i += 1) {
    const item = next(idSize);
    const construction = version === 0 ? 0 : next(2) & 15;
    // The index of a file elsewhere; 0 is this one.
    const elsewhere = next(2);
    const base = next(baseSize);
    const extents = next(2);
    if (at > iloc.end) return null;
    for (let k = 0; k < extents; k += 1) {
      extentsSeen += 1;
      next(indexSize);
      const offset = next(offsetSize);
      const length = next(lengthSize);
      if (extentsSeen > EXTENTS_MAX || Number.isNaN(length)) return null;
      if (!pictures.has(item)) continue;
      const room = construction === 0 ? { from: 0, end: file.length } : idat;
      if (construction > 1 || elsewhere !== 0 || room === undefined || length === 0) return null;
      const from = room.from + base + offset;
      // Stretches do not overlap: all of them are no longer than the file.
      lengths += length;
      if (!(from + length <= room.end) || lengths > file.length) return null;
      zones.push({ from, to: from + length });
    }
  }
  return at > iloc.end || zones.length === 0 ? null : zones;
}

function pictureItems(file: Bytes, iinf: Box | undefined): ReadonlySet<number | null> {
  const counted = iinf === undefined || file.u8(iinf.from) === 0 ? 6 : 8;
  return new Set(
    boxesOf(file, iinf, counted).flatMap(({ type, from }) => {
      const version = file.u8(from);
      if (type !== 'infe' || (version !== 2 && version !== 3)) return [];
      const idSize = version === 2 ? 2 : 4;
      const id = version === 2 ? file.u16(from + 4) : file.u32(from + 4);
      const kind = file.text(from + 4 + idSize + 2, 4);
      return PICTURES.has(kind) ? [id] : [];
    }),
  );
}
