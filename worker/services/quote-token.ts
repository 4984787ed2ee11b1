// A quote as the customer holds it: a signed token that cannot be altered, for one account and one use.
// Use is counted by its id (jti), never by the token's text: a signature can be encoded in more than one way.

import { jwtVerify, SignJWT } from 'jose';
import { readQuoteClaims, type QuoteClaims } from '../contract/trades.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'onca';
const AUDIENCE = 'onca:trade';

export async function signQuote(secret: string, claims: QuoteClaims): Promise<string> {
  const { jti, sub, ...rest } = claims;
  return new SignJWT(rest)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setJti(jti)
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .sign(keyOf(secret));
}

/**
 * The claims of a quote that we signed, or null. The caller checks the expiry, in milliseconds:
 * an expired quote must still tell whether it had been used.
 */
export async function verifyQuote(secret: string, token: string): Promise<QuoteClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'JWT',
    });
    return readQuoteClaims(payload);
  } catch {
    return null;
  }
}

function keyOf(secret: string): Uint8Array {
  if (secret.length < 16) throw new Error('QUOTE_SECRET is missing or too short');
  return new TextEncoder().encode(secret);
}
