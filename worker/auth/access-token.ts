// The access token: a JWT that names a session, good for 15 minutes. It is never enough by itself:
// the session's row is read on every call, and the row decides.

import { Buffer } from 'node:buffer';
import { errors, jwtVerify, SignJWT } from 'jose';
import { ACCESS_LIFETIME_MS } from '../domain/session-rules.ts';
import { keysFor } from './secrets.ts';

const ISSUER = 'onca';
const AUDIENCE = 'onca-web';
const ALGORITHM = 'HS256';

export type AccessClaims = {
  readonly sessionId: string;
  readonly userId: string;
  /** Of the session's tokens: a proof of who one is begins the next, and those before are refused. */
  readonly generation: number;
  readonly expiresAt: number;
};

/** Whether a token names this live session and is of the tokens that it takes. */
export function isTokenOf(
  claims: AccessClaims,
  session: { readonly userId: string; readonly tokenGeneration: number },
): boolean {
  return session.userId === claims.userId && session.tokenGeneration === claims.generation;
}

/** Never outlives the session: `sessionExpiresAt` bounds it. */
export async function signAccessToken(
  secrets: string,
  session: {
    readonly id: string;
    readonly userId: string;
    readonly generation: number;
    readonly expiresAt: number;
  },
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const [key] = keysFor(secrets, 'access-token');
  // JWT times are whole seconds; rounding down keeps the token inside the session.
  const expiresSeconds = Math.floor(Math.min(now + ACCESS_LIFETIME_MS, session.expiresAt) / 1000);
  const token = await new SignJWT({ sid: session.id, gen: session.generation })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(session.userId)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(expiresSeconds)
    .sign(key.bytes);
  return { token, expiresAt: expiresSeconds * 1000 };
}

/** Base64url leaves unused bits at its end, and a lenient reader skips padding: each token is good in one spelling only. */
export function isAsEncoded(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** Null for anything but a token of ours that is still good; why it is not makes no difference to the caller. */
export async function readAccessToken(
  secrets: string,
  token: string,
  now: number,
): Promise<AccessClaims | null> {
  if (!isAsEncoded(token)) return null;
  const keys = keysFor(secrets, 'access-token');
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = keys.find((candidate) => candidate.kid === header.kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key.bytes;
      },
      {
        issuer: ISSUER,
        audience: AUDIENCE,
        algorithms: [ALGORITHM],
        requiredClaims: ['sub', 'sid', 'gen', 'exp', 'iat'],
        currentDate: new Date(now),
      },
    );
    const { sub, sid, gen, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof gen !== 'number') return null;
    return exp === undefined ? null : { sessionId: sid, userId: sub, generation: gen, expiresAt: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
