// JPEG files made by hand, segment by segment: what each is to the picture, and which files are none.

import { describe, expect, test } from 'vitest';
import { inspectImage } from '../../../worker/domain/image-types.ts';
import {
  exif,
  joined,
  jpeg,
  jpegFrame,
  jpegScan,
  jpegSegment,
  orientationOnly,
  text,
  u16,
  imageRefusal as refusalOf,
} from './media-builders.ts';

const FRAME = jpegFrame(4, 3);
const SCAN = jpegScan(0x11);
const NOTHING = new Uint8Array();
const TABLES = jpegSegment(0xc4, Uint8Array.of(1, 2, 3));
const JFIF = joined(text('JFIF\0'), Uint8Array.of(1, 2, 0, 0, 72, 0, 73));
const exifOf = (orientation: number) => joined(text('Exif\0\0'), exif(orientation, true, text('Ana')));

test('a frame and a scan are the smallest picture', () => {
  const file = jpeg(FRAME, SCAN);
  expect(inspectImage(file)).toEqual({
    ok: true,
    value: { type: 'image/jpeg', width: 4, height: 3, picture: file },
  });
});

test.each([0xc0, 0xc1, 0xc2])('frame %i has the size', (code) => {
  const file = jpeg(jpegFrame(300, 258, code), SCAN);
  expect(inspectImage(file)).toEqual({
    ok: true,
    value: { type: 'image/jpeg', width: 300, height: 258, picture: file },
  });
});

test.each([
  ['of a code below those of the picture', jpegSegment(0xbf, text('a')), NOTHING],
  ['with tables', TABLES, TABLES],
  ['of the last code of the picture', jpegSegment(0xdf, text('a')), jpegSegment(0xdf, text('a'))],
  ['of a code above the application’s', jpegSegment(0xf0, text('a')), NOTHING],
  ['behind filling', joined(u16(0xffff), TABLES), TABLES],
  ['with a comment', jpegSegment(0xfe, text('a')), NOTHING],
  ['with an empty comment', jpegSegment(0xfe, NOTHING), NOTHING],
  ['with how colours are coded', jpegSegment(0xee, text('Adobe')), jpegSegment(0xee, text('Adobe'))],
  ['with something else there', jpegSegment(0xee, text('Abode')), NOTHING],
  ['named Adobe in another place', jpegSegment(0xed, text('Adobe')), NOTHING],
  [
    'with a colour profile',
    jpegSegment(0xe2, text('ICC_PROFILE\0a')),
    jpegSegment(0xe2, text('ICC_PROFILE\0a')),
  ],
  ['with more pictures', jpegSegment(0xe2, text('MPF\0 and so on')), NOTHING],
  ['named as a colour profile in another place', jpegSegment(0xe3, text('ICC_PROFILE\0a')), NOTHING],
  [
    'with a density and no thumbnail',
    jpegSegment(0xe0, joined(JFIF, Uint8Array.of(0, 0))),
    jpegSegment(0xe0, joined(JFIF, Uint8Array.of(0, 0))),
  ],
  [
    'with a density and a thumbnail',
    jpegSegment(0xe0, joined(JFIF, Uint8Array.of(1, 1, 7, 8, 9))),
    jpegSegment(0xe0, joined(JFIF, Uint8Array.of(0, 0))),
  ],
  ['with half a density', jpegSegment(0xe0, joined(JFIF, Uint8Array.of(0))), NOTHING],
  ['with a thumbnail of its own', jpegSegment(0xe0, text('JFXX\0 and so on, and on')), NOTHING],
  ['named JFIF in another place', jpegSegment(0xe1, joined(JFIF, Uint8Array.of(0, 0))), NOTHING],
  ['with an upright Exif', jpegSegment(0xe1, exifOf(1)), NOTHING],
  ['with Exif in another place', jpegSegment(0xe0, exifOf(6)), NOTHING],
  ['with Exif of another name', jpegSegment(0xe1, joined(text('Exif\0a'), exifOf(6).slice(6))), NOTHING],
  ['of XMP', jpegSegment(0xe1, text('http://ns.adobe.com/xap/1.0/\0')), NOTHING],
])('a segment %s', (_, segment, kept) => {
  expect(inspectImage(jpeg(segment, FRAME, SCAN))).toEqual({
    ok: true,
    value: { type: 'image/jpeg', width: 4, height: 3, picture: jpeg(kept, FRAME, SCAN) },
  });
});

