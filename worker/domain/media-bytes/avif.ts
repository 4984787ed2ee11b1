// AVIF: one still picture in ISO boxes, its size among the properties of the primary item.

import { type Box, boxesIn, boxesOf, boxOf, brands } from './boxes.ts';
import type { Bytes } from './bytes.ts';
import type { Found } from './findings.ts';

export function isAvif(file: Bytes): boolean {
  return brands(file).some((brand) => brand === 'avif' || brand === 'avis');
}

export function readAvif(file: Bytes): Found | null {
  const boxes = boxesIn(file, 0, file.length);
  const meta = boxes === null ? undefined : boxOf(boxes, 'meta');
  if (boxes === null || meta === undefined || boxOf(boxes, 'mdat') === undefined) return null;
  const size = primarySize(file, meta);
  if (size === null) return null;
  // A sequence has a track beside, or instead of, its still picture.
  const animated = boxOf(boxes, 'moov') !== undefined || brands(file)[0] === 'avis';
  const textZones = boxes.filter(({ type }) => type !== 'mdat').map(({ from, end }) => ({ from, to: end }));
  return { ...size, animated, end: file.length, textZones };
}

/** The largest of all sizes that are said: parts of a grid are smaller, and nothing in the file may be larger. */
function primarySize(file: Bytes, meta: Box): { width: number; height: number } | null {
  const inside = boxesOf(file, meta, 4);
  if (boxOf(inside, 'pitm') === undefined) return null;
  const properties = boxesOf(file, boxOf(boxesOf(file, boxOf(inside, 'iprp')), 'ipco'));
  const sizes = properties
    .filter(({ type }) => type === 'ispe')
    .map(({ from }) => ({ width: file.u32(from + 4) ?? 0, height: file.u32(from + 8) ?? 0 }));
  const largest = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  return largest ?? null;
}
