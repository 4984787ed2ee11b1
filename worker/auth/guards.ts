// Who may call a route. Each guard reads the session's row, so an ended session is refused at once,
// whatever its access token says. A suspended customer is refused everywhere (P13).

import type { Context, MiddlewareHandler } from 'hono';
import { findLiveSession, touchSessionStatements } from '../db/sessions.ts';
import { isFrozen } from '../domain/freeze.ts';
import { LAST_SEEN_EVERY_MS, UNATTENDED_HEADER } from '../domain/session-rules.ts';
import type { AppEnv, SessionContext } from '../http/hono.ts';
import { problem } from '../http/problem.ts';
import { type AccessClaims, isTokenOf, readAccessToken } from './access-token.ts';
import { readAccessCookie } from './cookies.ts';

/** Signed-in customers only: sets `c.var.session`, or answers 401 Unauthenticated (403 when suspended). */
export const requireSession: MiddlewareHandler<AppEnv> = async (c, next) =>
  (await requireActiveSession(c)) ?? next();

/** Behind `requireSession`: what waits until the e-mail address is proved (P58). */
export const requireConfirmedEmail: MiddlewareHandler<AppEnv> = async (c, next) =>
  c.var.session.emailConfirmed ? next() : problem(c, { code: 'EmailNotConfirmed' });

/**
 * Behind `requireSession`: what a frozen account does not do (P67). Who is stopped between this and the batch is told the same by
 * its guard.
 */
export const requireUnfrozen: MiddlewareHandler<AppEnv> = async (c, next) =>
  c.var.session.frozen ? problem(c, { code: 'AccountFrozen' }) : next();

/** Public routes: sets `c.var.session` for a signed-in customer who is not suspended; read it with `sessionIfAny`. */
export const optionalSession: MiddlewareHandler<AppEnv> = async (c, next) => {
  const session = await sessionOf(c);
  if (session !== null && session.status !== 'suspended') c.set('session', session);
  return next();
};

/** What `optionalSession` found. */
export function sessionIfAny(c: Context<AppEnv>): SessionContext | null {
  return (c.get('session') as SessionContext | undefined) ?? null;
}

/**
 * The live session behind a request's access cookie, suspended customers included; null when there is none.
 */
export async function sessionOf(
  c: Context<AppEnv>,
  now: number = Date.now(),
): Promise<SessionContext | null> {
  const claims = await claimsOf(c, now);
  if (claims === null) return null;
  const row = await findLiveSession(c.env.DB, claims.sessionId, now);
  if (row === null || !isTokenOf(claims, row)) return null;
  if (now - row.lastSeenAt >= LAST_SEEN_EVERY_MS && isUse(c)) noteVisit(c, row, now);
  return {
    sessionId: row.sessionId,
    userId: row.userId,
    email: row.email,
    // A call itself is activity; "inactive" is for the operators' list.
    status: row.status,
    frozen: isFrozen(row.freeze, now),
    isAdmin: row.operatorSince !== null,
    roles: row.roles,
    hasFactor: row.hasFactor,
    tier: row.tier,
    emailConfirmed: row.emailConfirmedAt !== null,
    language: row.language,
    ...proofOf(row),
  };
}

/** What the access cookie says, if it is ours; whether its session is live, the row decides. */
export async function claimsOf(c: Context<AppEnv>, now: number): Promise<AccessClaims | null> {
  const token = readAccessCookie(c);
  return token === undefined ? null : readAccessToken(c.env.SESSION_SECRET, token, now);
}

type ProofRow = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>;

/** What the last step-up opens. One by password opens nothing to an operator, also where he had no factor when he typed it. */
function proofOf(row: ProofRow): Pick<SessionContext, 'steppedUpAt' | 'mayEnrolFrom'> {
  const { operatorSince, hasFactor, steppedUpAt, steppedUpBy } = row;
  if (operatorSince === null || steppedUpBy !== 'password') return { steppedUpAt, mayEnrolFrom: null };
  return { steppedUpAt: null, mayEnrolFrom: hasFactor ? null : steppedUpAt };
}

/** Whether somebody is at the browser: a page that was left open goes on asking, which keeps no session alive. */
export function isUse(c: Context<AppEnv>): boolean {
  return c.req.header(UNATTENDED_HEADER) === undefined;
}

/** Sets the session of a customer who is not suspended; otherwise returns the refusal. */
export async function requireActiveSession(c: Context<AppEnv>): Promise<Response | null> {
  const session = await sessionOf(c);
  if (session === null) return problem(c, { code: 'Unauthenticated' });
  if (session.status === 'suspended') return problem(c, { code: 'AccountSuspended' });
  c.set('session', session);
  return null;
}

/** Runs after the reply, because tracking activity must not delay or fail a request. */
function noteVisit(c: Context<AppEnv>, session: { sessionId: string; userId: string }, now: number): void {
  const write = c.env.DB.batch(touchSessionStatements(c.env.DB, session, now));
  c.executionCtx.waitUntil(
    write.catch((error: unknown) => {
      console.error(JSON.stringify({ event: 'last-seen-not-written', error: String(error) }));
    }),
  );
}
