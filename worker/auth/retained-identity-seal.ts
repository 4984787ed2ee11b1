// Who a closed account was, under a key of its own that is kept under the Worker's: without the row of that key, not even the
// Worker's secret opens it, so that destroying the key destroys the identity wherever a copy of the sealed text may be.

import { randomBytes } from 'node:crypto';
import { seal, unseal } from './sealing.ts';

const KEY_BYTES = 32;

export type RetainedSeal = { readonly sealed: string; readonly sealedKey: string };

export async function sealRetained(text: string, pepper: string, accountId: string): Promise<RetainedSeal> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return {
    sealed: await seal(text, { pepper: key, purpose: 'retained-identity', owner: accountId }),
    sealedKey: await seal(key, { pepper, purpose: 'retained-key', owner: accountId }),
  };
}

/** Null where the key is not one of this account, or the Worker's secret of then is gone. */
export async function openRetained(
  { sealed, sealedKey }: RetainedSeal,
  pepper: string,
  accountId: string,
): Promise<string | null> {
  const key = await unseal(sealedKey, { pepper, purpose: 'retained-key', owner: accountId });
  return key === null
    ? null
    : unseal(sealed, { pepper: key, purpose: 'retained-identity', owner: accountId });
}

/** The same key under the newest secret: whoever rotates secrets must not lose what the law asks to keep. Null where it is. */
export async function renewedKey(
  sealedKey: string,
  pepper: string,
  accountId: string,
): Promise<string | null> {
  const [newest = ''] = pepper.split(',');
  const seals = { purpose: 'retained-key', owner: accountId } as const;
  if ((await unseal(sealedKey, { pepper: newest, ...seals })) !== null) return null;
  const key = await unseal(sealedKey, { pepper, ...seals });
  return key === null ? null : seal(key, { pepper, ...seals });
}
