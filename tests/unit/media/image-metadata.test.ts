// What leaves with a picture: the picture. Coordinates, camera, author, comments and thumbnails stay behind, whatever part of
// the file they are in; pixels, colours and the side that is up stay as they are.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectImage } from '../../../worker/domain/image-types.ts';
import { bytesOf, IMAGE_EXAMPLES } from '../../fixtures/media-examples.ts';
import { runs } from '../../support/deep.ts';
import {
  avifBox,
  exif,
  insertPngChunk,
  jpegSegment,
  joined,
  pngChunk,
  riffChunk,
  text,
} from './media-builders.ts';

const JPEG = bytesOf(IMAGE_EXAMPLES.jpegBaseline.base64);
const PNG = bytesOf(IMAGE_EXAMPLES.png.base64);
const WEBP = bytesOf(IMAGE_EXAMPLES.webpWithAlpha.base64);
const AVIF = bytesOf(IMAGE_EXAMPLES.avif.base64);

const SECRET = '23 33 01 S, 46 38 02 W';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>${SECRET}</exif:GPSLatitude></x:xmpmeta>`;

function kept(file: Uint8Array): { picture: Uint8Array; width: number; height: number } {
  const found = inspectImage(file);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const holds = (file: Uint8Array, words: string) => Buffer.from(file).includes(Buffer.from(text(words)));
const afterStart = (jpeg: Uint8Array, ...segments: readonly Uint8Array[]) =>
  joined(jpeg.slice(0, 2), ...segments, jpeg.slice(2));

/** Sets the flags of the extended header as an honest writer does. */
function webpWith(type: 'EXIF' | 'XMP ', content: Uint8Array): Uint8Array {
  const file = riffChunk(WEBP, type, content);
  file[20] = (file[20] ?? 0) | (type === 'EXIF' ? 0x08 : 0x04);
  return file;
}

type Hiding = (content: Uint8Array, orientation: number, little: boolean) => Uint8Array;
const HIDING_PLACES: Readonly<Record<string, readonly [plain: Uint8Array, hide: Hiding]>> = {
  'Exif of a JPEG': [
    JPEG,
    (content, orientation, little) =>
      afterStart(JPEG, jpegSegment(0xe1, joined(text('Exif\0\0'), exif(orientation, little, content)))),
  ],
  'eXIf of a PNG': [
    PNG,
    (content, orientation, little) =>
      insertPngChunk(PNG, pngChunk('eXIf', exif(orientation, little, content))),
  ],
  'EXIF of a WebP': [
    WEBP,
    (content, orientation, little) => webpWith('EXIF', exif(orientation, little, content)),
  ],
  'EXIF of a WebP, named as in a JPEG': [
    WEBP,
    (content, orientation, little) =>
      webpWith('EXIF', joined(text('Exif\0\0'), exif(orientation, little, content))),
  ],
};

/** The side that is up in what is kept, found by the entry's own bytes, big-endian; 1 where there is none. */
function orientationOf(file: Uint8Array): number {
  const at = Buffer.from(file).indexOf(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]));
  return at === -1 ? 1 : (file[at + 9] ?? 0);
}

describe.each(Object.entries(HIDING_PLACES))('%s', (_, [plain, hide]) => {
  test('gives up everything but the side that is up', () => {
    const before = kept(plain);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        fc.uint8Array({ maxLength: 300 }),
        (orientation, little, around) => {
          // Nothing that the check for second files in one would refuse.
          const noise = around.map((byte) => (byte === 0x3c || byte === 0x25 || byte === 0x50 ? 0 : byte));
          const file = hide(joined(noise, text(SECRET), noise), orientation, little);
          const { picture, width, height } = kept(file);
          expect(holds(file, SECRET)).toBe(true);
          expect(holds(picture, SECRET)).toBe(false);
          expect(orientationOf(picture)).toBe(orientation);
          const seen = [before.width, before.height];
          expect([width, height]).toEqual(orientation >= 5 ? seen.toReversed() : seen);
          expect(picture.length - before.picture.length > 0).toBe(orientation !== 1);
          // What is kept is a whole picture, and has nothing more to give up.
          expect(kept(picture)).toEqual({ ...kept(file), picture });
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('with an impossible side is upright', () => {
    for (const orientation of [0, 9, 255]) {
      expect(orientationOf(kept(hide(text(SECRET), orientation, true)).picture)).toBe(1);
    }
  });
});

test.each([
  [
    'Exif twice',
    afterStart(
      JPEG,
      ...[6, 3].map((o) => jpegSegment(0xe1, joined(text('Exif\0\0'), exif(o, true, text(SECRET))))),
    ),
  ],
  ['XMP of a JPEG', afterStart(JPEG, jpegSegment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${XMP}`)))],
  ['Photoshop’s part of a JPEG', afterStart(JPEG, jpegSegment(0xed, text(`Photoshop 3.0\0${SECRET}`)))],
  ['a comment', afterStart(JPEG, jpegSegment(0xfe, text(SECRET)))],
  ['a part of a JPEG that nobody knows', afterStart(JPEG, jpegSegment(0xe7, text(SECRET)))],
  ['a second picture’s index', afterStart(JPEG, jpegSegment(0xe2, text(`MPF\0${SECRET}`)))],
  [
    'the thumbnail of a JFIF',
    afterStart(
      JPEG,
      jpegSegment(0xe0, joined(text('JFIF\0'), Uint8Array.of(1, 2, 0, 0, 1, 0, 1, 2, 4), text(SECRET))),
    ),
  ],
  ['a thumbnail of its own', afterStart(JPEG, jpegSegment(0xe0, text(`JFXX\0\x10${SECRET}`)))],
  ...['tEXt', 'iTXt', 'zTXt', 'tIME', 'eXIf', 'prVt', 'zzZz'].map(
    (type) => [`${type} of a PNG`, insertPngChunk(PNG, pngChunk(type, text(`Comment\0${SECRET}`)))] as const,
  ),
  ['XMP of a WebP', webpWith('XMP ', text(XMP))],
  ['a part of a WebP that nobody knows', riffChunk(WEBP, 'GPS ', text(SECRET))],
  ['a box of an AVIF that nobody knows', joined(AVIF, avifBox('uuid', text(SECRET)))],
  ['free room of an AVIF', joined(AVIF, avifBox('free', text(SECRET)))],
  ['pixels of an AVIF that no picture has', joined(AVIF, avifBox('mdat', text(SECRET)))],
] as const)('%s stays behind', (_, file) => {
  expect(holds(file, SECRET)).toBe(true);
  const { picture } = kept(file);
  expect(holds(picture, SECRET)).toBe(false);
  expect(holds(picture, 'GPS')).toBe(false);
  expect(kept(picture).picture).toEqual(picture);
});

