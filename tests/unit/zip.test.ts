// A ZIP file of the domain, read with Node's own inflate and CRC-32.

import { crc32 as nodeCrc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { crc32, zipOf } from '../../worker/domain/zip.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const AT = Date.UTC(2026, 10, 23, 22, 30, 58);

/** Reads by the directory at the end, as programs do. */
function unzip(file: Uint8Array): Record<string, string> {
  const view = new DataView(file.buffer);
  const end = file.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06_05_4b_50);
  const found: Record<string, string> = {};
  let place = view.getUint32(end + 16, true);
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry += 1) {
    expect(view.getUint32(place, true)).toBe(0x02_01_4b_50);
    const [method, crc] = [view.getUint16(place + 10, true), view.getUint32(place + 16, true)];
    const [packed, size] = [view.getUint32(place + 20, true), view.getUint32(place + 24, true)];
    const nameLength = view.getUint16(place + 28, true);
    const name = new TextDecoder().decode(file.subarray(place + 46, place + 46 + nameLength));
    const local = view.getUint32(place + 42, true);
    expect(file.slice(local + 6, local + 28)).toEqual(file.slice(place + 8, place + 30));
    const from = local + 30 + nameLength;
    const data = file.subarray(from, from + packed);
    const bytes = method === 8 ? inflateRawSync(data) : data;
    expect([bytes.length, nodeCrc32(bytes)]).toEqual([size, crc]);
    found[name] = new TextDecoder().decode(bytes);
    place += 46 + nameLength;
  }
  expect(place).toBe(end);
  return found;
}

test('what goes in comes out, stored or deflated, with names in any letters', () => {
  const long = 'ouro e prata '.repeat(1_000);
  const file = zipOf(
    [
      { name: 'LEIA-ME.txt', bytes: bytesOf('Olá'), deflated: null },
      { name: 'dados/ação.json', bytes: bytesOf(long), deflated: deflateRawSync(bytesOf(long)) },
      { name: 'empty', bytes: new Uint8Array(), deflated: null },
    ],
    AT,
  );
  expect(unzip(file)).toEqual({ 'LEIA-ME.txt': 'Olá', 'dados/ação.json': long, empty: '' });
});

test('CRC-32 is the one of everybody', () => {
  expect(crc32(bytesOf('123456789'))).toBe(0xcb_f4_39_26);
  expect(crc32(new Uint8Array())).toBe(0);
});

test('every byte is as it is laid down: heads and files, the directory, its end', () => {
  const u16 = (value: number) => [value & 0xff, value >> 8];
  const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
  // Names in UTF-8; 22:30:58 in steps of two seconds; 23 November, 46 years after 1980.
  const moment = [...u16((22 << 11) + (30 << 5) + 29), ...u16((46 << 9) + (11 << 5) + 23)];
  const first = [
    ...u16(0x0800),
    ...u16(0),
    ...moment,
    ...u32(nodeCrc32('xyz')),
    ...u32(3),
    ...u32(3),
    ...u16(1),
  ];
  const second = [
    ...u16(0x0800),
    ...u16(8),
    ...moment,
    ...u32(nodeCrc32('aaaa')),
    ...u32(2),
    ...u32(4),
    ...u16(2),
  ];
  const line = [...u16(0), ...u16(0), ...u16(0), ...u16(0), ...u32(0)];
  const file = zipOf(
    [
      { name: 'a', bytes: bytesOf('xyz'), deflated: null },
      { name: 'ç', bytes: bytesOf('aaaa'), deflated: Uint8Array.of(7, 8) },
    ],
    AT,
  );
  const rows = [
    [...bytesOf('PK\u0003\u0004'), 20, 0, ...first, 0, 0, ...bytesOf('axyz')],
    [...bytesOf('PK\u0003\u0004'), 20, 0, ...second, 0, 0, ...bytesOf('ç'), 7, 8],
    [...bytesOf('PK\u0001\u0002'), 20, 0, 20, 0, ...first, ...line, ...u32(0), ...bytesOf('a')],
    [...bytesOf('PK\u0001\u0002'), 20, 0, 20, 0, ...second, ...line, ...u32(34), ...bytesOf('ç')],
    [...bytesOf('PK\u0005\u0006'), 0, 0, 0, 0, ...u16(2), ...u16(2), ...u32(95), ...u32(68), 0, 0],
  ];
  expect([...file]).toEqual(rows.flat());
});

describe('what 32 bits cannot hold is refused', () => {
  const empty = { name: '', bytes: new Uint8Array(), deflated: null };

  test('more files than 65,534', () => {
    const entries = Array.from({ length: 65_535 }, () => empty);
    expect(() => zipOf(entries, AT)).toThrow('too much for a ZIP file of 32 bits');
    const full = zipOf(entries.slice(1), AT);
    expect(new DataView(full.buffer).getUint16(full.length - 12, true)).toBe(65_534);
  });

  test('more bytes', () => {
    const endless = { length: 0xffff_ffff } as Uint8Array;
    expect(() => zipOf([{ ...empty, deflated: endless }], AT)).toThrow('too much for a ZIP file of 32 bits');
  });
});
