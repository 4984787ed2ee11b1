// WebM (the part of Matroska that browsers play): EBML elements up to the end of the file, one video track in VP8, VP9 or AV1.

import type { Bytes } from './bytes.ts';
import { type Found, PARTS_MAX, UNPLAYABLE, type Zone } from './findings.ts';

type Element = {
  readonly id: number;
  readonly from: number;
  readonly end: number;
  /** Its length was not known when the file was written: `end` is `from`. */
  readonly isOpen: boolean;
};
type Size = { width: number; height: number };

const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const CODEC = 0x86;
const VIDEO = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;

/** Seek head, info, cues, tags, void, checksum: text may be in them. Attachments are not among them. */
const DESCRIBING: ReadonlySet<number> = new Set([
  0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0xec, 0xbf,
]);
/** Of a cluster of unknown length: time code, position, sizes, blocks. */
const IN_CLUSTER: ReadonlySet<number> = new Set([0xe7, 0xa7, 0xab, 0xa3, 0xa0, 0x5854]);
const CODECS: ReadonlySet<string> = new Set(['V_VP8', 'V_VP9', 'V_AV1']);

export function isWebm(file: Bytes): boolean {
  const head = elementAt(file, 0, file.length);
  if (head?.id !== EBML) return false;
  const docType = elementsIn(file, head).find(({ id }) => id === DOC_TYPE);
  return docType !== undefined && textOf(file, docType) === 'webm';
}

export function readWebm(file: Bytes): Found | typeof UNPLAYABLE | null {
  const head = elementAt(file, 0, file.length);
  if (head === null) return null;
  const segment = elementAt(file, head.end, file.length);
  if (segment === null || segment.id !== SEGMENT) return null;
  const end = segment.isOpen ? file.length : segment.end;
  const textZones: Zone[] = [{ from: head.from, to: head.end }];
  const sizes: (Size | typeof UNPLAYABLE)[] = [];
  let hasCluster = false;
  let at = segment.from;
  while (at < end) {
    const element = elementAt(file, at, end);
    if (element === null || textZones.length > PARTS_MAX) return null;
    if (element.id === CLUSTER) {
      hasCluster = true;
      // Of unknown length, as a recorder writes them: its blocks follow one by one.
    } else if (element.isOpen) return null;
    else if (element.id === TRACKS) sizes.push(...videoSizes(file, element));
    else if (DESCRIBING.has(element.id)) textZones.push({ from: element.from, to: element.end });
    else if (!(hasCluster && IN_CLUSTER.has(element.id))) return null;
    at = element.end;
  }
  const [size] = sizes;
  if (size === undefined || sizes.length > 1 || !hasCluster) return null;
  if (size === UNPLAYABLE) return UNPLAYABLE;
  return { ...size, end, textZones };
}

function videoSizes(file: Bytes, tracks: Element): (Size | typeof UNPLAYABLE)[] {
  return elementsIn(file, tracks)
    .filter(({ id }) => id === TRACK)
    .flatMap((track): (Size | typeof UNPLAYABLE)[] => {
      const inside = elementsIn(file, track);
      const codec = inside.find(({ id }) => id === CODEC);
      const video = inside.find(({ id }) => id === VIDEO);
      if (codec === undefined || video === undefined) return [];
      if (!CODECS.has(textOf(file, codec))) return [UNPLAYABLE];
      const facts = elementsIn(file, video);
      const width = facts.find(({ id }) => id === PIXEL_WIDTH);
      const height = facts.find(({ id }) => id === PIXEL_HEIGHT);
      return width === undefined || height === undefined
        ? []
        : [{ width: numberOf(file, width), height: numberOf(file, height) }];
    });
}

/** The elements that fill another one exactly; none when they do not. */
function elementsIn(file: Bytes, { from, end }: Element): readonly Element[] {
  const found: Element[] = [];
  let at = from;
  while (at < end) {
    const element = elementAt(file, at, end);
    if (element === null || element.isOpen || found.length >= 1024) return [];
    found.push(element);
    at = element.end;
  }
  return found;
}

/** Null where no element fits before `limit`. */
function elementAt(file: Bytes, at: number, limit: number): Element | null {
  const id = variableNumber(file, at, 4);
  if (id === null) return null;
  const size = variableNumber(file, at + id.length, 8);
  if (size === null) return null;
  const from = at + id.length + size.length;
  const end = size.allOnes ? from : from + size.value;
  return end <= limit ? { id: id.raw, from, end, isOpen: size.allOnes } : null;
}

type Variable = {
  readonly length: number;
  readonly raw: number;
  readonly value: number;
  /** How an unknown length is written. */
  readonly allOnes: boolean;
};

/** EBML's numbers: as many zero bits first as bytes follow, then a one. */
function variableNumber(file: Bytes, at: number, longest: number): Variable | null {
  const first = file.u8(at) ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > longest) return null;
  const marker = 0x80 >> (length - 1);
  let raw = first;
  let value = first & (marker - 1);
  let allOnes = value === marker - 1;
  for (let i = 1; i < length; i += 1) {
    const byte = file.u8(at + i) ?? 0;
    raw = raw * 256 + byte;
    value = value * 256 + byte;
    allOnes &&= byte === 0xff;
  }
  return { length, raw, value, allOnes };
}

function numberOf(file: Bytes, { from, end }: Element): number {
  let value = 0;
  for (let at = from; at < end && at < from + 6; at += 1) value = value * 256 + (file.u8(at) ?? 0);
  return value;
}

function textOf(file: Bytes, { from, end }: Element): string {
  const length = end - from;
  return length > 32 ? '' : file.text(from, length).replace(/\0+$/u, '');
}
