// What hides in a picture: marks of other files, where they are looked for, and where they are not.

import { describe, expect, test } from 'vitest';
import { timesLonger } from '../../support/cpu-time.ts';
import {
  jpeg,
  jpegFrame,
  jpegScan,
  jpegSegment,
  text,
  u16,
  imageRefusal as refusalOf,
} from './media-builders.ts';

const FRAME = jpegFrame(4, 3);
const comment = (words: string) => jpegSegment(0xfe, text(words));

test.each([
  ['<svg', 'ImageUnsafe'],
  ['a < b, <<SVG', 'ImageUnsafe'],
  ['<APPLET', 'ImageUnsafe'],
  ['<A HREF=x', 'ImageUnsafe'],
  ['<!DocType', 'ImageUnsafe'],
  ['%Pdf-', 'ImageUnsafe'],
  ['PK\u0005\u0006', 'ImageUnsafe'],
  ['<sv', null],
  ['<x:svg', null],
  ['\u001csvg', null],
  ['<\u0001doctype', null],
  ['<a\0href', null],
  ['\u0005pdf-', null],
  ['\u0030\u002b\u0005\u0006', null],
])('%j in a comment: %s', (words, refusal) => {
  expect(refusalOf(jpeg(comment(words), FRAME, jpegScan()))).toBe(refusal);
});

test('any one of several texts is enough', () => {
  expect(refusalOf(jpeg(comment('a'), comment('<svg'), comment('b'), FRAME, jpegScan()))).toBe('ImageUnsafe');
});

test.each([
  ['<script', 'ImageUnsafe'],
  ['<svg', null],
])('%j among pixels: %s', (words, refusal) => {
  expect(refusalOf(jpeg(FRAME, jpegScan(...text(words))))).toBe(refusal);
});

describe('readers look for', () => {
  // A comment’s text begins with the sixth byte.
  test.each([
    [1024, 'ImageUnsafe'],
    [1025, null],
  ])('the beginning of a PDF that ends with byte %i: %s', (end, refusal) => {
    expect(refusalOf(jpeg(comment(`${' '.repeat(end - 6 - 5)}%PDF-`), FRAME, jpegScan()))).toBe(refusal);
  });

  test.each([
    [65_557, 'ImageUnsafe'],
    [65_558, null],
  ])('the end of an archive %i bytes before the end: %s', (before, refusal) => {
    const [mark, scan, end] = [comment('PK\u0005\u0006'), jpegScan(), u16(0xffd9)];
    const zeros = new Uint8Array(before - 4 - FRAME.length - scan.length - end.length);
    expect(refusalOf(jpeg(mark, FRAME, scan, zeros))).toBe(refusal);
  });
});

test('many small texts are read in time proportional to their number', () => {
  const filled = (count: number) => {
    const file = new Uint8Array(count * 4).fill(0xff);
    for (let at = 0; at < file.length; at += 4) file.set([0xff, 0xfe, 0, 2], at);
    return jpeg(file, FRAME, jpegScan());
  };
  const [tenth, whole] = [filled(1_600), filled(16_000)];
  const refusals: (string | null)[] = [];
  const read = (file: Uint8Array) => () => refusals.push(refusalOf(file));
  expect(timesLonger(read(tenth), read(whole))).toBeLessThan(50);
  expect(refusals).toEqual([null, null, null, null]);
});
