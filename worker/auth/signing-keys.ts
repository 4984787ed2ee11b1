// The Ed25519 keys with which we sign what a customer takes along, and their public halves (D73). Ed25519, because the same
// bytes signed twice have the same signature, and a bad source of randomness gives no key away.

import { importJWK } from 'jose';
import { createHash } from 'node:crypto';
import {
  type PrivateKey,
  type PublicKey,
  readRetiredKeys,
  readSigningKeys,
  type RetiredKey,
} from '../contract/signing-keys.ts';
import { fromBase64url, toBase64url } from '../domain/base64url.ts';
import {
  checksOf,
  contentBytes,
  isOfItsTime,
  recordText,
  signedMessage,
  type SignedRecord,
  type SigningDomain,
} from '../domain/signed-records.ts';

export const ALGORITHM = 'EdDSA';

export type SigningSettings = Pick<Env, 'SIGNING_KEYS' | 'RETIRED_KEYS'>;

export type NamedKey = { readonly kid: string; readonly key: CryptoKey };

/** The name of a key: the beginning of its thumbprint (RFC 7638). */
function kidOf({ crv, kty, x }: Pick<PrivateKey, 'crv' | 'kty' | 'x'>): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url').slice(0, 8);
}

function privateKeys({ SIGNING_KEYS }: Pick<SigningSettings, 'SIGNING_KEYS'>) {
  const keys = readSigningKeys(SIGNING_KEYS);
  if (keys === null) throw new Error('SIGNING_KEYS is not set, or is no list of private Ed25519 keys');
  return keys;
}

/** The key that signs what is new. */
export async function signingKey(settings: Pick<SigningSettings, 'SIGNING_KEYS'>): Promise<NamedKey> {
  const [newest] = privateKeys(settings);
  return { kid: kidOf(newest), key: await imported(newest) };
}

/** Since when the key that signs what is new may sign. */
export function signsSince(settings: Pick<SigningSettings, 'SIGNING_KEYS'>): number {
  return Date.parse(privateKeys(settings)[0].notBefore);
}

/** The key of this name among those whose private half is still here, for what we read ourselves; null for any other name. */
export async function verifyingKey(
  settings: Pick<SigningSettings, 'SIGNING_KEYS'>,
  kid: string,
): Promise<CryptoKey | null> {
  const found = privateKeys(settings).find((key) => kidOf(key) === kid);
  if (found === undefined) return null;
  const { kty, crv, x } = found;
  return imported({ kty, crv, x });
}

/**
 * Each isolate needs the same few keys again, and importing one takes twice as long as signing with it (D85). A key is kept and no
 * promise of one: a request must not wait for what another one has begun.
 */
const importedKeys = new Map<string, CryptoKey>();
/** Settings name a handful; tests, which make many, get them imported anew. */
const MOST_IMPORTED = 100;

type Half = Pick<PrivateKey, 'kty' | 'crv' | 'x'> & Partial<Pick<PrivateKey, 'd'>>;

/** The private key where the private half is given, the public one otherwise. */
async function imported(half: Half): Promise<CryptoKey> {
  const name = `${half.x} ${half.d ?? 'public'}`;
  const known = importedKeys.get(name);
  if (known !== undefined) return known;
  const key = (await importJWK(half, ALGORITHM)) as CryptoKey;
  if (importedKeys.size >= MOST_IMPORTED) importedKeys.clear();
  importedKeys.set(name, key);
  return key;
}

/** All public keys: those that sign, and those that have signed, for ever. */
export function publicKeys(settings: SigningSettings): PublicKey[] {
  const retired = readRetiredKeys(settings.RETIRED_KEYS) ?? [];
  const published = (key: PrivateKey | RetiredKey, retiredAt: string | null): PublicKey => {
    const { kty, crv, x, notBefore } = key;
    return { kty, crv, kid: kidOf(key), x, use: 'sig', notBefore, retiredAt };
  };
  return [
    ...privateKeys(settings)
      .filter(({ x }) => !retired.some((gone) => gone.x === x))
      .map((key) => published(key, null)),
    ...retired.map((key) => published(key, key.retiredAt)),
  ];
}

/** Signs bytes for one domain: Ed25519 over `signedMessage`, whose digest is raw. */
export async function signBytes(
  settings: Pick<SigningSettings, 'SIGNING_KEYS'>,
  domain: SigningDomain,
  bytes: Uint8Array,
): Promise<{ readonly kid: string; readonly signature: string }> {
  const { kid, key } = await signingKey(settings);
  const sha256 = createHash('sha256').update(bytes).digest();
  const signature = await crypto.subtle.sign('Ed25519', key, signedMessage(domain, sha256));
  return { kid, signature: toBase64url(new Uint8Array(signature)) };
}

/** Whether one of these keys signed these bytes for this domain, in the time in which it was ours to sign with. */
export async function isSigned(
  keys: readonly PublicKey[],
  domain: SigningDomain,
  bytes: Uint8Array,
  by: { readonly kid: string; readonly signature: string; readonly at: number },
): Promise<boolean> {
  const key = keys.find(({ kid }) => kid === by.kid);
  const signature = fromBase64url(by.signature);
  if (key === undefined || signature === null || !isOfItsTime(key, by.at)) return false;
  const { kty, crv, x } = key;
  const sha256 = createHash('sha256').update(bytes).digest();
  return crypto.subtle.verify(
    'Ed25519',
    await imported({ kty, crv, x }),
    signature,
    signedMessage(domain, sha256),
  );
}

/** The text of a signed record. */
export async function signRecord(
  settings: Pick<SigningSettings, 'SIGNING_KEYS'>,
  domain: SigningDomain,
  content: SignedRecord['content'] & { readonly issuedAt: string },
): Promise<string> {
  const signed = await signBytes(settings, domain, contentBytes(content));
  return recordText({ domain, content, checks: checksOf(content), ...signed });
}
