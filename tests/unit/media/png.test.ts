// PNG files made by hand, chunk by chunk: what each is to the picture, and which files are none.

import { describe, expect, test } from 'vitest';
import { inspectImage } from '../../../worker/domain/image-types.ts';
import {
  exif,
  joined,
  orientationOnly,
  png,
  pngChunk,
  pngHeader,
  text,
  u32,
  imageRefusal as refusalOf,
} from './media-builders.ts';

const HEADER = pngHeader(4, 3);
const PIXELS = pngChunk('IDAT', Uint8Array.of(1, 2, 3));
const NOTHING = new Uint8Array();
const END = pngChunk('IEND', NOTHING);
const exifOf = (orientation: number) => pngChunk('eXIf', exif(orientation, false, text('Ana')));
const only = (orientation: number) => pngChunk('eXIf', orientationOnly(orientation));

test.each([
  ['no other chunk', [], []],
  ['a palette', [pngChunk('PLTE', text('abc'))], [pngChunk('PLTE', text('abc'))]],
  ['the shape of a pixel', [pngChunk('pHYs', text('abc'))], [pngChunk('pHYs', text('abc'))]],
  ['a text', [pngChunk('tEXt', text('abc'))], []],
  ['a text that would be an Exif', [pngChunk('tEXt', orientationOnly(6))], []],
  ['a chunk that nobody knows', [pngChunk('ABCD', text('abc'))], []],
  ['an upright Exif', [exifOf(1)], []],
  ['an Exif', [exifOf(3)], [only(3)]],
  ['two of which the first is turned', [exifOf(3), exifOf(2)], [only(3)]],
  ['two of which the second is turned', [exifOf(1), exifOf(3)], [only(3)]],
])('with %s', (_, chunks, kept) => {
  expect(inspectImage(png(HEADER, ...chunks, PIXELS, END))).toEqual({
    ok: true,
    value: { type: 'image/png', width: 4, height: 3, picture: png(HEADER, ...kept, PIXELS, END) },
  });
});

test('whose Exif lays it on its side is as high as it was wide', () => {
  expect(inspectImage(png(HEADER, exifOf(6), PIXELS, END))).toEqual({
    ok: true,
    value: { type: 'image/png', width: 3, height: 4, picture: png(HEADER, only(6), PIXELS, END) },
  });
});

test.each([
  ['tEXt', 'ImageUnsafe'],
  ['iCCP', 'ImageUnsafe'],
  ['zZZZ', 'ImageUnsafe'],
  ['IDAT', null],
  ['PLTE', null],
  ['CgBI', null],
])('markup in %s: %s', (type, refusal) => {
  expect(refusalOf(png(HEADER, pngChunk(type, text('<svg')), PIXELS, END))).toBe(refusal);
});

test('a file has 16,384 chunks at most', () => {
  const texts = joined(...Array.from({ length: 16_381 }, () => pngChunk('tEXt', NOTHING)));
  expect(refusalOf(png(HEADER, texts, PIXELS, END))).toBeNull();
  expect(refusalOf(png(HEADER, texts, PIXELS, PIXELS, END))).toBe('ImageDamaged');
});

describe('damaged', () => {
  const wrong = PIXELS.slice();
  wrong[8] = 0;
  test.each([
    ['without a header', png(PIXELS, END)],
    ['with two headers', png(HEADER, HEADER, PIXELS, END)],
    ['with something before the header', png(pngChunk('tEXt', NOTHING), HEADER, PIXELS, END)],
    ['with a short header', png(pngChunk('IHDR', HEADER.slice(8, 20)), PIXELS, END)],
    ['with a long header', png(pngChunk('IHDR', HEADER.slice(8, 22)), PIXELS, END)],
    ['without pixels', png(HEADER, END)],
    ['that has its end alone', png(END)],
    ['whose end has a content', png(HEADER, PIXELS, pngChunk('IEND', text('a')))],
    ['without its end', png(HEADER, PIXELS)],
    ['with a digit in a type', png(HEADER, pngChunk('tE1t', NOTHING), PIXELS, END)],
    ['with a type of three letters', png(HEADER, pngChunk('tEX\0', NOTHING), PIXELS, END)],
    ['with a wrong checksum', png(HEADER, wrong, END)],
    ['with a chunk longer than any file', png(HEADER, PIXELS, u32(0xffff_ffff), text('tEXt abc'))],
    ['with a chunk that ends in its checksum', png(HEADER, PIXELS, END.slice(0, -1))],
  ])('one %s', (_, file) => {
    expect(refusalOf(file)).toBe('ImageDamaged');
  });
});
