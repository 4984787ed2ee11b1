// A quote as the customer holds it: a signed token that cannot be altered, for one account and one use.
// Use is counted by its id (jti), never by the token's text.

import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { isAsEncoded } from '../auth/access-token.ts';
import { ALGORITHM, signingKey, type SigningSettings, verifyingKey } from '../auth/signing-keys.ts';
import { readQuoteClaims, type QuoteClaims } from '../contract/trades.ts';
import { QUOTE_TOKEN_TYPE } from '../domain/quotes.ts';

const ISSUER = 'onca';
const AUDIENCE = 'onca:trade';

type Keys = Pick<SigningSettings, 'SIGNING_KEYS'>;

export async function signQuote(keys: Keys, claims: QuoteClaims): Promise<string> {
  const { jti, sub, ...rest } = claims;
  const { kid, key } = await signingKey(keys);
  return new SignJWT(rest)
    .setProtectedHeader({ alg: ALGORITHM, typ: QUOTE_TOKEN_TYPE, kid })
    .setJti(jti)
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .sign(key);
}

/**
 * The claims of a quote that we signed, or null. The caller checks the expiry, in milliseconds:
 * an expired quote must still tell whether it had been used.
 */
export async function verifyQuote(keys: Keys, token: string): Promise<QuoteClaims | null> {
  if (!isAsEncoded(token)) return null;
  try {
    const key = await verifyingKey(keys, decodeProtectedHeader(token).kid ?? '');
    if (key === null) return null;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: QUOTE_TOKEN_TYPE,
    });
    return readQuoteClaims(payload);
  } catch {
    // Not under this key, or no quote at all.
    return null;
  }
}
