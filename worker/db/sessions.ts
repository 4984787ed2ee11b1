// Sessions and their refresh tokens. A session is live while it has not ended and its time is not over;
// the caller passes the time.

import { and, eq, gt, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { Freeze } from '../domain/freeze.ts';
import { rolesOf } from '../domain/operator-roles.ts';
import {
  isSessionOver,
  LAST_SEEN_EVERY_MS,
  OPERATOR_IDLE_MS,
  OPERATOR_LIFETIME_MS,
  SESSIONS_PER_CUSTOMER,
  type SessionEndReason,
} from '../domain/session-rules.ts';
import { hasFactorSql, rolesSql } from './operator-facts.ts';
import { type NewSecurityEvent, securityEventStatement } from './security-events.ts';
import { freezes, operators, refreshTokens, sessions, settings, users } from './schema.ts';

export type NewSession = {
  readonly id: string;
  readonly userId: string;
  readonly remembered: boolean;
  readonly userAgent?: string | undefined;
  readonly place?: string | undefined;
  readonly refreshTokenHash: string;
  readonly expiresAt: number;
  readonly now: number;
};

const USER_AGENT_MAX_CHARACTERS = 512;

export function openSessionStatements(db: D1Database, session: NewSession): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO sessions (id, user_id, remembered, user_agent, place, created_at, last_seen_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)`,
      )
      .bind(
        session.id,
        session.userId,
        session.remembered ? 1 : 0,
        session.userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null,
        session.place ?? null,
        session.now,
        session.expiresAt,
      ),
    db
      .prepare('INSERT INTO refresh_tokens (token_hash, session_id, issued_at) VALUES (?1, ?2, ?3)')
      .bind(session.refreshTokenHash, session.id, session.now),
    db
      .prepare(
        `UPDATE sessions SET ended_at = ?2, end_reason = 'revoked' WHERE id IN (
           SELECT id FROM sessions WHERE user_id = ?1 AND ended_at IS NULL AND expires_at > ?2
           ORDER BY last_seen_at DESC, created_at DESC, id LIMIT -1 OFFSET ?3)`,
      )
      .bind(session.userId, session.now, SESSIONS_PER_CUSTOMER),
  ];
}

/**
 * The live session with this id and what a call needs to know about its owner; null when it has ended or was left alone. An operator's ends sooner,
 * also when it was opened before its owner became one.
 */
export async function findLiveSession(db: D1Database, sessionId: string, now: number) {
  const [row] = await drizzle(db)
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      steppedUpAt: sessions.steppedUpAt,
      steppedUpBy: sessions.steppedUpBy,
      tokenGeneration: sessions.tokenGeneration,
      email: users.email,
      status: users.status,
      tier: users.tier,
      emailConfirmedAt: users.emailConfirmedAt,
      language: settings.language,
      operatorSince: operators.createdAt,
      frozenAt: freezes.frozenAt,
      freezeEndsAt: freezes.endsAt,
      joinedRoles: rolesSql,
      factor: hasFactorSql,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(settings, eq(settings.userId, sessions.userId))
    .leftJoin(operators, eq(operators.userId, sessions.userId))
    .leftJoin(freezes, eq(freezes.userId, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .limit(1);
  if (row === undefined || isSessionOver(row, now)) return null;
  const { joinedRoles, factor, frozenAt, freezeEndsAt, ...rest } = row;
  const freeze: Freeze | null = frozenAt === null ? null : { frozenAt, endsAt: freezeEndsAt };
  return { ...rest, freeze, roles: rolesOf(joinedRoles), hasFactor: factor === 1 };
}

/** Notes that the customer was here, at most once a minute however many calls arrive together. */
export function touchSessionStatements(
  db: D1Database,
  session: { readonly sessionId: string; readonly userId: string },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare('UPDATE sessions SET last_seen_at = ?2 WHERE id = ?1 AND last_seen_at <= ?3')
      .bind(session.sessionId, now, now - LAST_SEEN_EVERY_MS),
    db
      .prepare('UPDATE users SET last_active_at = ?2 WHERE id = ?1 AND last_active_at <= ?3')
      .bind(session.userId, now, now - LAST_SEEN_EVERY_MS),
  ];
}

/** Ends one session. An ended one keeps its first reason; the answer says whether this call ended it. */
export async function endSession(
  db: D1Database,
  sessionId: string,
  reason: SessionEndReason,
  now: number,
  /** A line of the security log, written only if the session ended by this call. */
  event: NewSecurityEvent | null = null,
): Promise<boolean> {
  const end = db
    .prepare('UPDATE sessions SET ended_at = ?3, end_reason = ?2 WHERE id = ?1 AND ended_at IS NULL')
    .bind(sessionId, reason, now);
  const note = event === null ? [] : [securityEventStatement(db, event, { ifChanged: true })];
  const [ended] = await db.batch([end, ...note]);
  return (ended?.meta.changes ?? 0) > 0;
}

/** A refresh token ever issued, with its session and the session's owner, dead or alive; null for a made-up one. */
export async function findRefreshToken(db: D1Database, tokenHash: string) {
  const [row] = await drizzle(db)
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      remembered: sessions.remembered,
      expiresAt: sessions.expiresAt,
      endedAt: sessions.endedAt,
      endReason: sessions.endReason,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      tokenGeneration: sessions.tokenGeneration,
      spentAt: refreshTokens.spentAt,
      email: users.email,
      status: users.status,
      operatorSince: operators.createdAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(operators, eq(operators.userId, sessions.userId))
    .where(eq(refreshTokens.tokenHash, tokenHash))
    .limit(1);
  return row ?? null;
}

/** Whether this hash is the session's one unspent token. */
export async function isCurrentRefreshToken(
  db: D1Database,
  sessionId: string,
  tokenHash: string,
): Promise<boolean> {
  const rows = await drizzle(db)
    .select({ tokenHash: refreshTokens.tokenHash })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.sessionId, sessionId),
        eq(refreshTokens.tokenHash, tokenHash),
        isNull(refreshTokens.spentAt),
      ),
    );
  return rows.length > 0;
}

/** The session's access tokens from before are refused from now on. */
export function newTokenGenerationStatement(db: D1Database, sessionId: string): D1PreparedStatement {
  return db
    .prepare('UPDATE sessions SET token_generation = token_generation + 1 WHERE id = ?1')
    .bind(sessionId);
}

/** Spends a token and issues its successor, in one batch; false when another tab was first. */
export async function rotateRefreshToken(
  db: D1Database,
  token: {
    readonly sessionId: string;
    readonly spentHash: string;
    readonly successorHash: string;
    /** Somebody was there; a page that was left open refreshes by itself. */
    readonly used: boolean;
  },
  now: number,
): Promise<boolean> {
  const [spent] = await db.batch([
    db
      .prepare('UPDATE refresh_tokens SET spent_at = ?2 WHERE token_hash = ?1 AND spent_at IS NULL')
      .bind(token.spentHash, now),
    // Only the tab whose UPDATE above spent the token issues a successor.
    db
      .prepare(
        'INSERT INTO refresh_tokens (token_hash, session_id, issued_at) SELECT ?1, ?2, ?3 WHERE changes() = 1',
      )
      .bind(token.successorHash, token.sessionId, now),
    db
      .prepare('UPDATE sessions SET last_seen_at = max(last_seen_at, ?2) WHERE id = ?1 AND ?3 = 1')
      .bind(token.sessionId, now, token.used ? 1 : 0),
  ]);
  return (spent?.meta.changes ?? 0) > 0;
}

/**
 * Brings the sessions of operators to their end that were left alone or are too old; the rows name them. What has ended stays so
 * for somebody who is no operator any more.
 */
export async function endOperatorSessions(db: D1Database, now: number): Promise<readonly string[]> {
  const { results } = await db
    .prepare(
      `UPDATE sessions SET expires_at = max(created_at + 1, ?1)
       WHERE user_id IN (SELECT user_id FROM admin_users) AND ended_at IS NULL AND expires_at > ?1
         AND (last_seen_at <= ?1 - ?2 OR created_at <= ?1 - ?3)
       RETURNING id`,
    )
    .bind(now, OPERATOR_IDLE_MS, OPERATOR_LIFETIME_MS)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}
