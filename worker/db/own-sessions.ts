// A customer's own sessions: the list of devices, ending one of them, ending the others.

import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { CUSTOMER_IDLE_MS, type SessionEndReason } from '../domain/session-rules.ts';
import { sessions } from './schema.ts';

/** More devices than a customer has; the oldest of a longer list are not shown, but ended with the others. */
const LISTED = 100;

/** Neither ended nor over, and used lately (P69). */
function isLive(now: number) {
  return and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, now - CUSTOMER_IDLE_MS),
  );
}

/** Live ones, last seen first. */
export async function listLiveSessions(db: D1Database, userId: string, now: number) {
  return drizzle(db)
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      place: sessions.place,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(LISTED);
}

/** The customer's own live session of this id; null for another customer's. */
export async function findOwnSession(db: D1Database, userId: string, sessionId: string, now: number) {
  const [row] = await drizzle(db)
    .select({ id: sessions.id, userAgent: sessions.userAgent })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isLive(now)))
    .limit(1);
  return row ?? null;
}

export function endOwnSessionStatement(
  db: D1Database,
  session: { readonly userId: string; readonly id: string; readonly reason: SessionEndReason },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE sessions SET ended_at = ?4, end_reason = ?3
       WHERE id = ?1 AND user_id = ?2 AND ended_at IS NULL`,
    )
    .bind(session.id, session.userId, session.reason, now);
}

/** Ends a customer's live sessions, all but `exceptId` if there is one; the statement's rows name those it ended. */
export function endSessionsStatement(
  db: D1Database,
  whose: { readonly userId: string; readonly exceptId: string | null; readonly reason: SessionEndReason },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE sessions SET ended_at = ?4, end_reason = ?3
       WHERE user_id = ?1 AND ended_at IS NULL AND expires_at > ?4 AND id IS NOT ?2
       RETURNING id`,
    )
    .bind(whose.userId, whose.exceptId, whose.reason, now);
}

/** The ids in the result of `endSessionsStatement`. */
export function endedSessionIds(result: D1Result | undefined): readonly string[] {
  return ((result?.results ?? []) as { id: string }[]).map(({ id }) => id);
}
