// How an identity is kept: number, name and birth date sealed for their owner; the number as a MAC, by which the same person is known
// again; and each paper under a key of its own, which is sealed for the owner, so that without the row the object is noise.

import { createHmac, randomBytes } from 'node:crypto';
import type { IdentityNumber, SealedIdentity } from '../domain/identity.ts';
import { seal, unseal } from './sealing.ts';
import { keysFor } from './secrets.ts';

const NONCE_BYTES = 12;
const KEY_BYTES = 32;

/** Under the newest value of the pepper, and under those that are being left. */
export function numberMacs(
  pepper: string,
  { country, kind, number }: IdentityNumber,
): { readonly newest: string; readonly older: readonly string[] } {
  const [newest, ...older] = keysFor(pepper, 'identity-number').map(({ bytes }) =>
    createHmac('sha256', bytes).update(`${country}:${kind}:${number}`).digest('base64url'),
  );
  return { newest: newest as string, older };
}

export function sealIdentity(pepper: string, userId: string, identity: SealedIdentity): Promise<string> {
  return seal(JSON.stringify(identity), { pepper, purpose: 'identity', owner: userId });
}

/** Null when it was sealed for another customer, or under another pepper. */
export async function openIdentity(
  pepper: string,
  userId: string,
  sealed: string,
): Promise<SealedIdentity | null> {
  const text = await unseal(sealed, { pepper, purpose: 'identity', owner: userId });
  return text === null ? null : (JSON.parse(text) as SealedIdentity);
}

export type SealedDocument = { readonly sealed: Uint8Array; readonly sealedKey: string };

/** `id` belongs to the encryption: an object under another paper's row does not open. */
export async function sealDocument(
  pepper: string,
  { userId, id }: { readonly userId: string; readonly id: string },
  bytes: Uint8Array,
): Promise<SealedDocument> {
  const key = new Uint8Array(randomBytes(KEY_BYTES));
  const nonce = new Uint8Array(randomBytes(NONCE_BYTES));
  const encrypted = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(id) },
      await imported(key),
      new Uint8Array(bytes),
    ),
  );
  const sealed = new Uint8Array(NONCE_BYTES + encrypted.length);
  sealed.set(nonce);
  sealed.set(encrypted, NONCE_BYTES);
  const sealedKey = await seal(Buffer.from(key).toString('base64url'), {
    pepper,
    purpose: 'identity-document',
    owner: userId,
  });
  return { sealed, sealedKey };
}

/** Null for what was not sealed so. */
export async function openDocument(
  pepper: string,
  { userId, id, sealedKey }: { readonly userId: string; readonly id: string; readonly sealedKey: string },
  sealed: Uint8Array,
): Promise<Uint8Array | null> {
  const key = await unseal(sealedKey, { pepper, purpose: 'identity-document', owner: userId });
  if (key === null || sealed.length <= NONCE_BYTES) return null;
  try {
    const bytes = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: new Uint8Array(sealed.subarray(0, NONCE_BYTES)),
        additionalData: new TextEncoder().encode(id),
      },
      await imported(new Uint8Array(Buffer.from(key, 'base64url'))),
      new Uint8Array(sealed.subarray(NONCE_BYTES)),
    );
    return new Uint8Array(bytes);
  } catch {
    // The one failure of a decryption is that the tag does not fit.
    return null;
  }
}

function imported(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
