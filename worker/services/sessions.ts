// The life of a session after sign-in: read, refreshed, ended. A refresh token is spent by its first use; the same
// one again within the grace is the other tab and gets the same successor; later it is theft, and the whole family ends.

import { isTokenOf, readAccessToken, signAccessToken } from '../auth/access-token.ts';
import type { Client } from '../auth/client.ts';
import type { SessionCookies } from '../auth/cookies.ts';
import { hashRefreshToken, isRefreshToken, successorsOf } from '../auth/refresh-token.ts';
import type { Refusal } from '../contract/problems.ts';
import type { CurrentSession, Session } from '../contract/sessions.ts';
import {
  endSession,
  findLiveSession,
  findRefreshToken,
  isCurrentRefreshToken,
  rotateRefreshToken,
} from '../db/sessions.ts';
import type { NewSecurityEvent } from '../db/security-events.ts';
import { findProfile } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { isInGrace, isSessionOver, type SessionEndReason } from '../domain/session-rules.ts';
import type { Deps } from './deps.ts';
import { closeSockets } from './end-sessions.ts';
import { describeSession } from './open-session.ts';
import { toProfile } from './profile.ts';

export type Refreshed = { readonly session: Session; readonly cookies: SessionCookies };
export type RefreshRefusal = Refusal<'SessionExpired' | 'SessionEnded' | 'AccountSuspended'>;

type TokenRow = NonNullable<Awaited<ReturnType<typeof findRefreshToken>>>;

const NOBODY: CurrentSession = { session: null, profile: null };

/** The session behind an access token, for the page; nulls when it is over or its owner is suspended. */
export async function currentSession(deps: Deps, accessToken: string | undefined): Promise<CurrentSession> {
  const now = deps.now();
  const claims =
    accessToken === undefined ? null : await readAccessToken(deps.env.SESSION_SECRET, accessToken, now);
  if (claims === null) return NOBODY;
  // At once: whose profile it is, the token says already.
  const [row, profile] = await Promise.all([
    findLiveSession(deps.db, claims.sessionId, now),
    findProfile(deps.db, claims.userId),
  ]);
  if (row === null || profile === null || !isTokenOf(claims, row) || row.status === 'suspended') {
    return NOBODY;
  }
  return {
    session: describeSession({ id: row.userId, email: row.email }, claims.expiresAt, now),
    profile: toProfile(profile, now),
  };
}

/** `used`: somebody is at the browser. */
export async function refreshSession(
  deps: Deps,
  refreshToken: string,
  used: boolean,
): Promise<Result<Refreshed, RefreshRefusal>> {
  if (!isRefreshToken(refreshToken)) return err({ code: 'SessionExpired' });
  const now = deps.now();
  const tokenHash = hashRefreshToken(refreshToken);
  let row = await findRefreshToken(deps.db, tokenHash);
  // A suspension ends every session: the page gets the reason.
  if (row?.status === 'suspended') return err({ code: 'AccountSuspended' });
  if (row === null || row.endedAt !== null || row.expiresAt <= now) return err({ code: endCode(row) });
  if (isSessionOver(row, now)) return err({ code: 'SessionExpired' });

  const [successor] = successorsOf(refreshToken, deps.env.SESSION_SECRET);
  if (row.spentAt === null) {
    const successorHash = hashRefreshToken(successor);
    const rotation = { sessionId: row.sessionId, spentHash: tokenHash, successorHash, used };
    if (await rotateRefreshToken(deps.db, rotation, now)) return ok(await renew(deps, row, successor, now));
    // Another tab spent it between our reading and our writing: read again, and this is its grace.
    row = await findRefreshToken(deps.db, tokenHash);
  }
  if (row === null || row.spentAt === null || row.endedAt !== null) return err({ code: 'SessionExpired' });
  if (!isInGrace(row.spentAt, now)) {
    // The thief's device is unknown; the session's own device is known.
    const { userId, userAgent } = row;
    const event = { userId, kind: 'session-reuse-ended', device: deviceOf(userAgent), place: null } as const;
    await endSessionAtOnce(deps, row.sessionId, 'refresh-token-reused', event);
    return err({ code: 'SessionExpired' });
  }
  return ok(await renew(deps, row, await currentSuccessor(deps, row.sessionId, refreshToken), now));
}

/** A session that its owner ended from elsewhere, or by a new password, says so to the page that still holds it. */
function endCode(row: TokenRow | null): 'SessionEnded' | 'SessionExpired' {
  const reason = row?.endReason ?? null;
  return reason === 'revoked' || reason === 'password-changed' ? 'SessionEnded' : 'SessionExpired';
}

/**
 * The successor that the first use of a token was given, if it is still the current one. When a third tab has
 * already moved on, the browser holds a newer token than we could name, and keeps it.
 */
async function currentSuccessor(deps: Deps, sessionId: string, token: string): Promise<string | undefined> {
  for (const successor of successorsOf(token, deps.env.SESSION_SECRET)) {
    if (await isCurrentRefreshToken(deps.db, sessionId, hashRefreshToken(successor))) return successor;
  }
  return undefined;
}

async function renew(
  deps: Deps,
  row: TokenRow,
  refresh: string | undefined,
  now: number,
): Promise<Refreshed> {
  const { sessionId: id, userId, tokenGeneration: generation, expiresAt } = row;
  const session = { id, userId, generation, expiresAt };
  const access = await signAccessToken(deps.env.SESSION_SECRET, session, now);
  return {
    session: describeSession({ id: userId, email: row.email }, access.expiresAt, now),
    cookies: {
      access: access.token,
      accessExpiresAt: access.expiresAt,
      ...(refresh === undefined ? {} : { refresh }),
      refreshExpiresAt: expiresAt,
      remembered: row.remembered,
    },
  };
}

/**
 * Ends the session of either token: after an hour away only the refresh token still names it. The sign-out is written into
 * the security log; a session that a new one replaces in the same browser just ends (`client` is null).
 */
export async function signOut(
  deps: Deps,
  tokens: { readonly access: string | undefined; readonly refresh: string | undefined },
  client: Client | null,
): Promise<void> {
  const claims =
    tokens.access === undefined
      ? null
      : await readAccessToken(deps.env.SESSION_SECRET, tokens.access, deps.now());
  const row =
    tokens.refresh === undefined || !isRefreshToken(tokens.refresh)
      ? null
      : await findRefreshToken(deps.db, hashRefreshToken(tokens.refresh));
  const sessions = new Map([claims, row].flatMap((it) => (it === null ? [] : [[it.sessionId, it.userId]])));
  for (const [sessionId, userId] of sessions) {
    const event =
      client === null
        ? null
        : { userId, kind: 'signed-out' as const, device: deviceOf(client.userAgent), place: client.place };
    await endSessionAtOnce(deps, sessionId, 'signed-out', event);
  }
}

/** Ends a session's row, which decides every call, and tells the hub to close its sockets. */
export async function endSessionAtOnce(
  deps: Deps,
  sessionId: string,
  reason: SessionEndReason,
  event: Omit<NewSecurityEvent, 'id' | 'at'> | null,
): Promise<void> {
  const now = deps.now();
  const noted = event === null ? null : { ...event, id: deps.newId(), at: now };
  const ended = await endSession(deps.db, sessionId, reason, now, noted);
  if (ended) closeSockets(deps, [sessionId]);
}
