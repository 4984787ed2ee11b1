// Sessions and their refresh tokens. A session is live while it has not ended and its time is not over;
// the caller passes the time.

import { and, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { StepUpMethod } from '../domain/factors.ts';
import type { Freeze } from '../domain/freeze.ts';
import { type OperatorRole, rolesOf } from '../domain/operator-roles.ts';
import {
  CUSTOMER_IDLE_MS,
  isSessionOver,
  LAST_SEEN_EVERY_MS,
  OPERATOR_IDLE_MS,
  OPERATOR_LIFETIME_MS,
  SESSIONS_PER_CUSTOMER,
  type SessionEndReason,
} from '../domain/session-rules.ts';
import type { Language } from '../domain/settings-rules.ts';
import { HAS_FACTOR_SQL, ROLES_SQL } from './operator-facts.ts';
import { type NewSecurityEvent, securityEventStatement } from './security-events.ts';
import { operators, refreshTokens, sessions, users } from './schema.ts';

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

/** What a call needs to know about a live session and its owner. */
export type LiveSession = {
  readonly sessionId: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly steppedUpAt: number | null;
  readonly steppedUpBy: StepUpMethod | null;
  readonly tokenGeneration: number;
  readonly email: string;
  readonly status: 'active' | 'suspended';
  readonly tier: 'standard' | 'premium';
  readonly emailConfirmedAt: number | null;
  readonly language: Language;
  readonly operatorSince: number | null;
  readonly freeze: Freeze | null;
  readonly roles: readonly OperatorRole[];
  readonly hasFactor: boolean;
};

type LiveSessionRow = Omit<LiveSession, 'freeze' | 'roles' | 'hasFactor'> & {
  readonly frozenAt: number | null;
  readonly freezeEndsAt: number | null;
  readonly joinedRoles: string | null;
  readonly factor: number;
};

const LIVE_SESSION_SQL = `SELECT sessions.id AS sessionId, sessions.user_id AS userId, sessions.created_at AS createdAt,
    sessions.last_seen_at AS lastSeenAt, sessions.expires_at AS expiresAt, sessions.stepped_up_at AS steppedUpAt,
    sessions.stepped_up_by AS steppedUpBy, sessions.token_generation AS tokenGeneration, users.email, users.status, users.tier,
    users.email_confirmed_at AS emailConfirmedAt, settings.language, admin_users.created_at AS operatorSince,
    freezes.frozen_at AS frozenAt, freezes.ends_at AS freezeEndsAt, ${ROLES_SQL} AS joinedRoles, ${HAS_FACTOR_SQL} AS factor
  FROM sessions JOIN users ON users.id = sessions.user_id JOIN settings ON settings.user_id = sessions.user_id
    LEFT JOIN admin_users ON admin_users.user_id = sessions.user_id LEFT JOIN freezes ON freezes.user_id = sessions.user_id
  WHERE sessions.id = ?1 AND sessions.ended_at IS NULL AND sessions.expires_at > ?2`;

/** For a batch: `liveSessionIn` reads its row. */
export function liveSessionStatement(db: D1Database, sessionId: string, now: number): D1PreparedStatement {
  return db.prepare(LIVE_SESSION_SQL).bind(sessionId, now);
}

/** Null when the session has ended or was left alone. An operator's ends sooner, also when it was opened before its owner became one. */
export function liveSessionIn({ results }: D1Result, now: number): LiveSession | null {
  const [row] = results as LiveSessionRow[];
  if (row === undefined || isSessionOver(row, now)) return null;
  const { joinedRoles, factor, frozenAt, freezeEndsAt, ...rest } = row;
  const freeze = frozenAt === null ? null : { frozenAt, endsAt: freezeEndsAt };
  return { ...rest, freeze, roles: rolesOf(joinedRoles), hasFactor: factor === 1 };
}

/**
 * Whether session `s` of a customer is live and takes tokens of this generation: `findLiveSession` and `isTokenOf`, as a condition of
 * a batch. Never true of an operator's, whose session ends by other rules.
 */
export const isLiveOfCustomerSql = (s: string, generation: string, now: string): string =>
  `(${s}.ended_at IS NULL AND ${s}.expires_at > ${now} AND ${s}.last_seen_at > ${now} - ${CUSTOMER_IDLE_MS}
    AND ${s}.token_generation = ${generation} AND NOT EXISTS (SELECT 1 FROM admin_users p WHERE p.user_id = ${s}.user_id))`;

/** The live session with this id; null when there is none. */
export async function findLiveSession(
  db: D1Database,
  sessionId: string,
  now: number,
): Promise<LiveSession | null> {
  return liveSessionIn(await liveSessionStatement(db, sessionId, now).all(), now);
}

/** Notes that the customer was here, at most once a minute however many calls arrive together. */
export function touchSessionStatements(
  db: D1Database,
  session: { readonly sessionId: string; readonly userId: string },
  now: number,
): D1PreparedStatement[] {
  return touchStatements(db, {
    rows: 'SELECT ?1 AS session_id, ?2 AS user_id, ?3 AS at',
    params: [session.sessionId, session.userId, now],
  });
}

/** The same of many: a SELECT of (session_id, user_id, at) over ?1, ?2, ... */
export function touchStatements(
  db: D1Database,
  { rows, params }: { readonly rows: string; readonly params: readonly (string | number)[] },
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE sessions SET last_seen_at = v.at FROM (${rows}) AS v
         WHERE sessions.id = v.session_id AND last_seen_at <= v.at - ${LAST_SEEN_EVERY_MS}`,
      )
      .bind(...params),
    db
      .prepare(
        `UPDATE users SET last_active_at = v.at FROM (${rows}) AS v
         WHERE users.id = v.user_id AND last_active_at <= v.at - ${LAST_SEEN_EVERY_MS}`,
      )
      .bind(...params),
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
