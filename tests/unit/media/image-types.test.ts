// What an uploaded file is, by its bytes alone: real pictures of four formats, and everything that only looks like one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectImage } from '../../../worker/domain/image-types.ts';
import { IMAGE_MAX_BYTES, storedFilename, VIDEO_MAX_BYTES } from '../../../worker/domain/media.ts';
import { ANIMATED_WEBP, bytesOf, IMAGE_EXAMPLES } from '../../fixtures/media-examples.ts';
import {
  avifBox,
  insertPngChunk,
  jpegSegment,
  joined,
  pngChunk,
  riffChunk,
  text,
  imageRefusal as refusalOf,
} from './media-builders.ts';
import { runs } from '../../support/deep.ts';
import { timesLonger } from '../../support/cpu-time.ts';

const examples = Object.entries(IMAGE_EXAMPLES);
const PNG = bytesOf(IMAGE_EXAMPLES.png.base64);
const JPEG = bytesOf(IMAGE_EXAMPLES.jpegBaseline.base64);
const WEBP = bytesOf(IMAGE_EXAMPLES.webpLossy.base64);
const AVIF = bytesOf(IMAGE_EXAMPLES.avif.base64);

test.each(examples)('%s is known by its bytes, with its size in pixels', (_, example) => {
  const { base64, type, width, height } = example;
  expect(inspectImage(bytesOf(base64))).toMatchObject({ ok: true, value: { type, width, height } });
});

describe('other files', () => {
  test.each([
    ['nothing', ''],
    ['a sentence', 'Just a sentence.'],
    ['a drawing in SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG after a declaration', '<?xml version="1.0"?><svg/>'],
    ['a page', '<!doctype html><html><body onload="alert(1)">'],
    ['a page that begins with a comment', '<!-- GIF89a --><html></html>'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['a GIF that is a script', 'GIF89a/*\u0000*/=0;alert(1)'],
    ['a BMP', 'BM6\u0000\u0000\u0000'],
    ['a PDF', '%PDF-1.7'],
    ['an archive', 'PK\u0003\u0004'],
    ['a program', 'MZ\u0090\u0000'],
    ['an HEIC photo', '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic'],
    ['a sound in RIFF', 'RIFF\u0024\u0000\u0000\u0000WAVEfmt '],
    ['half a PNG signature', '\u0089PNG'],
  ])('%s is refused', (_, content) => {
    expect(refusalOf(text(content))).toBe('ImageTypeRefused');
  });

  test('the name of a type anywhere but at the beginning makes none', () => {
    expect(refusalOf(joined(text(' '), PNG))).toBe('ImageTypeRefused');
    expect(refusalOf(joined(text('<html>'), JPEG))).toBe('ImageTypeRefused');
  });
});

describe('damaged files', () => {
  test.each(examples)('%s cut anywhere is refused, and never read past its end', (_, { base64 }) => {
    const whole = bytesOf(base64);
    for (let length = 0; length < whole.length; length += 1) {
      expect(['ImageTypeRefused', 'ImageDamaged'], `${length} bytes`).toContain(
        refusalOf(whole.subarray(0, length)),
      );
    }
  });

  test('a PNG with one bit changed is refused', () => {
    for (let at = 8; at < PNG.length; at += 1) {
      const changed = PNG.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      expect(refusalOf(changed), `byte ${at}`).not.toBeNull();
    }
  });

  test('whatever bytes follow a real beginning, the answer is an answer', () => {
    const beginnings = [PNG.slice(0, 8), JPEG.slice(0, 4), WEBP.slice(0, 16), AVIF.slice(0, 24)];
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        expect(typeof inspectImage(joined(start, rest)).ok).toBe('boolean');
      }),
      { numRuns: runs(2000) },
    );
  });

  test('real pictures with a few bytes changed never make the reader fail', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(PNG, JPEG, WEBP, AVIF),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        (whole, changes) => {
          const changed = whole.slice();
          for (const [at, byte] of changes) changed[at % changed.length] = byte;
          expect(typeof inspectImage(changed).ok).toBe('boolean');
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});

describe('too many pixels', () => {
  const pngOf = (width: number, height: number): Uint8Array => {
    const header = PNG.slice(16, 29);
    new DataView(header.buffer).setUint32(0, width);
    new DataView(header.buffer).setUint32(4, height);
    return joined(PNG.slice(0, 8), pngChunk('IHDR', header), PNG.slice(33));
  };
  test.each([
    [10_000, 4_000, null],
    [10_001, 1, 'ImageDimensions'],
    [1, 10_001, 'ImageDimensions'],
    [8_000, 5_001, 'ImageDimensions'],
    [4_294_967_295, 4_294_967_295, 'ImageDimensions'],
    [0, 12, 'ImageDamaged'],
    [12, 0, 'ImageDamaged'],
  ])('%i x %i: %s', (width, height, refusal) => {
    expect(refusalOf(pngOf(width, height))).toBe(refusal);
  });
});

describe('moving pictures', () => {
  test('are refused: nobody could stop them on the page', () => {
    expect(refusalOf(bytesOf(ANIMATED_WEBP))).toBe('ImageAnimated');
    const control = pngChunk('acTL', Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0));
    expect(refusalOf(insertPngChunk(PNG, control))).toBe('ImageAnimated');
    const sequence = AVIF.slice();
    sequence.set(text('avis'), 8);
    expect(refusalOf(sequence)).toBe('ImageAnimated');
  });
});

