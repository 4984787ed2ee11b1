// Whether what somebody sent is one of a secret's values, compared in constant time, by hash, whatever the lengths. An unset secret
// matches nothing.

import { createHash, timingSafeEqual } from 'node:crypto';
import { valuesOf } from '../domain/secret-values.ts';

export function isSecretValue(secret: string, sent: string): boolean {
  const digested = digest(sent);
  return valuesOf(secret).some((value) => timingSafeEqual(digested, digest(value)));
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
