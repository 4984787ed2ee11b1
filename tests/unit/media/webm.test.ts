// WebM files made by hand, element by element: which tracks browsers play, and which files are none.

import { describe, expect, test } from 'vitest';
import { inspectVideo } from '../../../worker/domain/video-types.ts';
import { joined, text, u32, videoRefusal as refusalOf } from './media-builders.ts';

/** Numbers of elements are written as they are; zeros before them are left out. */
const id = (value: number) => u32(value).subarray(Math.clz32(value) >> 3);
/** With a length of two bytes. */
const element = (number: number, ...content: readonly Uint8Array[]) => {
  const whole = joined(...content);
  return joined(id(number), Uint8Array.of(0x40 | (whole.length >> 8), whole.length & 0xff), whole);
};
/** Of a length that is not known. */
const open = (number: number, ...content: readonly Uint8Array[]) =>
  joined(id(number), Uint8Array.of(0xff), ...content);
const bytes = (...values: readonly number[]) => Uint8Array.from(values);

const docType = (name: string) => element(0x4282, text(name));
const HEAD = element(0x1a45dfa3, docType('webm'));
const CODEC = element(0x86, text('V_VP9'));
const WIDTH = element(0xb0, bytes(1, 4));
const HEIGHT = element(0xba, bytes(3));
const SIZE = element(0xe0, WIDTH, HEIGHT);
const VIDEO = element(0xae, CODEC, SIZE);
const SOUND = element(0xae, element(0x86, text('A_OPUS')));
const tracks = (...all: readonly Uint8Array[]) => element(0x1654ae6b, ...all);
const TRACKS = tracks(VIDEO);
const VOID = element(0xec);
const BLOCK = element(0xa3, bytes(1, 2));
const CLUSTER = element(0x1f43b675, BLOCK);
const segment = (...all: readonly Uint8Array[]) => element(0x18538067, ...all);
const webm = (...all: readonly Uint8Array[]) => joined(HEAD, segment(...all));

test.each([
  ['alone', webm(TRACKS, CLUSTER)],
  ['behind its pixels', webm(CLUSTER, TRACKS)],
  ['with sound', webm(tracks(SOUND, VIDEO), CLUSTER)],
  ['with what looks like a track and is none', webm(tracks(VIDEO, element(0xec, VIDEO.slice(3))), CLUSTER)],
  [
    'with other facts',
    webm(tracks(element(0xae, VOID, CODEC, VOID, element(0xe0, VOID, WIDTH, HEIGHT))), CLUSTER),
  ],
  [
    'with all that may describe it',
    webm(
      ...[0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0xec, 0xbf].map((one) =>
        element(one, text('ab')),
      ),
      TRACKS,
      CLUSTER,
    ),
  ],
  [
    'and blocks one by one',
    webm(
      TRACKS,
      open(0x1f43b675),
      ...[0xe7, 0xa7, 0xab, 0xa3, 0xa0, 0x5854].map((one) => element(one, bytes(1))),
    ),
  ],
  ['and an empty cluster at the end', webm(TRACKS, open(0x1f43b675))],
  ['in a segment of no known length', joined(HEAD, open(0x18538067, TRACKS, CLUSTER))],
  ['and zeros behind the end', joined(webm(TRACKS, CLUSTER), bytes(0, 0))],
  ['whose pixels look like markup', webm(TRACKS, element(0x1f43b675, text('<svg')))],
  [
    'after a head with more in it',
    joined(element(0x1a45dfa3, VOID, docType('webm\0\0')), segment(TRACKS, CLUSTER)),
  ],
])('a track %s is a video', (_, file) => {
  expect(inspectVideo(file)).toEqual({ ok: true, value: { type: 'video/webm', width: 260, height: 3 } });
});

test.each([
  ['V_VP8', null],
  ['V_VP9', null],
  ['V_AV1', null],
  [`V_VP9${'\0'.repeat(27)}`, null],
  [`V_VP9${'\0'.repeat(28)}`, 'VideoTypeRefused'],
  ['V_VP\x009', 'VideoTypeRefused'],
  ['V_MPEG4/ISO/AVC', 'VideoTypeRefused'],
  ['', 'VideoTypeRefused'],
])('pixels in %j: %s', (codec, refusal) => {
  expect(refusalOf(webm(tracks(element(0xae, element(0x86, text(codec)), SIZE)), CLUSTER))).toBe(refusal);
});

test.each([
  [[4], 4],
  [[0, 0, 0, 0, 1, 0], 256],
  [[0, 0, 0, 0, 0, 0, 4], null],
  [[], null],
  [[16, 0], 4096],
  [[16, 1], null],
])('a width written as %j', (written, width) => {
  const facts = element(0xe0, element(0xb0, Uint8Array.from(written)), HEIGHT);
  expect(inspectVideo(webm(tracks(element(0xae, CODEC, facts)), CLUSTER))).toEqual(
    width === null
      ? { ok: false, error: 'VideoDamaged' }
      : { ok: true, value: { type: 'video/webm', width, height: 3 } },
  );
});

test.each([
  ['one byte', bytes(0x81), 1],
  ['eight bytes', bytes(1, 0, 0, 0, 0, 0, 0, 1), 1],
  ['four bytes, of which some are ones', bytes(0x10, 0, 0, 0xff), 255],
])('a length may be written in %s', (_, length, count) => {
  const cluster = joined(id(0x1f43b675), length, new Uint8Array(count));
  expect(refusalOf(webm(TRACKS, cluster))).toBeNull();
});

