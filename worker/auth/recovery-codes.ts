// Recovery codes: for a customer who has lost phone and passkey. Shown once, stored as hashes only.

import { createHmac, randomInt } from 'node:crypto';
import { RECOVERY_CODE_CHARACTERS, RECOVERY_CODES } from '../domain/factors.ts';
import { soundValuesOf } from './secrets.ts';

/** Crockford's base 32: no i, l, o or u, so that nothing is misread from paper. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export function newRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes];
}

/** Bound to its owner. 50 bits and a pepper that is not in the database: a slow hash would add nothing. */
export function hashRecoveryCode(pepper: string, userId: string, code: string): string {
  return recoveryCodeHashes(pepper, userId, code)[0] as string;
}

/** Under every value of the pepper, newest first: the code cannot be hashed anew before it is typed, and then it is spent. */
export function recoveryCodeHashes(pepper: string, userId: string, code: string): string[] {
  return soundValuesOf(pepper, 'recovery codes').map((value) =>
    createHmac('sha256', value).update(`onca:recovery-code\n${userId}\n${code}`).digest('base64url'),
  );
}

function newCode(): string {
  return Array.from({ length: RECOVERY_CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
}
