// MP4 with a video track that browsers play (H.264, AV1 or VP9), its size from the track's header.

import { type Box, boxesIn, boxesOf, boxOf, brands } from './boxes.ts';
import type { Bytes } from './bytes.ts';
import { type Found, UNPLAYABLE } from './findings.ts';

const BRAND = /isom|iso[2-9]|mp4[12]|avc1|av01|M4V |dash|cmf[c2]/u;
const CODECS: ReadonlySet<string> = new Set(['avc1', 'avc3', 'av01', 'vp09']);

export function isMp4(file: Bytes): boolean {
  const named = brands(file);
  return named.some((brand) => BRAND.test(brand)) && !named.some((brand) => brand.startsWith('avi'));
}

export function readMp4(file: Bytes): Found | typeof UNPLAYABLE | null {
  const boxes = boxesIn(file, 0, file.length);
  if (boxes === null || boxOf(boxes, 'mdat') === undefined) return null;
  const tracks = boxesOf(file, boxOf(boxes, 'moov')).filter(({ type }) => type === 'trak');
  const videos = tracks.flatMap((track) => videoSize(file, track) ?? []);
  const [size] = videos;
  if (size === undefined || videos.length > 1) return null;
  if (size === UNPLAYABLE) return UNPLAYABLE;
  const textZones = boxes.filter(({ type }) => type !== 'mdat').map(({ from, end }) => ({ from, to: end }));
  return { ...size, end: file.length, textZones };
}

/** Null for a track that is no video. */
function videoSize(file: Bytes, track: Box): { width: number; height: number } | typeof UNPLAYABLE | null {
  const inside = boxesOf(file, track);
  const media = boxesOf(file, boxOf(inside, 'mdia'));
  const handler = boxOf(media, 'hdlr');
  const header = boxOf(inside, 'tkhd');
  if (handler === undefined || header === undefined) return null;
  if (file.text(handler.from + 8, 4) !== 'vide') return null;
  const table = boxOf(boxesOf(file, boxOf(media, 'minf')), 'stbl');
  const entries = boxesOf(file, boxOf(boxesOf(file, table), 'stsd'), 8);
  if (entries.length === 0) return null;
  if (!entries.every(({ type }) => CODECS.has(type))) return UNPLAYABLE;
  // The last eight bytes of the header: two fixed-point numbers, 16 bits before the point.
  return { width: file.u16(header.end - 8) ?? 0, height: file.u16(header.end - 4) ?? 0 };
}
