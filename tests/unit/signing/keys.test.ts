// SIGNING_KEYS and RETIRED_KEYS: what is taken, what is published, and what a signature is over.

import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  isSigned,
  publicKeys,
  signBytes,
  signingKey,
  signsSince,
  verifyingKey,
} from '../../../worker/auth/signing-keys.ts';
import { newSigningKey } from '../../../worker/commands/signing-key.ts';
import { areSoundKeys, readSigningKeys } from '../../../worker/contract/signing-keys.ts';
import { SIGNING_DOMAINS, signedMessage } from '../../../worker/domain/signed-records.ts';
import { keyCommands } from '../../../web/features/site/verify/commands.ts';
import { verifySignature } from '../../../web/features/site/verify/ed25519.ts';
import { NEW_KEY, NEW_X, OLD_KEY, OLD_X, retired } from '../../fixtures/signing-keys.ts';

const RETIRED = retired(OLD_X, '2026-01-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z');
const bytes = (hexadecimal: string) => new Uint8Array(Buffer.from(hexadecimal, 'hex'));

/** RFC 8032, 7.1: public key, message, signature. */
const VECTORS = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

test('without a key to sign with it is said which setting is missing', () => {
  for (const setting of ['', '{}', '{"kty":"OKP"}'])
    expect(() => signsSince({ SIGNING_KEYS: setting })).toThrow('SIGNING_KEYS is not set');
});

test('a list of retired keys that cannot be read retires none', () => {
  const names = (RETIRED_KEYS: string) =>
    publicKeys({ SIGNING_KEYS: NEW_KEY, RETIRED_KEYS }).map(({ x }) => x);
  expect(names('not a list')).toEqual([NEW_X]);
  expect(names(RETIRED)).toEqual([NEW_X, OLD_X]);
});

test('what is no signature is no signature of ours', async () => {
  const settings = { SIGNING_KEYS: NEW_KEY, RETIRED_KEYS: '' };
  const content = new TextEncoder().encode('a record');
  const { kid, signature } = await signBytes(settings, 'statement', content);
  const at = Date.UTC(2026, 10, 1);
  const signed = (text: string) =>
    isSigned(publicKeys(settings), 'statement', content, { kid, signature: text, at });
  expect(await signed(signature)).toBe(true);
  expect(await signed('!')).toBe(false);
  expect(await signed('')).toBe(false);
});

test('a key is imported once, and another key is another', async () => {
  const { key } = await signingKey({ SIGNING_KEYS: NEW_KEY });
  expect((await signingKey({ SIGNING_KEYS: NEW_KEY })).key).toBe(key);
  expect((await signingKey({ SIGNING_KEYS: OLD_KEY })).key).not.toBe(key);
});

test('keys that take turns stay imported', async () => {
  const keyOf = async (SIGNING_KEYS: string) => (await signingKey({ SIGNING_KEYS })).key;
  const [one, other] = [newSigningKey(0), newSigningKey(0)];
  const [first, second] = [await keyOf(one), await keyOf(other)];
  expect(await keyOf(one)).toBe(first);
  expect(await keyOf(other)).toBe(second);
});

test('what a key checks is its public half; a name that no key has names none', async () => {
  const settings = { SIGNING_KEYS: `${NEW_KEY},${OLD_KEY}` };
  const { kid } = await signingKey(settings);
  expect((await verifyingKey(settings, kid))?.type).toBe('public');
  expect(await verifyingKey(settings, 'unknown1')).toBeNull();
});

test('no more than a hundred imported keys are kept', async () => {
  const { key } = await signingKey({ SIGNING_KEYS: NEW_KEY });
  for (let made = 0; made < 101; made += 1) await signingKey({ SIGNING_KEYS: newSigningKey(0) });
  expect((await signingKey({ SIGNING_KEYS: NEW_KEY })).key).not.toBe(key);
});

test.each(VECTORS)(
  'the browser’s check knows the signatures of RFC 8032: %s',
  async (key, message, signature) => {
    const x = Buffer.from(key, 'hex').toString('base64url');
    expect(await verifySignature(x, bytes(signature), bytes(message))).toBe('right');
    expect(await verifySignature(x, bytes(signature), bytes(`${message}00`))).toBe('wrong');
    expect(await verifySignature(x, bytes(signature).slice(1), bytes(message))).toBe('wrong');
    const other = bytes(signature);
    other[0] = (other[0] ?? 0) ^ 1;
    expect(await verifySignature(x, other, bytes(message))).toBe('wrong');
  },
);

test('a browser without Ed25519 is no reason to guess', async () => {
  const { importKey } = crypto.subtle;
  crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
  try {
    expect(await verifySignature(NEW_X, new Uint8Array(64), new Uint8Array())).toBe('unknown-to-browser');
  } finally {
    crypto.subtle.importKey = importKey;
  }
});

