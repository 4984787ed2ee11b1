// Boxes of the ISO base media file format (ISO/IEC 14496-12), which AVIF and MP4 share.

import type { Bytes } from './bytes.ts';

export type Box = {
  readonly type: string;
  /** Of its content, up to `end`. */
  readonly from: number;
  readonly end: number;
};

/** Far more than any file we take has; bounds the work on a hostile one. */
const BOXES_MAX = 4096;

/** The boxes that fill `from` to `end` exactly; null when they do not. */
export function boxesIn(file: Bytes, from: number, end: number): readonly Box[] | null {
  const boxes: Box[] = [];
  let at = from;
  while (at < end) {
    const short = file.u32(at);
    const type = file.text(at + 4, 4);
    if (short === null || boxes.length >= BOXES_MAX) return null;
    // 1: a long size follows. 0: the box reaches to the end of the file.
    const header = short === 1 ? 16 : 8;
    const size = short === 1 ? (file.u64(at + 8) ?? 0) : short === 0 ? file.length - at : short;
    if (size < header || at + size > end) return null;
    boxes.push({ type, from: at + header, end: at + size });
    at += size;
  }
  return boxes;
}

/** Those of a box's content, after `skip` bytes of its own (4 for a version and flags). */
export function boxesOf(file: Bytes, box: Box | undefined, skip = 0): readonly Box[] {
  return box === undefined ? [] : (boxesIn(file, box.from + skip, box.end) ?? []);
}

export function boxOf(boxes: readonly Box[], type: string): Box | undefined {
  return boxes.find((box) => box.type === type);
}

/** The major brand and the compatible ones of the file's first box. */
export function brands(file: Bytes): readonly string[] {
  const size = file.u32(0) ?? 0;
  if (size < 16 || size > 1024 || file.text(4, 4) !== 'ftyp' || !file.has(0, size)) return [];
  const found: string[] = [];
  for (let at = 8; at + 4 <= size; at += 4) {
    // A version separates the major brand from the compatible ones.
    if (at !== 12) found.push(file.text(at, 4));
  }
  return found;
}
