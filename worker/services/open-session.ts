// Opens a session for a customer who has just proved who they are: the rows for the caller's batch,
// the tokens for the cookies, and what the page may know of it.

import { signAccessToken } from '../auth/access-token.ts';
import type { Client } from '../auth/client.ts';
import type { SessionCookies } from '../auth/cookies.ts';
import { hashRefreshToken, newRefreshToken } from '../auth/refresh-token.ts';
import type { Session } from '../contract/sessions.ts';
import { openSessionStatements } from '../db/sessions.ts';
import { sessionLifetimeMs } from '../domain/session-rules.ts';
import type { Deps } from './deps.ts';

export type SessionOwner = { readonly id: string; readonly email: string };

export type OpenedSession = {
  readonly statements: readonly D1PreparedStatement[];
  readonly cookies: SessionCookies;
  readonly session: Session;
};

export async function openSession(
  deps: Deps,
  owner: SessionOwner,
  wish: { readonly remember: boolean; readonly client: Client },
  now: number,
): Promise<OpenedSession> {
  const id = deps.newId();
  const expiresAt = now + sessionLifetimeMs(wish.remember);
  const refresh = newRefreshToken();
  const access = await signAccessToken(deps.env.SESSION_SECRET, { id, userId: owner.id, expiresAt }, now);
  return {
    statements: openSessionStatements(deps.db, {
      id,
      userId: owner.id,
      remembered: wish.remember,
      userAgent: wish.client.userAgent,
      place: wish.client.place,
      refreshTokenHash: hashRefreshToken(refresh),
      expiresAt,
      now,
    }),
    cookies: {
      access: access.token,
      accessExpiresAt: access.expiresAt,
      refresh,
      refreshExpiresAt: expiresAt,
      remembered: wish.remember,
    },
    session: describeSession(owner, access.expiresAt, now),
  };
}

export function describeSession(owner: SessionOwner, accessExpiresAt: number, now: number): Session {
  return {
    expiresAt: new Date(accessExpiresAt).toISOString(),
    expiresIn: Math.max(0, Math.floor((accessExpiresAt - now) / 1000)),
    tokenType: 'Bearer',
    user: { id: owner.id, email: owner.email },
  };
}
