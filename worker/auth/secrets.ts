// Keys made from the Worker's secrets. SESSION_SECRET may hold several, newest first, separated by commas:
// the first signs, all of them verify, so a key is rotated without signing anybody out.

import { createHash, createHmac } from 'node:crypto';

const SECRET_MIN_CHARACTERS = 32;

export type SigningKey = { readonly kid: string; readonly bytes: Uint8Array };

/** One key per purpose, so that a token made for one can never pass for another. */
export function keysFor(
  secrets: string,
  purpose: 'access-token' | 'refresh-token' | 'password-reset' | 'passkey-challenge',
): readonly [SigningKey, ...SigningKey[]] {
  const [newest, ...older] = secrets
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
    .map((secret) => keyOf(secret, purpose));
  if (newest === undefined) throw new Error('SESSION_SECRET is not set');
  return [newest, ...older];
}

function keyOf(secret: string, purpose: string): SigningKey {
  // A short secret can be guessed offline from one token: refuse to run with it.
  if (secret.length < SECRET_MIN_CHARACTERS) {
    throw new Error(`Each secret in SESSION_SECRET must have at least ${SECRET_MIN_CHARACTERS} characters`);
  }
  const bytes = createHmac('sha256', secret).update(`onca:${purpose}`).digest();
  const kid = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  return { kid, bytes };
}
