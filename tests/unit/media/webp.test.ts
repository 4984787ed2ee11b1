// WebP files made by hand, chunk by chunk: what each is to the picture, and which files are none.

import { describe, expect, test } from 'vitest';
import { inspectImage } from '../../../worker/domain/image-types.ts';
import {
  exif,
  joined,
  orientationOnly,
  text,
  u32le,
  webp,
  webpChunk,
  webpExtended,
  webpLossless,
  imageRefusal as refusalOf,
} from './media-builders.ts';

const PICTURE = webpLossless(4, 3);
const HEADER = webpExtended(0, 4, 3);
const NOTHING = new Uint8Array();
const chunkOf = (type: string, content = 'ab') => webpChunk(type, text(content));
const exifOf = (orientation: number) => webpChunk('EXIF', exif(orientation, false, text('Ana')));
/** A key frame's tag, its start code, and both sides with a scale above their 14 bits. */
const lossy = (width: number, height: number, tag = 0) =>
  webpChunk('VP8 ', joined(Uint8Array.of(tag, 0, 0, 0x9d, 0x01, 0x2a), u32le(width | (height << 16))));

test.each([
  ['VP8L', webpLossless(4, 3), 4, 3],
  ['VP8L', webpLossless(1, 1), 1, 1],
  ['VP8L', webpLossless(300, 5000), 300, 5000],
  ['VP8', lossy(4, 3), 4, 3],
  ['VP8', lossy(300, 5000), 300, 5000],
  ['VP8', lossy(0x4004, 0x4003), 4, 3],
])('a picture in %s says its size: %#', (_, picture, width, height) => {
  const file = webp(picture);
  expect(inspectImage(file)).toEqual({
    ok: true,
    value: { type: 'image/webp', width, height, picture: file },
  });
});

test.each([
  ['nothing else', [], 0, []],
  ['transparency', [chunkOf('ALPH')], 0x10, [chunkOf('ALPH')]],
  ['a colour profile', [chunkOf('ICCP')], 0x20, [chunkOf('ICCP')]],
  ['a chunk of odd length', [chunkOf('ALPH', 'abc')], 0x10, [chunkOf('ALPH', 'abc')]],
  ['XMP', [chunkOf('XMP ')], 0, []],
  ['XMP that would be an Exif', [webpChunk('XMP ', orientationOnly(6))], 0, []],
  ['what nobody knows', [chunkOf('GPS ')], 0, []],
  ['an upright Exif', [exifOf(1)], 0, []],
])('an extended one with %s', (_, chunks, flags, kept) => {
  expect(inspectImage(webp(webpExtended(flags | 0x0c, 4, 3), ...chunks, PICTURE))).toEqual({
    ok: true,
    value: {
      type: 'image/webp',
      width: 4,
      height: 3,
      picture: webp(webpExtended(flags, 4, 3), ...kept, PICTURE),
    },
  });
});

test.each([
  ['an Exif', [exifOf(6)]],
  ['two of which the first is turned', [exifOf(6), exifOf(2)]],
  ['two of which the second is turned', [exifOf(1), exifOf(6)]],
])('an extended one with %s keeps the side that is up', (_, chunks) => {
  expect(inspectImage(webp(webpExtended(0x10, 4, 3), PICTURE, ...chunks))).toEqual({
    ok: true,
    value: {
      type: 'image/webp',
      width: 3,
      height: 4,
      picture: webp(webpExtended(0x18, 4, 3), PICTURE, webpChunk('EXIF', orientationOnly(6))),
    },
  });
});

test('a simple one is not turned: nothing reads its Exif', () => {
  expect(inspectImage(webp(PICTURE, exifOf(6)))).toEqual({
    ok: true,
    value: { type: 'image/webp', width: 4, height: 3, picture: webp(PICTURE) },
  });
});

test('of a longer header only what is known stays', () => {
  const longer = webpChunk('VP8X', joined(HEADER.slice(8), text('ab')));
  expect(inspectImage(webp(longer, PICTURE))).toMatchObject({
    ok: true,
    value: { picture: webp(HEADER, PICTURE) },
  });
});

test.each([
  ['missing from the declared length', 1],
  ['part of it', 0],
])('the filling of the last chunk may be %s', (_, less) => {
  const file = webp(PICTURE, chunkOf('XMP ', 'abc'));
  file.set(u32le(file.length - 8 - less), 4);
  file[file.length - 1] = 7;
  expect(inspectImage(file)).toMatchObject({ ok: true, value: { picture: webp(PICTURE) } });
});

test('the filling of the last chunk may be missing from the file', () => {
  const file = webp(PICTURE, chunkOf('XMP ', 'abc')).slice(0, -1);
  file.set(u32le(file.length - 8), 4);
  expect(refusalOf(file)).toBeNull();
});