test.each([
  ['one byte', bytes(0xff)],
  ['two bytes', bytes(0x7f, 0xff)],
  ['eight bytes', bytes(1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
])('a length that is not known may be written in %s', (_, length) => {
  const cluster = joined(id(0x1f43b675), length);
  expect(refusalOf(webm(TRACKS, cluster, BLOCK))).toBeNull();
});

test('an element has 1,024 others at most', () => {
  const many = Array.from({ length: 1023 }, () => bytes(0xec, 0x80));
  expect(refusalOf(webm(tracks(...many, VIDEO), CLUSTER))).toBeNull();
  expect(refusalOf(webm(tracks(...many, VOID, VIDEO), CLUSTER))).toBe('VideoDamaged');
});

describe('of no known kind', () => {
  test.each([
    ['without a type', joined(element(0x1a45dfa3, VOID), segment(TRACKS, CLUSTER))],
    ['of another type', joined(element(0x1a45dfa3, docType('matroska')), segment(TRACKS, CLUSTER))],
    ['whose head is no head', joined(element(0x1a45dfa4, docType('webm')), segment(TRACKS, CLUSTER))],
    ['whose head has no known length', joined(open(0x1a45dfa3, docType('webm')), segment(TRACKS, CLUSTER))],
    [
      'whose head is damaged',
      joined(element(0x1a45dfa3, docType('webm'), bytes(0xec)), segment(TRACKS, CLUSTER)),
    ],
    ['whose head ends in its length', id(0x1a45dfa3)],
    ['whose head is longer than the file', HEAD.slice(0, -1)],
  ])('is one %s', (_, file) => {
    expect(refusalOf(file)).toBe('VideoTypeRefused');
  });
});

test('a file has 16,384 descriptions at most, its head among them', () => {
  const voids = joined(...Array.from({ length: 16_383 }, () => VOID));
  const file = (...more: readonly Uint8Array[]) =>
    joined(HEAD, open(0x18538067, voids, ...more, TRACKS, CLUSTER));
  expect(refusalOf(file())).toBeNull();
  expect(refusalOf(file(VOID))).toBe('VideoDamaged');
});

describe('damaged', () => {
  const trackOf = (...inside: readonly Uint8Array[]) => webm(tracks(element(0xae, ...inside)), CLUSTER);
  test.each([
    ['without a segment', HEAD],
    ['whose segment is something else', joined(HEAD, element(0x18538068, TRACKS, CLUSTER))],
    ['without tracks', webm(CLUSTER)],
    ['without a track', webm(tracks(), CLUSTER)],
    ['with sound alone', webm(tracks(SOUND), CLUSTER)],
    ['with two tracks', webm(tracks(VIDEO, VIDEO), CLUSTER)],
    ['without pixels', webm(TRACKS)],
    ['with a block before pixels', webm(TRACKS, BLOCK, CLUSTER)],
    ['with files attached', webm(TRACKS, CLUSTER, element(0x1941a469, text('ab')))],
    ['with a part of no known length', webm(TRACKS, CLUSTER, open(0xec))],
    ['with a part of no number', webm(TRACKS, CLUSTER, bytes(0, 0x80))],
    ['with half a part', webm(TRACKS, CLUSTER, bytes(0xec))],
    ['that ends in a part’s number', joined(HEAD, open(0x18538067, TRACKS, CLUSTER, bytes(0x11, 0x4d)))],
    ['that ends in a part’s length', joined(HEAD, open(0x18538067, TRACKS, CLUSTER, bytes(0xec, 0x40)))],
    ['with a part longer than it', webm(TRACKS, CLUSTER, bytes(0xec, 0x81))],
    ['with a part longer than its segment', joined(webm(TRACKS, CLUSTER, bytes(0xec, 0x81)), bytes(0))],
    [
      'whose last part says half that its length is not known',
      webm(TRACKS, joined(id(0x1f43b675), bytes(0x40, 0xff))),
    ],
    ['whose last part says the other half', webm(TRACKS, joined(id(0x1f43b675), bytes(0x7f, 0xfe)))],
    ['with a word behind it', joined(webm(TRACKS, CLUSTER), text('a'))],
    [
      'with markup in its head',
      joined(element(0x1a45dfa3, docType('webm'), element(0xec, text('<svg'))), segment(TRACKS, CLUSTER)),
    ],
    ['with markup in its description', webm(TRACKS, CLUSTER, element(0xec, text('<svg')))],
    ['whose track has no codec', trackOf(SIZE)],
    ['whose track has no size', trackOf(CODEC, element(0xe0))],
    ['whose track has no width', trackOf(CODEC, element(0xe0, HEIGHT))],
    ['whose track has no height', trackOf(CODEC, element(0xe0, WIDTH))],
    ['whose track has a part of no known length', trackOf(CODEC, SIZE, open(0xec))],
    ['whose track has half a part', trackOf(CODEC, SIZE, bytes(0xec))],
    ['whose track has a number of five bytes', trackOf(CODEC, SIZE, bytes(0x08, 0, 0, 0, 1, 0x80))],
    ['whose track has a length of nine bytes', trackOf(CODEC, SIZE, bytes(0xec, 0, 0, 0, 0, 0, 0, 0, 0, 0))],
  ])('is one %s', (_, file) => {
    expect(refusalOf(file)).toBe('VideoDamaged');
  });
});
