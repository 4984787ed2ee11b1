// MP4 files made by hand, box by box: which tracks browsers play, and which files are none. Boxes themselves are in avif.test.ts.

import { describe, expect, test } from 'vitest';
import { inspectVideo } from '../../../worker/domain/video-types.ts';
import { avifBox as box, joined, text, u16, u32, videoRefusal as refusalOf } from './media-builders.ts';

const VERSION_0 = u32(0);
const ftyp = ([first = '', ...others]: readonly string[]) =>
  box('ftyp', text(`${first}\0\0\0\0${others.join('')}`));
const MDAT = box('mdat', text('abc'));
/** Its last fields, of which the first half is whole pixels. */
const header = (width: number, height: number) => box('tkhd', u16(width), u16(1), u16(height), u16(1));
const handler = (kind: string) => box('hdlr', VERSION_0, u32(0), text(kind));
const samples = (...codecs: readonly string[]) =>
  box('stsd', VERSION_0, u32(codecs.length), ...codecs.map((codec) => box(codec)));
const media = (kind: string, table: Uint8Array) =>
  box('mdia', handler(kind), box('minf', box('stbl', table)));
const VIDEO = box('trak', header(4, 3), media('vide', samples('avc1')));
const SOUND = box('trak', header(0, 0), media('soun', samples('mp4a')));
const mp4 = (...tracks: readonly Uint8Array[]) => joined(ftyp(['isom']), MDAT, box('moov', ...tracks));

test.each([
  ['alone', mp4(VIDEO)],
  ['with sound', mp4(SOUND, VIDEO)],
  ['with what looks like a track and is none', mp4(VIDEO, box('trac', VIDEO.slice(8)))],
  ['with a track of nothing', mp4(box('trak'), VIDEO)],
  ['with free room', joined(mp4(VIDEO), box('free', text('a < b')))],
  ['whose pixels look like markup', joined(mp4(VIDEO), box('mdat', text('<svg')))],
])('a track %s is a video', (_, file) => {
  expect(inspectVideo(file)).toEqual({ ok: true, value: { type: 'video/mp4', width: 4, height: 3 } });
});

test.each(['isom', 'iso2', 'iso9', 'mp41', 'mp42', 'avc1', 'av01', 'M4V ', 'dash', 'cmfc', 'cmf2'])(
  'the brand %j is one of MP4, also after another',
  (brand) => {
    for (const named of [[brand], ['abcd', brand]]) {
      expect(refusalOf(joined(ftyp(named), mp4(VIDEO).slice(16)))).toBeNull();
    }
  },
);

test.each([[['iso1']], [['mp43']], [['cmfd']], [['qt  ']], [['isom', 'avif']], [['avis', 'isom']]])(
  'the brands %j are none',
  (named) => {
    expect(refusalOf(joined(ftyp(named), mp4(VIDEO).slice(16)))).toBe('VideoTypeRefused');
  },
);

test.each([
  [['avc1'], null],
  [['avc3'], null],
  [['av01'], null],
  [['vp09'], null],
  [['avc1', 'avc1'], null],
  [['mp4v'], 'VideoTypeRefused'],
  [['avc1', 'mp4v'], 'VideoTypeRefused'],
  [['hvc1', 'avc1'], 'VideoTypeRefused'],
  [[], 'VideoDamaged'],
])('pixels in %j: %s', (codecs, refusal) => {
  expect(refusalOf(mp4(box('trak', header(4, 3), media('vide', samples(...codecs)))))).toBe(refusal);
});

test.each([
  [1, 1, null],
  [4096, 4096, null],
  [4097, 1, 'VideoDamaged'],
  [1, 4097, 'VideoDamaged'],
  [0, 3, 'VideoDamaged'],
  [4, 0, 'VideoDamaged'],
])('%i x %i: %s', (width, height, refusal) => {
  const found = inspectVideo(mp4(box('trak', header(width, height), media('vide', samples('avc1')))));
  expect(found).toEqual(
    refusal === null
      ? { ok: true, value: { type: 'video/mp4', width, height } }
      : { ok: false, error: refusal },
  );
});

describe('damaged', () => {
  const table = samples('avc1');
  test.each([
    ['without pixels', joined(ftyp(['isom']), box('moov', VIDEO))],
    ['without an index', joined(ftyp(['isom']), MDAT)],
    ['without a track', mp4()],
    ['with sound alone', mp4(SOUND)],
    ['with two tracks', mp4(VIDEO, VIDEO)],
    ['whose track has no header', mp4(box('trak', media('vide', table)))],
    ['whose track has no kind', mp4(box('trak', header(4, 3), box('mdia', box('minf', box('stbl', table)))))],
    ['whose track has no media', mp4(box('trak', header(4, 3)))],
    ['whose track has no table', mp4(box('trak', header(4, 3), box('mdia', handler('vide'))))],
    ['whose table is empty', mp4(box('trak', header(4, 3), media('vide', box('stsd'))))],
    [
      'whose table is damaged',
      mp4(box('trak', header(4, 3), media('vide', box('stsd', u32(0), u32(1), text('avc1'))))),
    ],
    ['whose last box is cut', mp4(VIDEO).slice(0, -1)],
    ['with markup in a box', joined(mp4(VIDEO), box('free', text('<svg')))],
  ])('is one %s', (_, file) => {
    expect(refusalOf(file)).toBe('VideoDamaged');
  });
});
