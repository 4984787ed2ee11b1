// Links that set a new password. The table's CHECK decides among racing uses of one link (a_link_works_once).

import { and, eq, gt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { readD1Error } from './d1-errors.ts';
import { passwordResets, users } from './schema.ts';
import { DAY_MS } from '../domain/time.ts';

/** A link is kept this long after it ran out, to tell what was asked for, then swept. */
const KEPT_MS = DAY_MS;

export type NewReset = {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: string;
  readonly expiresAt: number;
  readonly now: number;
};

/** Writes nothing for a customer who does not exist: an unknown e-mail costs the same work. */
export function createResetStatement(db: D1Database, reset: NewReset): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO password_resets (id, user_id, token_hash, created_at, expires_at)
       SELECT ?1, u.id, ?3, ?4, ?5 FROM users u WHERE u.id = ?2`,
    )
    .bind(reset.id, reset.userId, reset.tokenHash, reset.now, reset.expiresAt);
}

/** The link that still works, and whose it is. */
export async function findOpenReset(db: D1Database, tokenHash: string, now: number) {
  const [row] = await drizzle(db)
    .select({
      id: passwordResets.id,
      userId: passwordResets.userId,
      email: users.email,
      fullName: users.fullName,
    })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        eq(passwordResets.tokenHash, tokenHash),
        eq(passwordResets.uses, 0),
        gt(passwordResets.expiresAt, now),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Goes first in its batch: the second use breaks the CHECK, and nothing of it happens. */
export function useResetStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db.prepare('UPDATE password_resets SET uses = uses + 1, spent_at = ?2 WHERE id = ?1').bind(id, now);
}

/** The customer's other links: once the password is new, an older letter opens nothing. */
export function closeResetsStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE password_resets SET uses = 1, spent_at = ?2 WHERE user_id = ?1 AND uses = 0')
    .bind(userId, now);
}

export function isUsedReset(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'check' && failure.constraint === 'a_link_works_once';
}

/** For the nightly cron. */
export async function sweepResets(db: D1Database, now: number): Promise<number> {
  const { meta } = await db
    .prepare('DELETE FROM password_resets WHERE expires_at < ?1')
    .bind(now - KEPT_MS)
    .run();
  return meta.changes;
}