test.each([
  ['once', [6], 6],
  ['twice: the first is read', [6, 3], 6],
  ['twice: the first is read, though it is upright', [1, 6], 1],
])('the side that is up is said %s', (_, said, up) => {
  const segments = said.map((orientation) => jpegSegment(0xe1, exifOf(orientation)));
  const kept = up === 1 ? [] : [jpegSegment(0xe1, joined(text('Exif\0\0'), orientationOnly(up)))];
  expect(inspectImage(jpeg(...segments, FRAME, SCAN))).toEqual({
    ok: true,
    value: {
      type: 'image/jpeg',
      width: up === 6 ? 3 : 4,
      height: up === 6 ? 4 : 3,
      picture: jpeg(...kept, FRAME, SCAN),
    },
  });
});

test.each([
  [0xdb, null],
  [0xdf, null],
  [0xe0, 'ImageUnsafe'],
  [0xef, 'ImageUnsafe'],
  [0xf0, null],
  [0xfd, null],
  [0xfe, 'ImageUnsafe'],
])('markup in segment %i: %s', (code, refusal) => {
  expect(refusalOf(jpeg(jpegSegment(code, text('<svg')), FRAME, SCAN))).toBe(refusal);
});

test.each([
  ['no data', []],
  ['a byte of ones', [0x11, 0xff, 0x00, 0x22]],
  ['the first restart', [0x11, 0xff, 0xd0, 0x22]],
  ['the last restart', [0x11, 0xff, 0xd7, 0x22]],
  ['filling at its end', [0x11, 0xff]],
])('a scan with %s stays as it is', (_, data) => {
  const file = jpeg(FRAME, jpegScan(...data), TABLES, SCAN);
  expect(inspectImage(file)).toMatchObject({ ok: true, value: { picture: file } });
});

test('a file has 16,384 segments at most', () => {
  const comments = joined(...Array.from({ length: 16_381 }, () => jpegSegment(0xfe, NOTHING)));
  expect(refusalOf(jpeg(comments, FRAME, SCAN))).toBeNull();
  expect(refusalOf(jpeg(comments, TABLES, FRAME, SCAN))).toBe('ImageDamaged');
});

describe('refused', () => {
  const whole = jpeg(FRAME, SCAN);
  test.each([0, 1, 2])('another byte %i than a JPEG has', (at) => {
    const changed = whole.slice();
    changed[at] = 0;
    expect(refusalOf(changed)).toBe('ImageTypeRefused');
  });

  test.each([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])(
    'a frame %i besides, which no browser shows',
    (code) => {
      expect(refusalOf(jpeg(FRAME, jpegFrame(4, 3, code), SCAN))).toBe('ImageDamaged');
    },
  );

  test.each([
    ['without anything', jpeg()],
    ['without a scan', jpeg(FRAME)],
    ['without a frame', jpeg(TABLES)],
    ['whose scan comes before the frame', jpeg(SCAN, FRAME)],
    ['with a scan before the frame and one behind it', jpeg(SCAN, FRAME, SCAN)],
    ['with two frames', jpeg(FRAME, FRAME, SCAN)],
    ['with a segment of no length', jpeg(FRAME, joined(u16(0xffda), u16(0), u16(0x1111)))],
    ['with a segment shorter than its length', jpeg(FRAME, joined(u16(0xffda), u16(1), u16(0x1111)))],
    ['with a segment longer than the file', jpeg(FRAME, SCAN, joined(u16(0xfffe), u16(0xffff)))],
    ['with a scan longer than the file', jpeg(FRAME, joined(u16(0xffda), u16(0xffff)))],
    ['with a byte between segments', jpeg(FRAME, Uint8Array.of(0), SCAN)],
    ['with a byte of ones between segments', jpeg(joined(u16(0xff00), u16(2)), FRAME, SCAN)],
    ['with a restart between segments', jpeg(joined(u16(0xffd0), u16(2)), FRAME, SCAN)],
    ['with the last restart between segments', jpeg(joined(u16(0xffd7), u16(2)), FRAME, SCAN)],
    ['that begins twice', jpeg(joined(u16(0xffd8), u16(2)), FRAME, SCAN)],
    ['without its end', whole.slice(0, -2)],
    ['with half its end', whole.slice(0, -1)],
    ['that ends in its frame', whole.slice(0, 8)],
  ])('one %s', (_, file) => {
    expect(refusalOf(file)).toBe('ImageDamaged');
  });
});
