// Encrypts values that the Worker must read again but a reader of the table must not: AES-256-GCM under a key made from PASSWORD_PEPPER,
// one for each purpose. A sealed text opens for its owner only: a row that is moved to another customer is unreadable.

import { createHmac, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;

export type Seal = {
  readonly pepper: string;
  readonly purpose: 'totp-key' | 'totp-setup';
  /** Whom it belongs to: a customer, or a customer's session. */
  readonly owner: string;
};

export async function seal(text: string, { pepper, purpose, owner }: Seal): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: bytesOf(owner) },
    await keyFor(pepper, purpose),
    bytesOf(text),
  );
  return Buffer.concat([nonce, new Uint8Array(sealed)]).toString('base64url');
}

/** Null for anything that was not sealed with this key for this owner. */
export async function unseal(sealed: string, { pepper, purpose, owner }: Seal): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= NONCE_BYTES) return null;
  try {
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES), additionalData: bytesOf(owner) },
      await keyFor(pepper, purpose),
      bytes.subarray(NONCE_BYTES),
    );
    return new TextDecoder().decode(text);
  } catch {
    // The one failure of a decryption is that the tag does not fit.
    return null;
  }
}

function keyFor(pepper: string, purpose: string): Promise<CryptoKey> {
  if (pepper === '') throw new Error('PASSWORD_PEPPER is not set');
  const bytes = createHmac('sha256', pepper).update(`onca:seal:${purpose}`).digest();
  return crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}
