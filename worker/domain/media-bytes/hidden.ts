// Finds polyglots: an image or video that is a second file as well. A browser that gets the type and nosniff would show none
// of it; this check is the second defence, for any other program that opens the file.

import type { Zone } from './findings.ts';

/** So long that no compressed picture holds one by chance: looked for everywhere. Lower case. */
const LONG_MARKS = ['<script', '<iframe', '<object', '<embed', '<html', '<body', '<!doctype', '<?php'].map(
  codes,
);
/** Of any markup, where a format lets text be. XMP's own tags have a colon after a prefix and are none of these. */
const SHORT_MARKS = [
  '<svg',
  '<img',
  '<head',
  '<meta',
  '<link',
  '<base',
  '<form',
  '<style',
  '<video',
  '<audio',
  '<math',
  '<input',
  '<button',
  '<template',
  '<details',
  '<marquee',
  '<frameset',
  '<applet',
  '<a href',
].map(codes);
const PDF = codes('%pdf-');
/** Readers of PDF look this far for its beginning. */
const PDF_WITHIN = 1024;
/** The end of a ZIP archive's directory, and how far from the end readers look for it. */
const ZIP_END = [0x50, 0x4b, 0x05, 0x06];
const ZIP_WITHIN = 65_557;

const LESS_THAN = 0x3c;

export function hidesSomething(all: Uint8Array, textZones: readonly Zone[]): boolean {
  return (
    holdsMark(all, { from: 0, to: all.length }, LONG_MARKS) ||
    textZones.some((zone) => holdsMark(all, zone, SHORT_MARKS)) ||
    holds(all, { from: 0, to: PDF_WITHIN }, PDF) ||
    holds(all, { from: Math.max(0, all.length - ZIP_WITHIN), to: all.length }, ZIP_END)
  );
}

/** Some cameras fill up with zeros, which are nothing. */
export function isEmptyAfter(all: Uint8Array, end: number): boolean {
  return all.subarray(end).every((byte) => byte === 0);
}

function codes(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

function holdsMark(all: Uint8Array, { from, to }: Zone, marks: readonly (readonly number[])[]): boolean {
  // No further than the zone: a file may have a million of them.
  const zone = all.subarray(from, to);
  let at = zone.indexOf(LESS_THAN);
  while (at !== -1) {
    const start = from + at;
    if (marks.some((mark) => matches(all, start, mark))) return true;
    at = zone.indexOf(LESS_THAN, at + 1);
  }
  return false;
}

function holds(all: Uint8Array, { from, to }: Zone, mark: readonly number[]): boolean {
  for (let at = from; at + mark.length <= to; at += 1) if (matches(all, at, mark)) return true;
  return false;
}

/** Whatever the case of its letters. No mark has anything above them. */
function matches(all: Uint8Array, at: number, mark: readonly number[]): boolean {
  return mark.every((code, i) => {
    const byte = all[at + i] ?? 0;
    return byte === code || (byte >= 0x41 && byte + 0x20 === code);
  });
}
