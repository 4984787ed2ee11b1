// AVIF files made by hand, box by box: where the pictures are said to be, what stays of the rest, and which files are none. What
// is said of boxes holds for MP4 as well.

import { describe, expect, test } from 'vitest';
import { inspectImage } from '../../../worker/domain/image-types.ts';
import { avifBox as box, joined, text, u16, u32, imageRefusal as refusalOf } from './media-builders.ts';

const NOTHING = new Uint8Array();
/** 16 bytes, so that the pixels are from 24 to 32. */
const FTYP = box('ftyp', text('avif\0\0\0\0'));
const MDAT = box('mdat', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
const VERSION_0 = u32(0);
const PITM = box('pitm', VERSION_0, u16(1));
const sized = (width: number, height: number) => box('ispe', VERSION_0, u32(width), u32(height));
const iprp = (...properties: readonly Uint8Array[]) => box('iprp', box('ipco', ...properties));
const IPRP = iprp(box('av1C', text('abcd')), sized(4, 3));
const item = (id: number, kind: string) => box('infe', u32(0x0200_0000), u16(id), u16(0), text(kind));
const iinf = (...items: readonly Uint8Array[]) => box('iinf', VERSION_0, u16(items.length), ...items);
const IINF = iinf(item(1, 'av01'), item(2, 'Exif'));
/** Version, the sizes of its fields (of a place, a length, a base, an index), and the fields. */
const iloc = (version: number, sizes: number, ...fields: readonly Uint8Array[]) =>
  box('iloc', Uint8Array.of(version, 0, 0, 0), u16(sizes), ...fields);
const all16 = (...values: readonly number[]) => joined(...values.map(u16));
const all32 = (...values: readonly number[]) => joined(...values.map(u32));
/** One item, 1, in this file, of one stretch. */
const ILOC = iloc(0, 0x4400, all16(1, 1, 0, 1), all32(26, 3));
const meta = (...inside: readonly Uint8Array[]) => box('meta', VERSION_0, ...inside);
const avif = (...inside: readonly Uint8Array[]) => joined(FTYP, MDAT, meta(...inside));
const withIloc = (one: Uint8Array) => avif(PITM, IPRP, one, IINF);
const WHOLE = withIloc(ILOC);

const known = (width: number, height: number, picture: Uint8Array) => ({
  ok: true,
  value: { type: 'image/avif', width, height, picture },
});
/** The same with other pixels. */
const keeping = (file: Uint8Array, ...pixels: readonly number[]) => {
  const kept = file.slice();
  kept.set(pixels, 24);
  return kept;
};

test('what is no part of a picture becomes zeros, and the file that is read stays as it was', () => {
  const file = joined(WHOLE, box('uuid', text('Ana')));
  const before = file.slice();
  const kept = joined(keeping(WHOLE, 0, 0, 3, 4, 5, 0, 0, 0), box('uuid', Uint8Array.of(0, 0, 0)));
  expect(inspectImage(file)).toEqual(known(4, 3, kept));
  expect(file).toEqual(before);
});

test('of what is beside the places only what says how a picture looks stays', () => {
  const shown = ['hdlr', 'iref', 'grpl', 'dinf'].map((type) => box(type, text('a')));
  const file = avif(PITM, IPRP, ILOC, IINF, ...shown, box('xml ', text('Ana')));
  const kept = avif(PITM, IPRP, ILOC, IINF, ...shown, box('xml ', Uint8Array.of(0, 0, 0)));
  expect(inspectImage(file)).toEqual(known(4, 3, keeping(kept, 0, 0, 3, 4, 5, 0, 0, 0)));
});

test.each([
  ['version 0', ILOC],
  ['version 0, whose last size is nothing', iloc(0, 0x4404, all16(1, 1, 0, 1), all32(26, 3))],
  ['a base', iloc(0, 0x4440, all16(1, 1, 0), u32(24), u16(1), all32(2, 3))],
  ['a base alone', iloc(0, 0x0440, all16(1, 1, 0), u32(26), u16(1), u32(3))],
  ['fields of eight bytes', iloc(0, 0x8880, all16(1, 1, 0), all32(0, 24), u16(1), all32(0, 2, 0, 3))],
  ['version 1', iloc(1, 0x4400, all16(1, 1, 0, 0, 1), all32(26, 3))],
  ['version 1 with an index', iloc(1, 0x4404, all16(1, 1, 0, 0, 1), all32(9, 26, 3))],
  ['version 2', iloc(2, 0x4400, all32(1, 1), all16(0, 0, 1), all32(26, 3))],
  ['an item of no stretch', iloc(0, 0x4400, all16(2, 1, 0, 1), all32(26, 3), all16(1, 0, 0))],
  ['metadata as well', iloc(0, 0x4400, all16(2, 1, 0, 1), all32(26, 3), all16(2, 0, 1), all32(29, 3))],
  [
    'metadata elsewhere, of the greatest length',
    iloc(
      0,
      0x8800,
      all16(2, 1, 0, 1),
      all32(0, 26, 0, 3),
      all16(2, 1, 1),
      all32(0, 0, 0x1f_ffff, 0xffff_ffff),
    ),
  ],
  ['two stretches', iloc(0, 0x4400, all16(1, 1, 0, 2), all32(26, 1, 27, 2))],
])('the places of pixels: %s', (_, places) => {
  const file = withIloc(places);
  expect(inspectImage(file)).toEqual(known(4, 3, keeping(file, 0, 0, 3, 4, 5, 0, 0, 0)));
});

test.each([
  ['the bytes before its pixels', 0, [1, 2, 3, 4, 5, 6, 7, 8], null],
  ['a byte that is not there', 1, [], 'ImageDamaged'],
])('a picture may have %s', (_, from, pixels, refusal) => {
  const file = withIloc(iloc(0, 0x4400, all16(1, 1, 0, 1), all32(from, WHOLE.length)));
  expect(inspectImage(file)).toEqual(
    refusal === null ? known(4, 3, keeping(file, ...pixels)) : { ok: false, error: refusal },
  );
});

test.each([
  ['a part', 3, 2, [0, 0, 0, 0, 15, 16, 0, 0]],
  ['its end', 5, 2, [0, 0, 0, 0, 0, 0, 17, 18]],
  ['its end and one more', 6, 2, null],
])('pixels beside the places: %s of them', (_, offset, length, pixels) => {
  const places = iloc(1, 0x4440, all16(1, 1, 1, 0), u32(1), u16(1), all32(offset, length));
  const idat = box('idat', Uint8Array.of(11, 12, 13, 14, 15, 16, 17, 18));
  const file = avif(PITM, IPRP, idat, places, IINF);
  const kept = avif(PITM, IPRP, box('idat', Uint8Array.from(pixels ?? [])), places, IINF);
  expect(inspectImage(file)).toEqual(
    pixels === null
      ? { ok: false, error: 'ImageDamaged' }
      : known(4, 3, keeping(kept, 0, 0, 0, 0, 0, 0, 0, 0)),
  );
});

test.each([
  ['an item of a long number', box('infe', u32(0x0300_0000), u32(70_000), u16(0), text('grid')), null],
  [
    'an item of a later version',
    box('infe', u32(0x0400_0000), u32(70_000), u16(0), text('av01')),
    'ImageDamaged',
  ],
  [
    'an item of an earlier version',
    box('infe', u32(0x0100_0000), u32(70_000), u16(0), text('av01')),
    'ImageDamaged',
  ],
  ['something else', box('infx', u32(0x0300_0000), u32(70_000), u16(0), text('av01')), 'ImageDamaged'],
  ['an item of no kind', box('infe', u32(0x0300_0000), u32(70_000), u16(0), text('mime')), 'ImageDamaged'],
])('a list of many items with %s: %#', (_, one, refusal) => {
  const places = iloc(2, 0x4400, all32(1, 70_000), all16(0, 0, 1), all32(26, 3));
  const file = avif(PITM, IPRP, places, box('iinf', u32(0x0100_0000), u32(1), one));
  expect(inspectImage(file)).toEqual(
    refusal === null ? known(4, 3, keeping(file, 0, 0, 3, 4, 5, 0, 0, 0)) : { ok: false, error: refusal },
  );
});

test.each([
  ['the first', [sized(10, 10), sized(20, 2)]],
  ['the last', [sized(20, 2), sized(10, 10)]],
])('of two sizes the larger is meant, also as %s', (_, properties) => {
  const file = avif(PITM, iprp(...properties), ILOC, IINF);
  expect(inspectImage(file)).toMatchObject({ ok: true, value: { width: 10, height: 10 } });
});

test.each([
  ['in free room', joined(WHOLE, box('free', text('<svg'))), 'ImageUnsafe'],
  ['beside the places', avif(PITM, IPRP, ILOC, IINF, box('xml ', text('<svg'))), 'ImageUnsafe'],
  ['among pixels', joined(WHOLE, box('mdat', text('<svg'))), null],
])('markup %s: %#', (_, file, refusal) => {
  expect(refusalOf(file)).toBe(refusal);
});

test.each([
  ['a track', joined(WHOLE, box('moov')), 'ImageAnimated'],
  [
    'the brand of a sequence first',
    joined(box('ftyp', text('avis\0\0\0\0avif')), WHOLE.slice(16)),
    'ImageAnimated',
  ],
  ['the brand of a sequence besides', joined(box('ftyp', text('mif1\0\0\0\0avis')), WHOLE.slice(16)), null],
])('one with %s: %#', (_, file, refusal) => {
  expect(refusalOf(file)).toBe(refusal);
});

describe('damaged', () => {
  const many = (extents: number) =>
    iloc(
      0,
      0x0440,
      all16(2, 1, 0),
      u32(26),
      u16(1),
      u32(3),
      all16(2, 0),
      u32(0),
      u16(extents),
      new Uint8Array(extents * 4),
    );
  test('is one with more than 4,096 stretches', () => {
    expect(refusalOf(withIloc(many(4095)))).toBeNull();
    expect(refusalOf(withIloc(many(4096)))).toBe('ImageDamaged');
  });

  test('is one whose stretches are longer than the file together', () => {
    const stretches = (...ofEach: readonly number[]) =>
      withIloc(iloc(0, 0x4400, all16(1, 1, 0, ofEach.length), ...ofEach.map((length) => all32(0, length))));
    const whole = stretches(1, 1).length;
    expect(refusalOf(stretches(whole - 1, 1))).toBeNull();
    expect(refusalOf(stretches(whole - 1, 2))).toBe('ImageDamaged');
  });

  const idat = box('idat', Uint8Array.of(1, 2, 3, 4));
  const inside = iloc(1, 0x4400, all16(1, 1, 1, 0, 1), all32(0, 3));
  test.each([
    ['without a meta', joined(FTYP, MDAT)],
    ['without a primary item', avif(IPRP, ILOC, IINF)],
    ['without properties', avif(PITM, ILOC, IINF)],
    ['without a size', avif(PITM, iprp(box('pixi', text('a'))), ILOC, IINF)],
    ['of no width', avif(PITM, iprp(sized(0, 3)), ILOC, IINF)],
    ['of no height', avif(PITM, iprp(sized(4, 0)), ILOC, IINF)],
    ['without places', avif(PITM, IPRP, IINF)],
    ['without items', avif(PITM, IPRP, ILOC)],
    ['without a room for pixels', joined(FTYP, meta(PITM, IPRP, idat, inside, IINF))],
    ['whose pixels are beside the places, where there are none', withIloc(inside)],
    ['without a picture', avif(PITM, IPRP, ILOC, iinf(item(1, 'Exif')))],
    ['of no places', withIloc(iloc(0, 0x4400, u16(0)))],
    ['of a later version', withIloc(iloc(3, 0x4400, all16(1, 1, 0, 0, 1), all32(26, 3)))],
    [
      'whose pixels are made of others',
      avif(PITM, IPRP, idat, iloc(1, 0x4400, all16(1, 1, 2, 0, 1), all32(0, 3)), IINF),
    ],
    ['whose pixels are in another file', withIloc(iloc(0, 0x4400, all16(1, 1, 1, 1), all32(26, 3)))],
    ['with pixels of no length', withIloc(iloc(0, 0x4400, all16(1, 1, 0, 1), all32(26, 0)))],
    ['with fewer items than it says', withIloc(iloc(0, 0x4400, all16(2, 1, 0, 1), all32(26, 3)))],
    [
      'with far fewer items than it says',
      avif(PITM, IPRP, IINF, iloc(2, 0x4400, all32(0xffff_ffff, 1), all16(0, 0, 1), all32(26, 3))),
    ],
    ['with fewer stretches than it says', withIloc(iloc(0, 0x4400, all16(1, 1, 0, 2), all32(26, 3)))],
    ['whose last field is in the next box', withIloc(iloc(0, 0x4400, all16(1, 1, 0, 1), u32(26)))],
    [
      'whose base is beyond what a number holds',
      withIloc(iloc(0, 0x4480, all16(1, 1, 0), all32(0x20_0000, 0), u16(1), all32(26, 3))),
    ],
    [
      'with metadata of a length beyond what a number holds',
      withIloc(
        iloc(0, 0x8800, all16(2, 1, 0, 1), all32(0, 26, 0, 3), all16(2, 0, 1), all32(0, 26, 0x20_0000, 0)),
      ),
    ],
  ])('is one %s', (_, file) => {
    expect(refusalOf(file)).toBe('ImageDamaged');
  });
});

test.each([
  ['its name alone', box('ftyp', text('avif\0\0\0\0')), null],
  ['its name as the last of three', box('ftyp', text('mif1\0\0\0\0miafavif')), null],
  ['no version', box('ftyp', text('avif')), 'ImageTypeRefused'],
  ['its name for a version', box('ftyp', text('mif1avifmiaf')), 'ImageTypeRefused'],
  ['the most bytes', box('ftyp', text('avif'), new Uint8Array(1012)), null],
  ['more bytes', box('ftyp', text('avif'), new Uint8Array(1016)), 'ImageTypeRefused'],
  ['another box first', box('free', text('avif\0\0\0\0')), 'ImageTypeRefused'],
  ['its name behind it', joined(box('ftyp', text('mif1\0\0\0\0')), box('avif')), 'ImageTypeRefused'],
])('a file that begins with %s: %#', (_, begin, refusal) => {
  expect(refusalOf(joined(begin, WHOLE.slice(16)))).toBe(refusal);
});

test('a beginning longer than the file is none', () => {
  expect(refusalOf(joined(u32(17), FTYP.slice(4)))).toBe('ImageTypeRefused');
  expect(refusalOf(FTYP)).toBe('ImageDamaged');
});

test('a file has 4,096 boxes at most', () => {
  const boxes = joined(...Array.from({ length: 4093 }, () => box('free')));
  expect(refusalOf(joined(WHOLE, boxes))).toBeNull();
  expect(refusalOf(joined(WHOLE, boxes, box('free')))).toBe('ImageDamaged');
});

test.each([
  ['no content', box('free'), null],
  ['a long size', joined(u32(1), text('free'), all32(0, 17), text('a')), null],
  ['a long size and no content', joined(u32(1), text('free'), all32(0, 16)), null],
  ['what reaches to the end', joined(u32(0), text('free'), text('abc')), null],
  ['a size less than its head', joined(u32(4), u32(8), text('free')), 'ImageDamaged'],
  ['a long size less than its head', joined(u32(1), text('free'), all32(0, 8)), 'ImageDamaged'],
  ['half a long size', joined(u32(1), text('free'), u32(0)), 'ImageDamaged'],
  ['a long size of a thousand petabytes', joined(u32(1), text('free'), all32(0x20_0000, 0)), 'ImageDamaged'],
  ['a size beyond the end', joined(u32(9), text('free')), 'ImageDamaged'],
  ['half a name', joined(u32(8), text('fr')), 'ImageDamaged'],
  ['half a size', u16(0), 'ImageDamaged'],
])('a last box of %s: %#', (_, last, refusal) => {
  expect(refusalOf(joined(WHOLE, last))).toBe(refusal);
});

test('a box in another one does not reach beyond it', () => {
  const beyond = joined(u32(PITM.length + 1), PITM.slice(4));
  expect(refusalOf(avif(IPRP, ILOC, IINF, beyond))).toBe('ImageDamaged');
  expect(refusalOf(joined(avif(IPRP, ILOC, IINF, beyond), box('free')))).toBe('ImageDamaged');
  expect(refusalOf(avif(IPRP, ILOC, IINF, PITM, NOTHING))).toBeNull();
});