test.each([
  ['ALPH', null],
  ['ICCP', 'ImageUnsafe'],
  ['XMP ', 'ImageUnsafe'],
  ['EXIF', 'ImageUnsafe'],
  ['ABCD', 'ImageUnsafe'],
])('markup in %s: %s', (type, refusal) => {
  expect(refusalOf(webp(HEADER, chunkOf(type, '<svg'), PICTURE))).toBe(refusal);
});

test('markup in a picture is a picture', () => {
  const picture = webpChunk('VP8L', joined(PICTURE.slice(8, 13), text('<svg')));
  expect(refusalOf(webp(picture))).toBeNull();
});

test.each([
  ['that says so', [webpExtended(0x02, 4, 3), PICTURE]],
  ['that says so, of parts', [webpExtended(0x02, 8, 8), PICTURE]],
  ['that says so, of nothing', [webpExtended(0x02, 4, 3)]],
  ['with a rule for it', [PICTURE, chunkOf('ANIM')]],
  ['with a part of it', [PICTURE, chunkOf('ANMF')]],
])('one %s moves', (_, chunks) => {
  expect(refusalOf(webp(...chunks))).toBe('ImageAnimated');
});

test('a file has 16,384 chunks at most', () => {
  const texts = joined(...Array.from({ length: 16_383 }, () => chunkOf('XMP ')));
  expect(refusalOf(webp(texts, PICTURE))).toBeNull();
  expect(refusalOf(webp(texts, PICTURE, chunkOf('XMP ')))).toBe('ImageDamaged');
});

describe('refused', () => {
  test.each([
    ['of another family', joined(text('RIFX'), webp(PICTURE).slice(4))],
    ['of another kind', joined(webp(PICTURE).slice(0, 8), text('WEBQ'), PICTURE)],
  ])('one %s', (_, file) => {
    expect(refusalOf(file)).toBe('ImageTypeRefused');
  });

  const tooLong = webp(PICTURE);
  tooLong.set(u32le(tooLong.length - 7), 4);
  const chunkTooLong = webp(PICTURE, chunkOf('XMP '));
  chunkTooLong.set(u32le(3), chunkTooLong.length - 6);
  const evenTooLong = webp(PICTURE, chunkOf('XMP ', 'abc'));
  evenTooLong.set(u32le(evenTooLong.length - 9), 4);
  evenTooLong.set(u32le(4), evenTooLong.length - 8);
  test.each([
    ['without a chunk', webp()],
    ['that ends in a chunk’s name', webp(PICTURE, text('XM'))],
    ['that ends before a chunk’s length', webp(PICTURE, text('XMP '))],
    ['longer than its file', tooLong],
    ['whose last chunk is cut', webp(PICTURE, chunkOf('XMP ')).slice(0, -1)],
    ['with a chunk longer than the file', chunkTooLong],
    ['with a chunk one byte longer than there is room', evenTooLong],
    ['with nothing but a header', webp(HEADER)],
    ['with nothing but a rule for moving', webp(chunkOf('ANIM'))],
    ['with a short header', webp(webpChunk('VP8X', HEADER.slice(8, 17)), PICTURE)],
    ['whose header comes second', webp(PICTURE, HEADER)],
    ['with two pictures', webp(PICTURE, PICTURE)],
    ['with two pictures of two kinds', webp(PICTURE, lossy(4, 3))],
    ['of another width than its picture', webp(webpExtended(0, 5, 3), PICTURE)],
    ['of another height than its picture', webp(webpExtended(0, 4, 4), PICTURE)],
    ['whose picture has another signature', webp(chunkOf('VP8L', '\u002e\0\0\0\0'))],
    ['of which only the second picture is one', webp(chunkOf('VP8L', '\u002e\0\0\0\0'), PICTURE)],
    ['whose picture ends in its size', webp(chunkOf('VP8L', '\u002f\0\0\0'))],
    ['whose frame builds on another', webp(lossy(4, 3, 1))],
    ['whose frame has another start code', webp(chunkOf('VP8 ', '\0\0\0\u009d\u0002\u002a\u0004\0\u0003\0'))],
    ['whose frame ends in its start code', webp(webpChunk('VP8 ', lossy(4, 3).slice(8, 12)))],
    ['whose frame has no content', webp(webpChunk('VP8 ', NOTHING))],
    ['whose frame has no width', webp(lossy(0, 3))],
    ['whose frame has no height', webp(lossy(4, 0))],
    [
      'that moves, whose frame ends in its height',
      webp(webpExtended(0x02, 4, 3), webpChunk('VP8 ', lossy(4, 3).slice(8, 16))),
    ],
  ])('one %s', (_, file) => {
    expect(refusalOf(file)).toBe('ImageDamaged');
  });
});