test('Exif and XMP items of an AVIF become zeros in their place, and the pictures stay', () => {
  const file = bytesOf(IMAGE_EXAMPLES.avifWithExifAndXmp.base64);
  expect(holds(file, 'Onca')).toBe(true);
  expect(holds(file, 'xmpmeta')).toBe(true);
  const { picture } = kept(file);
  expect(picture).toHaveLength(file.length);
  expect(holds(picture, 'Onca')).toBe(false);
  expect(holds(picture, 'xmpmeta')).toBe(false);
  // The coded picture is the first of the three, 37 bytes long.
  const at = Buffer.from(file).indexOf('mdat') + 4;
  expect(picture.slice(0, at + 37)).toEqual(file.slice(0, at + 37));
  expect(picture.slice(at + 37).every((byte) => byte === 0)).toBe(true);
});

test.each([
  [
    'a colour profile in a JPEG',
    afterStart(JPEG, jpegSegment(0xe2, text('ICC_PROFILE\0\x01\x01 a profile'))),
  ],
  ['how a JPEG’s colours are coded', afterStart(JPEG, jpegSegment(0xee, text('Adobe\0d\0\0\0\0\x01')))],
  [
    'a JFIF header',
    afterStart(JPEG, jpegSegment(0xe0, joined(text('JFIF\0'), Uint8Array.of(1, 2, 0, 0, 1, 0, 1, 0, 0)))),
  ],
  ['a colour profile in a PNG', insertPngChunk(PNG, pngChunk('iCCP', text('name\0\0 a profile')))],
  ['the brightness of a PNG', insertPngChunk(PNG, pngChunk('gAMA', Uint8Array.of(0, 0, 0xb1, 0x8f)))],
  ['a WebP with transparency', WEBP],
  ['an AVIF', AVIF],
] as const)('%s stays, byte for byte', (_, file) => {
  expect(kept(file).picture).toEqual(file);
});

test('a WebP without metadata does not say that it has some', () => {
  const { picture } = kept(webpWith('XMP ', text(XMP)));
  expect(picture).toEqual(WEBP);
});

test('zeros behind the end stay behind', () => {
  expect(kept(joined(JPEG, new Uint8Array(64))).picture).toEqual(JPEG);
});
