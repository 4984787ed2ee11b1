// Only what `zipOf` writes is read: files made by it, and the same with one field changed.

import { describe, expect, test } from 'vitest';
import { zipOf } from '../../worker/domain/zip.ts';
import { isZip, readZip } from '../../worker/domain/zip-reading.ts';

const AT = Date.UTC(2026, 10, 23, 22, 30, 58);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const stored = (name: string, text: string) => ({ name, bytes: bytesOf(text), deflated: null });
/** Two files: heads at 0 and 34, the directory at 70, its lines at 70 and 117, the end at 166. */
const ZIP = zipOf([stored('a', 'xyz'), stored('bcd', 'uvw')], AT);
const READ = [
  { name: 'a', isDeflated: false, packed: bytesOf('xyz'), size: 3 },
  { name: 'bcd', isDeflated: false, packed: bytesOf('uvw'), size: 3 },
];
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const u16 = (value: number) => [value & 0xff, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const changed = (...changes: readonly (readonly [at: number, bytes: readonly number[]])[]) => {
  const file = ZIP.slice();
  for (const [at, bytes] of changes) file.set(bytes, at);
  return file;
};

test('two files are read as they were written', () => {
  expect(readZip(ZIP)).toEqual(READ);
});

test('a file within a larger one is read from where it begins', () => {
  const within = joined(bytesOf('before'), ZIP, bytesOf('after')).subarray(6, 6 + ZIP.length);
  expect(isZip(within)).toBe(true);
  expect(readZip(within)).toEqual(READ);
});

test.each([
  ['nothing', []],
  ['nothing, of no name', [stored('', '')]],
  ['a name that begins with a mark of order', [stored('\uFEFFa', 'x')]],
])('%s is a file too', (_, entries) => {
  expect(readZip(zipOf(entries, AT))).toEqual(
    entries.map(({ name, bytes }) => ({ name, isDeflated: false, packed: bytes, size: bytes.length })),
  );
});

test('what is packed stays packed', () => {
  const entry = { name: 'a', bytes: bytesOf('aaaa'), deflated: Uint8Array.of(1, 2) };
  expect(readZip(zipOf([entry], AT))).toEqual([
    { name: 'a', isDeflated: true, packed: Uint8Array.of(1, 2), size: 4 },
  ]);
});

test.each([
  ['PK\u0003', false],
  ['PK\u0003\u0004', true],
  ['PK\u0005\u0006', false],
])('%j begins a ZIP file: %s', (text, is) => {
  expect(isZip(bytesOf(text))).toBe(is);
});

test('no byte but those of the files may be another', () => {
  const contents = new Set([31, 32, 33, 67, 68, 69]);
  const read = [...ZIP.keys()].filter((at) => readZip(changed([at, [(ZIP[at] ?? 0) ^ 1]])) !== null);
  expect(new Set(read)).toEqual(contents);
});

describe('refused, though head and directory agree', () => {
  test.each([
    ['other flags', changed([6, u16(0)], [78, u16(0)])],
    ['a method nobody knows', changed([8, u16(1)], [80, u16(1)])],
    ['a stored file of another size', changed([22, u32(2)], [94, u32(2)])],
    ['a longer packed file', changed([18, u32(4)], [90, u32(4)], [22, u32(4)], [94, u32(4)])],
    [
      'a packed file longer than any',
      changed([8, u16(8)], [80, u16(8)], [18, u32(0x7fff_ffff)], [90, u32(0x7fff_ffff)]),
    ],
    ['a longer name', changed([26, u16(2)], [98, u16(2)])],
    ['a name that is no text', changed([30, [0xff]], [116, [0xff]])],
    ['one file fewer', changed([174, u16(1)], [176, u16(1)])],
    ['one file more', changed([174, u16(3)], [176, u16(3)])],
    ['no directory', changed([178, u32(0)], [182, u32(166)])],
  ])('%s', (_, file) => {
    expect(readZip(file)).toBeNull();
  });

  test('a byte between files and directory', () => {
    const file = joined(ZIP.slice(0, 70), Uint8Array.of(0), ZIP.slice(70));
    file.set(u32(71), 183);
    expect(readZip(file)).toBeNull();
  });

  test('a line of the directory too many', () => {
    const file = joined(ZIP.slice(0, 166), new Uint8Array(46), ZIP.slice(166));
    file.set(u32(96 + 46), 224);
    expect(readZip(file)).toBeNull();
  });

  test.each([0, 21])('a file of %i bytes', (length) => {
    expect(readZip(ZIP.slice(ZIP.length - length))).toBeNull();
  });
});
