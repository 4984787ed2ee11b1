// FNV-1a: 32 bits of a text, the same on every machine and for ever. It spreads; it keeps no secret.

export function fnv1a(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01_00_01_93);
  return hash >>> 0;
}
