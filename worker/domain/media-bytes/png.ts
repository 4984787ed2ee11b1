// PNG (ISO/IEC 15948): chunks with checksums from IHDR to IEND.

import { Bytes, charactersOf, u32Bytes } from './bytes.ts';
import { orientationIn, orientationOnly, turned } from './exif.ts';
import { type FoundImage, type Part, PARTS_MAX, type Zone } from './findings.ts';

type Size = { readonly width: number; readonly height: number };

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CRC_TABLE = crcTable();
/** Pixels, palette and transparency; colours; the shape of a pixel. */
const SHOWN: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS bKGD sBIT gAMA cHRM sRGB iCCP cICP mDCV cLLI pHYs'.split(' '),
);

export function isPng(file: Bytes): boolean {
  return SIGNATURE.every((byte, i) => file.u8(i) === byte);
}

export function readPng(file: Bytes): FoundImage | null {
  const textZones: Zone[] = [];
  const picture: Part[] = [{ from: 0, to: SIGNATURE.length }];
  let orientation = 1;
  let size: Size | null = null;
  /** The same, from the first pixels on. */
  let drawn: Size | null = null;
  let animated = false;
  let at = SIGNATURE.length;
  for (let parts = 0; parts < PARTS_MAX; parts += 1) {
    const length = file.u32(at) ?? 0;
    const type = file.text(at + 4, 4);
    if (!/[A-Za-z]{4}/u.test(type)) return null;
    const data = at + 8;
    const end = data + length + 4;
    const sum = file.u32(data + length);
    if (sum === null || crc(file, at + 4, data + length) !== sum) return null;
    if ((type === 'IHDR') !== (size === null)) return null;
    if (type === 'IHDR') {
      if (length !== 13) return null;
      size = { width: file.u32(data) ?? 0, height: file.u32(data + 4) ?? 0 };
    } else if (type === 'IDAT') drawn = size;
    else if (type === 'acTL') animated = true;
    // A lower-case first letter: not needed to show the picture.
    if (/^[a-z]/u.test(type)) textZones.push({ from: data, to: data + length });
    if (SHOWN.has(type)) picture.push({ from: at, to: end });
    else if (type === 'eXIf' && orientation === 1) {
      orientation = orientationIn(file, { from: data, to: data + length });
      const exif = orientationOnly(orientation);
      if (exif !== null) picture.push(chunk(type, exif));
    }
    at = end;
    if (type === 'IEND') {
      if (drawn === null || length !== 0) return null;
      return { ...turned(drawn, orientation), animated, end, textZones, picture };
    }
  }
  return null;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const whole = Uint8Array.of(...u32Bytes(content.length), ...charactersOf(type), ...content, 0, 0, 0, 0);
  const end = whole.length - 4;
  whole.set(u32Bytes(crc(new Bytes(whole), 4, end)), end);
  return whole;
}

function crc({ all }: Bytes, from: number, to: number): number {
  let sum = 0xffff_ffff;
  for (let i = from; i < to; i += 1) {
    sum = (CRC_TABLE[(sum ^ (all[i] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8);
  }
  return (sum ^ 0xffff_ffff) >>> 0;
}

/** CRC-32 with the reversed polynomial 0xEDB88320, as in the standard's annex. */
function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb8_8320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
}
