// Base64url without padding (RFC 4648, section 5), in its one spelling: the bits that a last letter has to spare are zero.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));

export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => LETTERS.charAt((group >>> shift) & 63)).join('');
    text += letters.slice(0, Math.min(4, bytes.length - at + 1));
  }
  return text;
}

/** Null for a text that is not what `toBase64url` writes. */
export function fromBase64url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of text) {
    const value = VALUES.get(letter);
    if (value === undefined) return null;
    bits = ((bits << 6) | value) & 0xff_ff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at] = (bits >>> held) & 0xff;
    at += 1;
  }
  return (bits & ((1 << held) - 1)) === 0 ? bytes : null;
}
