// Which side is up, by an Exif structure made by hand, entry by entry, in a WebP: a chunk of odd length has a zero behind it.

import { expect, test } from 'vitest';
import { inspectImage } from '../../../worker/domain/image-types.ts';
import {
  joined,
  orientationOnly,
  text,
  u16,
  u32,
  u32le,
  webp,
  webpChunk,
  webpExtended,
  webpLossless,
} from './media-builders.ts';

const LITTLE = joined(text('II*\0'), u32le(8));
const BIG = joined(text('MM\0*'), u32(8));
const little = (value: number) => u16(value).toReversed();
const entryOf = (tag: number, type: number, count: number, value: number) =>
  joined(little(tag), little(type), u32le(count), little(value), little(0));
const upBy = (value: number) => entryOf(0x0112, 3, 1, value);
const MAKER = entryOf(0x010f, 2, 4, 0);
const ONE = little(1);
const NO_MORE = u32(0);

test.each([
  ['1', joined(LITTLE, ONE, upBy(1), NO_MORE), 1],
  ['2', joined(LITTLE, ONE, upBy(2), NO_MORE), 2],
  ['5', joined(LITTLE, ONE, upBy(5), NO_MORE), 5],
  ['8', joined(LITTLE, ONE, upBy(8), NO_MORE), 8],
  ['0', joined(LITTLE, ONE, upBy(0), NO_MORE), 1],
  ['9', joined(LITTLE, ONE, upBy(9), NO_MORE), 1],
  ['6, big-endian', joined(BIG, u16(1), u16(0x0112), u16(3), u32(1), u16(6), u16(0), NO_MORE), 6],
  [
    '6, of an order nobody knows',
    joined(text('MM*\0'), BIG.slice(4), u16(1), orientationOnly(6).slice(10)),
    1,
  ],
  ['6, behind another entry', joined(LITTLE, little(2), MAKER, upBy(6), NO_MORE), 6],
  ['6, behind the last entry', joined(LITTLE, ONE, MAKER, upBy(6)), 1],
  ['6, in a directory further on', joined(text('II*\0'), u32le(11), text('abc'), ONE, upBy(6), NO_MORE), 6],
  ['6, in a directory beyond the end', joined(text('II*\0'), u32le(1000), ONE, upBy(6), NO_MORE), 1],
  ['6, as a long number', joined(LITTLE, ONE, entryOf(0x0112, 4, 1, 6), NO_MORE), 1],
  ['6, as one of two', joined(LITTLE, ONE, entryOf(0x0112, 3, 2, 6), NO_MORE), 1],
  ['6 at the very end', joined(LITTLE, ONE, upBy(6).slice(0, 10)), 6],
  ['half a 6 at the very end', joined(LITTLE, ONE, upBy(6).slice(0, 9)), 1],
  ['no more than how many entries there are', joined(LITTLE, little(0xffff)), 1],
  ['nothing but the order', text('II*\0'), 1],
  ['nothing', text(''), 1],
])('%s', (_, structure, up) => {
  const picture = webpLossless(4, 3);
  expect(inspectImage(webp(webpExtended(8, 4, 3), picture, webpChunk('EXIF', structure)))).toEqual({
    ok: true,
    value: {
      type: 'image/webp',
      width: up >= 5 ? 3 : 4,
      height: up >= 5 ? 4 : 3,
      picture:
        up === 1
          ? webp(webpExtended(0, 4, 3), picture)
          : webp(webpExtended(8, 4, 3), picture, webpChunk('EXIF', orientationOnly(up))),
    },
  });
});
