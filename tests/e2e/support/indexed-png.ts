// A PNG with a palette: a flat drawing needs few colours, and one byte or less for a pixel instead of four.

import { crc32, deflateSync } from 'node:zlib';

type Rgba = readonly [number, number, number, number];

/** `pixels` are RGBA bytes, row by row. */
export function indexedPng(pixels: Uint8Array, width: number, height: number, colours: number): Buffer {
  const palette = commonColours(pixels, colours);
  const indexOf = nearestIn(palette);
  const bits = palette.length <= 16 ? 4 : 8;
  const rowBytes = Math.ceil((width * bits) / 8);
  const raw = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const i = indexOf(readUint32(pixels, (y * width + x) * 4));
      const at = y * (rowBytes + 1) + 1 + (bits === 8 ? x : x >> 1);
      raw[at] = (raw[at] ?? 0) | (bits === 8 || x % 2 === 1 ? i : i << 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(([r, g, b]) => [r, g, b]))),
    chunk('tRNS', Buffer.from(palette.map(([, , , a]) => a))),
    chunk('IDAT', deflateSync(raw, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An icon file for browsers that do not read SVG: PNGs behind a table of sizes. */
export function icoOf(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const table = Buffer.alloc(6 + 16 * pictures.length);
  table.writeUInt16LE(1, 2);
  table.writeUInt16LE(pictures.length, 4);
  let offset = table.length;
  for (const [i, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * i;
    table.set([size, size], at);
    table.writeUInt16LE(1, at + 4);
    table.writeUInt16LE(32, at + 6);
    table.writeUInt32LE(png.length, at + 8);
    table.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([table, ...pictures.map(({ png }) => png)]);
}

function readUint32(pixels: Uint8Array, at: number): number {
  const [r = 0, g = 0, b = 0, a = 0] = pixels.subarray(at, at + 4);
  return ((r << 24) | (g << 16) | (b << 8) | a) >>> 0;
}

const split = (colour: number): Rgba => [
  colour >>> 24,
  (colour >>> 16) & 255,
  (colour >>> 8) & 255,
  colour & 255,
];

function distance(a: Rgba, b: Rgba): number {
  return a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0);
}

/** The most frequent colours that are not nearly the same as one already taken. */
function commonColours(pixels: Uint8Array, limit: number): Rgba[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = readUint32(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => split(colour));
  for (const apart of [0, 48, 120, 240, 400, 700, 1100, 1600, 2400, 4000]) {
    const taken: Rgba[] = [];
    for (const colour of byCount) {
      if (taken.every((other) => distance(colour, other) > apart || (apart === 0 && other !== colour))) {
        taken.push(colour);
      }
      if (taken.length > limit) break;
    }
    if (taken.length <= limit) return taken;
  }
  return byCount.slice(0, limit);
}

function nearestIn(palette: readonly Rgba[]): (colour: number) => number {
  const known = new Map<number, number>();
  return (colour) => {
    const found = known.get(colour);
    if (found !== undefined) return found;
    const parts = split(colour);
    let best = 0;
    for (const [i, candidate] of palette.entries()) {
      if (distance(parts, candidate) < distance(parts, palette[best] ?? candidate)) best = i;
    }
    known.set(colour, best);
    return best;
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
