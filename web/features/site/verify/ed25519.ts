// Ed25519 and SHA-256 of the browser. Those before 2025 do not know Ed25519: then nobody guesses, and the page says how it is
// checked by hand.

import { fromBase64url } from '../../../../worker/domain/base64url.ts';

export type SignatureAnswer = 'right' | 'wrong' | 'unknown-to-browser';

export async function verifySignature(
  x: string,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<SignatureAnswer> {
  const raw = fromBase64url(x);
  if (raw === null) return 'wrong';
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', buffer(raw), 'Ed25519', false, ['verify']);
  } catch {
    return 'unknown-to-browser';
  }
  const isRight = await crypto.subtle.verify('Ed25519', key, buffer(signature), buffer(message));
  return isRight ? 'right' : 'wrong';
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', buffer(bytes)));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** WebCrypto takes no view of shared memory, which the compiler cannot rule out; nothing here shares any. */
const buffer = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;
