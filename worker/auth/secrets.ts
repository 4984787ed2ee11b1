// Keys made from the Worker's secrets, one for each purpose and value: what is made for one purpose never passes for another.

import { createHash, createHmac } from 'node:crypto';
import type { LinkPurpose } from '../domain/mailed-links.ts';
import { isSoundSecret, valuesOf } from '../domain/secret-values.ts';

export type SigningKey = { readonly kid: string; readonly bytes: Uint8Array };

type Purpose =
  // SESSION_SECRET
  | 'access-token'
  | 'refresh-token'
  | LinkPurpose
  | 'freeze'
  | 'passkey-challenge'
  | 'anonymous-key'
  // GATEWAY_SECRET
  | 'gateway-callback'
  // PAYOUT_KEY
  | 'payout-account'
  // PASSWORD_PEPPER
  | 'password'
  | 'identity-number'
  | `seal:${string}`;

/** The key of each value, newest first. */
export function keysFor(secret: string, purpose: Purpose): readonly [SigningKey, ...SigningKey[]] {
  const [newest, ...older] = soundValuesOf(secret, purpose).map((value) => keyOf(value, purpose));
  return [newest as SigningKey, ...older];
}

/** The values themselves, for what was made before there was a key for its purpose. */
export function soundValuesOf(secret: string, purpose: string): string[] {
  if (!isSoundSecret(secret)) throw new Error(`The secret of ${purpose} is not set, or is too short`);
  return valuesOf(secret);
}

function keyOf(value: string, purpose: Purpose): SigningKey {
  const bytes = createHmac('sha256', value).update(`onca:${purpose}`).digest();
  const kid = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  return { kid, bytes };
}
