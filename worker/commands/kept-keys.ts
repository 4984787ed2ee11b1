// The secrets without which something that is stored stays closed. A backup holds none of them, only a fingerprint of each, so that who
// restores it knows whether he has the right ones: from 64 bits of a hash nobody finds 32 random characters.

import { createHash } from 'node:crypto';
import { publicKeys } from '../auth/signing-keys.ts';
import { readRetiredKeys, readSigningKeys } from '../contract/signing-keys.ts';
import { valuesOf } from '../domain/secret-values.ts';

/** With what is lost where one is not there any more. */
export const KEPT_KEYS = {
  PAYOUT_KEY: 'the accounts that withdrawals go to cannot be read',
  PASSWORD_PEPPER: 'nobody can sign in by password or app, and identities and their papers cannot be read',
  SIGNING_KEYS:
    'receipts, closes and statements that it signed cannot be checked, unless RETIRED_KEYS has its public half',
} as const;

type KeyName = keyof typeof KEPT_KEYS;
type Settings = Readonly<Record<string, unknown>>;
export type Fingerprints = Record<string, string[] | null>;

const NAMES = Object.keys(KEPT_KEYS) as KeyName[];

/** Null of a secret that is not at hand. */
export function fingerprintsOf(settings: Settings): Fingerprints {
  return Object.fromEntries(
    NAMES.map((name) => {
      const value = settings[name];
      if (typeof value !== 'string' || value === '') return [name, null];
      if (name === 'SIGNING_KEYS') return [name, signingKids(value, settings['RETIRED_KEYS'])];
      return [name, valuesOf(value).map((one) => fingerprint(name, one))];
    }),
  );
}

/** The public names of the keys that sign, and of those that have. */
function signingKids(signing: string, retired: unknown): string[] | null {
  const RETIRED_KEYS = typeof retired === 'string' ? retired : '';
  if (readSigningKeys(signing) === null || readRetiredKeys(RETIRED_KEYS) === null) return null;
  return publicKeys({ SIGNING_KEYS: signing, RETIRED_KEYS }).map(({ kid }) => kid);
}

function fingerprint(name: KeyName, value: string): string {
  return createHash('sha256').update(`onca backup\0${name}\0${value}`).digest('hex').slice(0, 16);
}

export type KeyVerdict = { readonly name: string; readonly isThere: boolean; readonly text: string };

/** What of the keys of then is here now. */
export function compareKeys(then: Readonly<Fingerprints>, settings: Settings): KeyVerdict[] {
  const now = fingerprintsOf(settings);
  return NAMES.map((name) => {
    const wanted = then[name] ?? null;
    if (wanted === null)
      return { name, isThere: true, text: `${name}: the backup does not say which it was` };
    const missing = wanted.filter((one) => now[name]?.includes(one) !== true);
    if (missing.length === 0) return { name, isThere: true, text: `${name}: as it was` };
    const what = now[name] === null ? 'is not here' : 'is another one here';
    return {
      name,
      isThere: false,
      text: `${name} ${what} (missing ${missing.join(', ')}): ${KEPT_KEYS[name]}`,
    };
  });
}
