// How an app's key is kept: sealed for its owner.

import { seal, unseal } from './sealing.ts';

export function sealTotpKey(pepper: string, userId: string, key: string): Promise<string> {
  return seal(key, { pepper, purpose: 'totp-key', owner: userId });
}

/** Null when it was sealed for another user, or under another pepper. */
export function openTotpKey(pepper: string, userId: string, sealed: string): Promise<string | null> {
  return unseal(sealed, { pepper, purpose: 'totp-key', owner: userId });
}
