// Who may call a route. Each guard reads the session's row, so an ended session is refused at once,
// whatever its access token says. A suspended customer is refused everywhere (P13).

import type { Context, MiddlewareHandler } from 'hono';
import type { Refusal } from '../contract/problems.ts';
import { GatheredReads } from '../db/gathered-reads.ts';
import {
  findLiveSession,
  type LiveSession,
  liveSessionIn,
  liveSessionStatement,
  touchSessionStatements,
} from '../db/sessions.ts';
import { isFrozen } from '../domain/freeze.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { isLastSeenDue, UNATTENDED_HEADER } from '../domain/session-rules.ts';
import type { AppEnv, SessionContext } from '../http/hono.ts';
import { problem } from '../http/problem.ts';
import { type AccessClaims, isTokenOf, readAccessToken } from './access-token.ts';
import { readAccessCookie } from './cookies.ts';
import { logLine } from '../telemetry/log.ts';

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

/** Who is let in: a live session of a customer who is not suspended. Sets `c.var.session`. */
function admit(
  c: Context<AppEnv>,
  session: SessionContext | null,
): Result<SessionContext, Refusal<'Unauthenticated' | 'AccountSuspended'>> {
  if (session === null) return err({ code: 'Unauthenticated' });
  if (session.status === 'suspended') return err({ code: 'AccountSuspended' });
  c.set('session', session);
  return ok(session);
}

/** What the reads of a caller throw who is not let in. */
class NotAdmittedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** For `app.onError`: why a reader was not let in; null of any other error. Drizzle puts what a read throws into one of its own. */
export function refusalOfReader(error: unknown): Refusal | null {
  if (error instanceof NotAdmittedError) return error.refusal;
  return error instanceof Error ? refusalOfReader(error.cause) : null;
}

/**
 * In place of `requireSession` where a route reads and does nothing else: sets `c.var.reader`. The session's row travels in one call with
 * the first rows that the route asks `reader.db` for, and is judged first; a reply that was made without asking for any waits for the
 * judgement too. So the refusals and their order stay the same, one call sooner (D85).
 */
const readerGuard =
  (refusalOf: (session: SessionContext) => Refusal | null): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const now = Date.now();
    const claims = await claimsOf(c, now);
    if (claims === null) return problem(c, { code: 'Unauthenticated' });
    const reads = new GatheredReads(c.env.DB, {
      statement: liveSessionStatement(c.env.DB, claims.sessionId, now),
      judge: (result) => {
        const admitted = admit(c, sessionIn(c, claims, liveSessionIn(result, now), now));
        if (!admitted.ok) throw new NotAdmittedError(admitted.error);
        const refusal = refusalOf(admitted.value);
        if (refusal !== null) throw new NotAdmittedError(refusal);
        return admitted.value;
      },
    });
    c.set('reader', { userId: claims.userId, db: reads.db, session: () => reads.opened() });
    await next();
    // Where the handler threw, the reply is that of the error.
    if (c.error !== undefined) return undefined;
    const reply = c.res;
    // A refusal takes none of its headers along.
    c.res = undefined;
    await reads.opened();
    c.res = reply;
    return undefined;
  };

export const requireReader = readerGuard(() => null);

/** The same, and a frozen account is refused (P67). */
export const requireUnfrozenReader = readerGuard(({ frozen }) => (frozen ? { code: 'AccountFrozen' } : null));

/**
 * The live session behind a request's access cookie, suspended customers included; null when there is none.
 */
export async function sessionOf(
  c: Context<AppEnv>,
  now: number = Date.now(),
): Promise<SessionContext | null> {
  const claims = await claimsOf(c, now);
  if (claims === null) return null;
  return sessionIn(c, claims, await findLiveSession(c.env.DB, claims.sessionId, now), now);
}

/** What the access cookie says, if it is ours; whether its session is live, the row decides. */
export async function claimsOf(c: Context<AppEnv>, now: number): Promise<AccessClaims | null> {
  const token = readAccessCookie(c);
  return token === undefined ? null : readAccessToken(c.env.SESSION_SECRET, token, now);
}

function sessionIn(
  c: Context<AppEnv>,
  claims: AccessClaims,
  row: LiveSession | null,
  now: number,
): SessionContext | null {
  if (row === null || !isTokenOf(claims, row)) return null;
  if (isLastSeenDue(row.lastSeenAt, now) && isUse(c)) noteVisit(c, row, now);
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
    steppedUpBy: row.steppedUpBy,
    ...proofOf(row),
  };
}

/** What the last step-up opens. One by password opens nothing to an operator, also where he had no factor when he typed it. */
function proofOf(row: LiveSession): Pick<SessionContext, 'steppedUpAt' | 'mayEnrolFrom'> {
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
  const admitted = admit(c, await sessionOf(c));
  return admitted.ok ? null : problem(c, admitted.error);
}

/** Runs after the reply, because tracking activity must not delay or fail a request. */
function noteVisit(c: Context<AppEnv>, session: { sessionId: string; userId: string }, now: number): void {
  const write = c.env.DB.batch(touchSessionStatements(c.env.DB, session, now));
  c.executionCtx.waitUntil(
    write.catch((error: unknown) => {
      logLine('error', 'last-seen-not-written', { error: String(error) });
    }),
  );
}
