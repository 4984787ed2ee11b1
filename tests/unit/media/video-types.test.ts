// Videos by their bytes alone: MP4 and WebM with a track that browsers play, and nothing besides.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectVideo } from '../../../worker/domain/video-types.ts';
import { bytesOf, IMAGE_EXAMPLES, OTHER_VIDEOS, VIDEO_EXAMPLES } from '../../fixtures/media-examples.ts';
import { avifBox, joined, text, videoRefusal as refusalOf } from './media-builders.ts';
import { runs } from '../../support/deep.ts';

const examples = Object.entries(VIDEO_EXAMPLES);
const MP4 = bytesOf(VIDEO_EXAMPLES.mp4H264.base64);
const WEBM = bytesOf(VIDEO_EXAMPLES.webmVp9.base64);

test.each(examples)('%s is known by its bytes', (_, { base64, type }) => {
  expect(inspectVideo(bytesOf(base64))).toEqual({ ok: true, value: { type, width: 32, height: 16 } });
});

test.each([
  ...Object.entries(OTHER_VIDEOS).map(([name, base64]) => [name, bytesOf(base64)] as const),
  ['a picture', bytesOf(IMAGE_EXAMPLES.png.base64)] as const,
  ['an AVIF picture', bytesOf(IMAGE_EXAMPLES.avif.base64)] as const,
  ['a page', text('<!doctype html><video src=x>')] as const,
  ['nothing', new Uint8Array(0)] as const,
])('%s is refused', (_, bytes) => {
  expect(refusalOf(bytes)).toBe('VideoTypeRefused');
});

describe('damaged and double files', () => {
  test.each(examples)(
    '%s cut short is refused, but for an index at the end that players do without',
    (_, { base64 }) => {
      const whole = bytesOf(base64);
      for (let length = 0; length < whole.length - 70; length += 1) {
        expect(inspectVideo(whole.subarray(0, length)).ok, `${length} bytes`).toBe(false);
      }
    },
  );

  test('a page, an archive or a script in it or behind it is refused', () => {
    const script = text('<script>alert(1)</script>');
    expect(refusalOf(joined(MP4, script))).toBe('VideoDamaged');
    expect(refusalOf(joined(WEBM, script))).toBe('VideoDamaged');
    expect(refusalOf(joined(MP4, avifBox('free', script)))).toBe('VideoDamaged');
    expect(refusalOf(joined(MP4, avifBox('udta', text('<svg onload=x>'))))).toBe('VideoDamaged');
    expect(refusalOf(joined(MP4, avifBox('free', text('PK\u0005\u0006'))))).toBe('VideoDamaged');
  });

  test('changed bytes never make the reader fail', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(MP4, WEBM),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (whole, changes) => {
          const changed = whole.slice();
          for (const [at, byte] of changes) changed[at % changed.length] = byte;
          expect(typeof inspectVideo(changed).ok).toBe('boolean');
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
