// Encrypts values that the Worker must read again but a reader of the table must not: AES-256-GCM under the newest key made from
// the secret (PASSWORD_PEPPER; of payout accounts PAYOUT_KEY) for the purpose; the older ones read. A sealed text opens for its owner only: a row that is moved to another customer is unreadable.

import { randomBytes } from 'node:crypto';
import { keysFor } from './secrets.ts';

const NONCE_BYTES = 12;

export type Seal = {
  readonly pepper: string;
  readonly purpose:
    | 'totp-key'
    | 'totp-setup'
    | 'identity'
    | 'identity-document'
    | 'retained-identity'
    | 'retained-key'
    | 'payout-account';
  /** Whom it belongs to: a customer, a customer's session, or a closed account. */
  readonly owner: string;
};

export async function seal(text: string, { pepper, purpose, owner }: Seal): Promise<string> {
  const [key] = keysFor(pepper, `seal:${purpose}`);
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: bytesOf(owner) },
    await imported(key.bytes),
    bytesOf(text),
  );
  return Buffer.concat([nonce, new Uint8Array(sealed)]).toString('base64url');
}

/** Null for anything that was not sealed with one of these keys for this owner. */
export async function unseal(sealed: string, { pepper, purpose, owner }: Seal): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= NONCE_BYTES) return null;
  for (const key of keysFor(pepper, `seal:${purpose}`)) {
    try {
      const text = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES), additionalData: bytesOf(owner) },
        await imported(key.bytes),
        bytes.subarray(NONCE_BYTES),
      );
      return new TextDecoder().decode(text);
    } catch {
      // The one failure of a decryption is that the tag does not fit: another value may have sealed it.
    }
  }
  return null;
}

function imported(bytes: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}