describe('signBytes', () => {
  const text = new TextEncoder().encode('{"a":1}');

  test('signs "onca.<domain>.v1", a line feed and the raw SHA-256, as Node reckons it too', async () => {
    const { signature, kid } = await signBytes({ SIGNING_KEYS: OLD_KEY }, 'receipt', text);
    const digest = createHash('sha256').update(text).digest();
    const message = Buffer.concat([Buffer.from('onca.receipt.v1\n'), digest]);
    const key = { key: JSON.parse(OLD_KEY) as Record<string, string>, format: 'jwk' } as const;
    expect(signature).toBe(sign(null, message, key as never).toString('base64url'));
    expect(Buffer.from(signedMessage('receipt', digest))).toEqual(message);
    // RFC 8037, A.3, cut to eight letters.
    expect(kid).toBe('kPrK_qmx');
  });

  test('gives the same bytes the same signature, and each domain another', async () => {
    const signed = (domain: (typeof SIGNING_DOMAINS)[number]) =>
      signBytes({ SIGNING_KEYS: NEW_KEY }, domain, text);
    const all = await Promise.all(SIGNING_DOMAINS.map(signed));
    expect(new Set(all.map(({ signature }) => signature)).size).toBe(SIGNING_DOMAINS.length);
    expect(await signed('receipt')).toEqual(await signed('receipt'));
  });

  test('signs with the newest key alone', async () => {
    const both = await signBytes({ SIGNING_KEYS: `${NEW_KEY},${OLD_KEY}` }, 'close', text);
    expect(both).toEqual(await signBytes({ SIGNING_KEYS: NEW_KEY }, 'close', text));
  });
});

test('the public keys are those that sign and those that have signed, each once', () => {
  const published = publicKeys({ SIGNING_KEYS: `${NEW_KEY}, ${OLD_KEY}`, RETIRED_KEYS: RETIRED });
  expect(published.map(({ x, retiredAt }) => [x, retiredAt])).toEqual([
    [NEW_X, null],
    [OLD_X, '2026-06-02T00:00:00.000Z'],
  ]);
  expect(publicKeys({ SIGNING_KEYS: NEW_KEY, RETIRED_KEYS: RETIRED })).toEqual(published);
  expect(JSON.stringify(published)).not.toContain('"d"');
  // An entry of the file with the time in `retiredAt` is what RETIRED_KEYS takes.
  const entry = JSON.stringify(published[1]);
  expect(publicKeys({ SIGNING_KEYS: NEW_KEY, RETIRED_KEYS: entry })).toEqual(published);
});

const without = (name: string) => JSON.stringify({ ...(JSON.parse(NEW_KEY) as object), [name]: undefined });

test.each([
  [NEW_KEY, '', true],
  [`${NEW_KEY},${OLD_KEY}`, RETIRED, true],
  [newSigningKey(Date.now()), '', true],
  ['', '', false],
  ['a-value-of-thirty-two-characters-or-more', '', false],
  [`${NEW_KEY},short`, '', false],
  [`${NEW_KEY},`, '', false],
  [without('d'), '', false],
  [without('x'), '', false],
  [without('notBefore'), '', false],
  [NEW_KEY.replace('Ed25519', 'X25519'), '', false],
  [NEW_KEY.replace(NEW_X, `${NEW_X}A`), '', false],
  [NEW_KEY, 'no key', false],
  [NEW_KEY, without('d'), false],
  // The key that signs cannot be one that signs no more.
  [OLD_KEY, RETIRED, false],
])('SIGNING_KEYS %s with RETIRED_KEYS %s: sound %s', (signing, gone, sound) => {
  expect(areSoundKeys(signing, gone)).toBe(sound);
});

test('a new key is a pair', () => {
  const [key] = readSigningKeys(newSigningKey(Date.UTC(2026, 10, 24))) ?? [];
  const pair = { key: { ...key } as never, format: 'jwk' } as const;
  const signature = sign(null, Buffer.from('onca'), pair as never);
  expect(verify(null, Buffer.from('onca'), createPublicKey(pair as never), signature)).toBe(true);
  expect(key?.notBefore).toBe('2026-11-24T00:00:00.000Z');
});

test('the key as a file for openssl is the one of Node', () => {
  const key = { key: { kty: 'OKP', crv: 'Ed25519', x: NEW_X } as never, format: 'jwk' } as const;
  const pem = createPublicKey(key as never).export({ type: 'spki', format: 'pem' });
  expect(keyCommands({ x: NEW_X })).toBe(`cat > onca.pem <<'END'\n${String(pem)}END`);
});
