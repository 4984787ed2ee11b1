// A quote as the customer holds it: a signed token that cannot be altered, for one account and one use.
// Use is counted by its id (jti), never by the token's text: a signature can be encoded in more than one way.

import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { keysFor, soundValuesOf } from '../auth/secrets.ts';
import { readQuoteClaims, type QuoteClaims } from '../contract/trades.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'onca';
const AUDIENCE = 'onca:trade';

export async function signQuote(secret: string, claims: QuoteClaims): Promise<string> {
  const { jti, sub, ...rest } = claims;
  const [key] = keysFor(secret, 'quote');
  return new SignJWT(rest)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.kid })
    .setJti(jti)
    .setSubject(sub)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .sign(key.bytes);
}

/**
 * The claims of a quote that we signed, or null. The caller checks the expiry, in milliseconds:
 * an expired quote must still tell whether it had been used.
 */
export async function verifyQuote(secret: string, token: string): Promise<QuoteClaims | null> {
  for (const key of keysOf(secret, token)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: 'JWT',
      });
      return readQuoteClaims(payload);
    } catch {
      // Not under this key, or no quote at all.
    }
  }
  return null;
}

/** The key that the token names. Quotes from before keys had names were signed with the secret's values themselves. */
function keysOf(secret: string, token: string): Uint8Array[] {
  const kid = kidOf(token);
  if (kid === undefined)
    return soundValuesOf(secret, 'quotes').map((value) => new TextEncoder().encode(value));
  return keysFor(secret, 'quote').flatMap((key) => (key.kid === kid ? [key.bytes] : []));
}

function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}
