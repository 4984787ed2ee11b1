// Quotes as tokens: which key signs and which are taken, and every way to pass another token for one.

import { importJWK, SignJWT } from 'jose';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { keysFor } from '../../../worker/auth/secrets.ts';
import { signBytes } from '../../../worker/auth/signing-keys.ts';
import type { QuoteClaims } from '../../../worker/contract/trades.ts';
import { signQuote, verifyQuote } from '../../../worker/services/quote-token.ts';
import { NEW_KEY, NEW_X, OLD_KEY, OLD_X } from '../../fixtures/signing-keys.ts';

const OLD = { SIGNING_KEYS: OLD_KEY };
const NEW = { SIGNING_KEYS: NEW_KEY };
const BOTH = { SIGNING_KEYS: `${NEW_KEY},${OLD_KEY}` };
const NOW = Date.UTC(2026, 10, 21, 12);

const CLAIMS: QuoteClaims = {
  jti: '8f3c92d0-1111-4222-8333-444455556666',
  sub: '8f3c92d0-1111-4222-8333-444455556667',
  side: 'buy',
  metal: 'gold',
  priceCents: 438_900,
  ouncesE4: 10_000,
  subtotalCents: 438_900,
  feeCents: 2_195,
  totalCents: 441_095,
  proven: false,
  registerMaxCents: 185_185,
  issuedAt: NOW,
  expiresAt: NOW + 20_000,
  basis: { seq: 1, kind: 'spot', asOf: new Date(NOW).toISOString(), observations: [] },
};

type Header = { readonly alg: string; readonly kid?: string; readonly typ?: string };

async function forged(header: Header, key: Uint8Array | CryptoKey, audience = 'onca:trade'): Promise<string> {
  const { jti, sub, ...rest } = CLAIMS;
  const jwt = new SignJWT(rest).setProtectedHeader({ typ: 'onca-quote+jwt', ...header });
  return jwt.setJti(jti).setSubject(sub).setIssuer('onca').setAudience(audience).sign(key);
}

const privateKey = async (jwk: string) =>
  (await importJWK(JSON.parse(jwk) as Record<string, string>, 'EdDSA')) as CryptoKey;
const KID = (await signBytes(OLD, 'quote', new Uint8Array())).kid;

test('SIGNING_KEYS is rotated: a quote is honoured until its key is taken out', async () => {
  const quote = await signQuote(OLD, CLAIMS);
  expect(await verifyQuote(BOTH, quote)).toEqual(CLAIMS);
  expect(await verifyQuote(NEW, quote)).toBeNull();
  expect(await verifyQuote(NEW, await signQuote(BOTH, CLAIMS))).toEqual(CLAIMS);
});

test('the same quote has the same signature each time', async () => {
  expect(await signQuote(NEW, CLAIMS)).toBe(await signQuote(NEW, CLAIMS));
});

test('a quote is one by its algorithm, key, type and audience: nothing else passes for it', async () => {
  const key = await privateKey(OLD_KEY);
  expect(await verifyQuote(OLD, await forged({ alg: 'EdDSA', kid: KID }, key))).toEqual(CLAIMS);
  const publicBytes = Buffer.from(OLD_X, 'base64url');
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicBytes]);
  const sessionKey = keysFor('a-session-secret-0123456789abcdef', 'access-token')[0];
  const tokens = [
    // What everybody knows, the public key, as the secret of an HMAC.
    await forged({ alg: 'HS256', kid: KID }, publicBytes),
    await forged({ alg: 'HS256', kid: KID }, Buffer.from(OLD_X)),
    await forged({ alg: 'HS256', kid: KID }, spki),
    // As quotes were signed before there were keys (D74), and as sessions are.
    await forged({ alg: 'HS256', typ: 'JWT' }, createHmac('sha256', 'old-quote-secret').digest()),
    await forged({ alg: 'HS256', kid: sessionKey.kid }, sessionKey.bytes),
    // Another key, under the name of ours and without a name.
    await forged({ alg: 'EdDSA', kid: KID }, await privateKey(NEW_KEY)),
    await forged({ alg: 'EdDSA' }, key),
    await forged({ alg: 'EdDSA', kid: '' }, key),
    await forged({ alg: 'EdDSA', kid: NEW_X }, key),
    // Ours, for something else.
    await forged({ alg: 'EdDSA', kid: KID, typ: 'JWT' }, key),
    await forged({ alg: 'EdDSA', kid: KID }, key, 'onca:session'),
    'no token',
    '..',
    '',
  ];
  const taken = await Promise.all(tokens.map((token) => verifyQuote(OLD, token)));
  expect(taken).toEqual(tokens.map(() => null));
});

test('no algorithm, or none, is none', async () => {
  const [, payload = '', signature = ''] = (await signQuote(OLD, CLAIMS)).split('.');
  for (const alg of ['none', 'None', '', 'ES256', 'RS256', undefined]) {
    const header = Buffer.from(JSON.stringify({ alg, typ: 'onca-quote+jwt', kid: KID })).toString(
      'base64url',
    );
    for (const tail of ['', signature]) {
      expect(await verifyQuote(OLD, `${header}.${payload}.${tail}`)).toBeNull();
    }
  }
});

test('a quote is one in one spelling only: no other last letter, no padding, no space', async () => {
  const quote = await signQuote(OLD, CLAIMS);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const others = [...letters].map((letter) => quote.slice(0, -1) + letter).filter((other) => other !== quote);
  for (const other of [
    ...others,
    `${quote}=`,
    `${quote}==`,
    `${quote} `,
    quote.replace(/\.(?=[^.]*$)/u, '. '),
  ]) {
    expect(await verifyQuote(OLD, other)).toBeNull();
  }
});

test('what is signed for another domain is no quote, whatever it says', async () => {
  const [header = '', payload = ''] = (await signQuote(OLD, CLAIMS)).split('.');
  const text = new TextEncoder().encode(`${header}.${payload}`);
  for (const domain of ['quote', 'receipt', 'export'] as const) {
    const { signature } = await signBytes(OLD, domain, text);
    expect(await verifyQuote(OLD, `${header}.${payload}.${signature}`)).toBeNull();
  }
});
