// A ZIP file of the domain, read with Node's own inflate and CRC-32.

import { crc32 as nodeCrc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
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
