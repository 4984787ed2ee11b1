// `npm run key:new`: prints a new key for SIGNING_KEYS. A rotation puts it before the old one: `new,old` (worker/README.md).

import { generateKeyPairSync } from 'node:crypto';
import { iso } from '../domain/time.ts';

export function newSigningKey(now: number): string {
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return JSON.stringify({ kty, crv, x, d, notBefore: iso(now) });
}

if (import.meta.main) console.log(newSigningKey(Date.now()));
