// Reading a file's bytes without ever reading past its end: a number that lies outside is null, never a guess, and a text ends
// where the file does.

export class Bytes {
  readonly view: DataView;
  readonly all: Uint8Array;

  constructor(all: Uint8Array) {
    this.all = all;
    this.view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  }

  get length(): number {
    return this.all.byteLength;
  }

  u8(at: number): number | null {
    return this.all[at] ?? null;
  }

  u16(at: number): number | null {
    return this.has(at, 2) ? this.view.getUint16(at) : null;
  }

  u32(at: number): number | null {
    return this.has(at, 4) ? this.view.getUint32(at) : null;
  }

  u16le(at: number): number | null {
    return this.has(at, 2) ? this.view.getUint16(at, true) : null;
  }

  u24le(at: number): number | null {
    return this.has(at, 3) ? this.view.getUint16(at, true) + this.view.getUint8(at + 2) * 0x1_00_00 : null;
  }

  u32le(at: number): number | null {
    return this.has(at, 4) ? this.view.getUint32(at, true) : null;
  }

  /** Null too when it is beyond what a number holds exactly: no file we take is that long. */
  u64(at: number): number | null {
    const value = this.has(at, 8) ? Number(this.view.getBigUint64(at)) : Number.NaN;
    return Number.isSafeInteger(value) ? value : null;
  }

  /** `length` bytes as characters, one each; fewer where the file ends. */
  text(at: number, length: number): string {
    return String.fromCharCode(...this.all.subarray(at, at + length));
  }

  has(at: number, length: number): boolean {
    return at + length <= this.length;
  }
}

export function u16Bytes(value: number): Uint8Array {
  return Uint8Array.of(value >>> 8, value & 0xff);
}

export function u32Bytes(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

/** One byte for each character. */
export function charactersOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