describe('files that are two things at once', () => {
  const SCRIPT = '<script>alert(document.cookie)</script>';
  const afterwards: readonly (readonly [string, Uint8Array])[] = [
    ['a page', text(`<html>${SCRIPT}`)],
    ['plain words', text('hello')],
    ['an archive (GIFAR)', text('PK\u0003\u0004 anything PK\u0005\u0006')],
    ['another picture', JPEG],
  ];

  test.each(
    [PNG, JPEG, WEBP].flatMap((picture, i) =>
      afterwards.map(([what, tail]) => [['PNG', 'JPEG', 'WebP'][i], what, joined(picture, tail)] as const),
    ),
  )('%s with %s after its end is refused', (_, __, both) => {
    expect(refusalOf(both)).toBe('ImageUnsafe');
  });

  test('zeros after the end are nothing', () => {
    expect(refusalOf(joined(JPEG, new Uint8Array(64)))).toBeNull();
  });

  test.each([
    SCRIPT,
    '<SCRIPT SRC=//evil.example>',
    '<svg onload=alert(1)>',
    '<ImG src=x onerror=alert(1)>',
    '<?php system($_GET[0]); ?>',
    '<!DOCTYPE html>',
    '<iframe srcdoc=x>',
    '%PDF-1.7 1 0 obj',
    'PK\u0005\u0006 the end of an archive',
  ])('%j in a comment is refused', (hidden) => {
    expect(refusalOf(joined(JPEG.slice(0, 2), jpegSegment(0xfe, text(hidden)), JPEG.slice(2)))).toBe(
      'ImageUnsafe',
    );
    expect(refusalOf(insertPngChunk(PNG, pngChunk('tEXt', text(`Comment\u0000${hidden}`))))).toBe(
      'ImageUnsafe',
    );
    expect(refusalOf(riffChunk(WEBP, 'XMP ', text(hidden)))).toBe('ImageUnsafe');
    expect(refusalOf(joined(AVIF, avifBox('free', text(hidden))))).toBe('ImageUnsafe');
  });

  test('a script among the pixels is refused too', () => {
    const at = JPEG.length - 40;
    const changed = JPEG.slice();
    changed.set(text('<script>'), at);
    expect(refusalOf(changed)).toBe('ImageUnsafe');
  });

  test('what editors write into a picture is not: descriptions, names, colour profiles', () => {
    const words = 'Onça, 2026: 1 < 2 && 3 > 2. Foto: A. Prado <ana@example.com>';
    const xmp =
      '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description dc:format="image/jpeg"/></x:xmpmeta>';
    for (const harmless of [words, xmp]) {
      expect(
        refusalOf(joined(JPEG.slice(0, 2), jpegSegment(0xe1, text(harmless)), JPEG.slice(2))),
      ).toBeNull();
      expect(refusalOf(insertPngChunk(PNG, pngChunk('iTXt', text(harmless))))).toBeNull();
    }
  });
});

test('a JPEG with two frame headers, or without one, is refused', () => {
  const frame = JPEG.findIndex((byte, i) => byte === 0xff && JPEG[i + 1] === 0xc0);
  const length = (JPEG[frame + 2] ?? 0) * 256 + (JPEG[frame + 3] ?? 0) + 2;
  const header = JPEG.slice(frame, frame + length);
  const without = joined(JPEG.slice(0, frame), JPEG.slice(frame + length));
  expect(refusalOf(without)).toBe('ImageDamaged');
  expect(refusalOf(joined(JPEG.slice(0, frame), header, header, JPEG.slice(frame + length)))).toBe(
    'ImageDamaged',
  );
});

test('a WebP whose canvas differs from its picture is refused', () => {
  const extended = bytesOf(IMAGE_EXAMPLES.webpWithAlpha.base64);
  const changed = extended.slice();
  changed[24] = 200;
  expect(refusalOf(extended)).toBeNull();
  expect(refusalOf(changed)).toBe('ImageDamaged');
});

test('a picture may have 10 MiB, a video 20 MiB', () => {
  expect([IMAGE_MAX_BYTES, VIDEO_MAX_BYTES]).toEqual([10_485_760, 20_971_520]);
});

test('the largest allowed file is read in time proportional to its length', () => {
  const room = IMAGE_MAX_BYTES - PNG.length - 12;
  const filled = (length: number) =>
    insertPngChunk(PNG, pngChunk('IDAT', new Uint8Array(Math.floor(length)).fill(0x3c)));
  // A hundredth of it, but in the deep run: where mutants are counted a byte costs a hundred times as much.
  const [tenth, whole] = [filled(runs(room / 1000, room / 10)), filled(runs(room / 100, room))];
  const refusals: (string | null)[] = [];
  const read = (file: Uint8Array) => () => refusals.push(refusalOf(file));
  expect(timesLonger(read(tenth), read(whole))).toBeLessThan(50);
  expect(refusals).toEqual([null, null, null, null]);
});

describe('the name a file is listed by', () => {
  test.each([
    ['gold bar.jpg', '7-gold-bar.jpg'],
    ['../../etc/passwd', '7-passwd'],
    ['C:\\photos\\ouro.png', '7-ouro.png'],
    ['onça\u0000\u202Egnp.exe', '7-onçagnp.exe'],
    ['<script>.png', '7-script.png'],
    ['Barra_Nº 1 (2)-v.2.png', '7-Barra_Nº-1-(2)-v.2.png'],
    ['# ouro   e prata #', '7-ouro-e-prata'],
    ['c\u0327a.png', '7-ça.png'],
    ['a/b\\c.png', '7-c.png'],
    ['photos/', '7-file'],
    ['\n\t', '7-file'],
    [`x${'a'.repeat(119)}`, `7-x${'a'.repeat(119)}`],
    [`x${'a'.repeat(116)}.png`, `7-${'a'.repeat(116)}.png`],
  ])('%j becomes %j', (filename, stored) => {
    expect(storedFilename(filename, 7)).toBe(stored);
  });
});
