// A customer's second factors as a whole: which there are, and what adding and removing one means for the rest.

import type { SecondFactor, StepUpMethod } from '../domain/factors.ts';
import { APP_FACTOR_ID } from '../domain/mailed-links.ts';
import { dropLoneRecoveryCodesStatement } from './recovery-codes.ts';

/** The ways to complete a sign-in, in the order in which they are offered; empty for a customer with a password only. */
export async function findSecondFactors(db: D1Database, userId: string): Promise<SecondFactor[]> {
  const row = await db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?1) AS passkey,
              EXISTS (SELECT 1 FROM totp_factors WHERE user_id = ?1) AS totp,
              EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = ?1 AND used_at IS NULL) AS recovery`,
    )
    .bind(userId)
    .first<{ passkey: number; totp: number; recovery: number }>();
  if (row === null || (row.passkey === 0 && row.totp === 0)) return [];
  const present: readonly (readonly [SecondFactor, number])[] = [
    ['passkey', row.passkey],
    ['totp', row.totp],
    ['recovery', row.recovery],
  ];
  return present.filter(([, count]) => count === 1).map(([method]) => method);
}

/** The ways to prove again who one is: a factor where there is one, otherwise the password. */
export async function findStepUpMethods(db: D1Database, userId: string): Promise<StepUpMethod[]> {
  const factors = await findSecondFactors(db, userId);
  return factors.length === 0 ? ['password'] : factors;
}

/** When the oldest one was added that is still there; null: there is none. Recovery codes are none by themselves. */
export async function oldestFactorAt(db: D1Database, userId: string): Promise<number | null> {
  return db
    .prepare(
      `SELECT min(created_at) AS at FROM (SELECT created_at FROM passkeys WHERE user_id = ?1
         UNION ALL SELECT created_at FROM totp_factors WHERE user_id = ?1)`,
    )
    .bind(userId)
    .first<number | null>('at');
}

/** Records a fresh proof on a live session, and how it was given. */
export function stepUpStatement(
  db: D1Database,
  sessionId: string,
  by: StepUpMethod,
  now: number,
): D1PreparedStatement {
  return db
    .prepare('UPDATE sessions SET stepped_up_at = ?2, stepped_up_by = ?3 WHERE id = ?1 AND ended_at IS NULL')
    .bind(sessionId, now, by);
}

/** Everything that completes a sign-in besides the password. `when`: a condition over the customer's id, ?1. */
export function removeFactorsStatements(
  db: D1Database,
  userId: string,
  when = 'true',
): D1PreparedStatement[] {
  return ['passkeys', 'totp_factors', 'recovery_codes'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE user_id = ?1 AND ${when}`).bind(userId),
  );
}

/** While the address is not proved nobody knows whose the factors are. Goes before the proof in its batch. */
export function removeUnprovedFactorsStatements(db: D1Database, userId: string): D1PreparedStatement[] {
  return removeFactorsStatements(
    db,
    userId,
    'EXISTS (SELECT 1 FROM users WHERE id = ?1 AND email_confirmed_at IS NULL)',
  );
}

export type YoungFactor = {
  readonly id: string;
  /** A passkey's; null for the authenticator app. */
  readonly name: string | null;
  readonly createdAt: number;
};

const YOUNG = `SELECT '${APP_FACTOR_ID}' AS id, NULL AS name, created_at AS createdAt FROM totp_factors
    WHERE user_id = ?1 AND created_at > ?2
  UNION ALL SELECT id, name, created_at FROM passkeys WHERE user_id = ?1 AND created_at > ?2`;

/** Added after `since`, the latest first. */
export async function youngFactors(
  db: D1Database,
  userId: string,
  since: number,
): Promise<readonly YoungFactor[]> {
  const { results } = await db
    .prepare(`${YOUNG} ORDER BY createdAt DESC, id`)
    .bind(userId, since)
    .all<YoungFactor>();
  return results;
}

/** Those added after `since`, but for the ones that are kept; and the recovery codes that whoever added them has seen. */
export function removeYoungFactorsStatements(
  db: D1Database,
  which: { readonly userId: string; readonly kept: readonly string[]; readonly since: number },
): D1PreparedStatement[] {
  const values = [which.userId, which.since, JSON.stringify(which.kept)] as const;
  const dropped = `id NOT IN (SELECT value FROM json_each(?3))`;
  return [
    db
      .prepare(
        `DELETE FROM recovery_codes WHERE user_id = ?1 AND created_at > ?2
           AND EXISTS (SELECT 1 FROM (${YOUNG}) WHERE ${dropped})`,
      )
      .bind(...values),
    db
      .prepare(
        `DELETE FROM totp_factors WHERE user_id = ?1 AND created_at > ?2
           AND '${APP_FACTOR_ID}' NOT IN (SELECT value FROM json_each(?3))`,
      )
      .bind(...values),
    db.prepare(`DELETE FROM passkeys WHERE user_id = ?1 AND created_at > ?2 AND ${dropped}`).bind(...values),
    dropLoneRecoveryCodesStatement(db, which.userId),
  ];
}

/** One factor, by its id; and the recovery codes of that time or later, which whoever added it has seen. Matches one row first. */
export function removeFactorStatements(
  db: D1Database,
  factor: { readonly userId: string; readonly id: string; readonly before: number },
): D1PreparedStatement[] {
  const { userId, id, before } = factor;
  const own =
    id === APP_FACTOR_ID
      ? { table: 'totp_factors', where: 'user_id = ?1 AND ?2 IS NOT NULL' }
      : { table: 'passkeys', where: 'user_id = ?1 AND id = ?2' };
  return [
    db
      .prepare(
        `DELETE FROM recovery_codes WHERE user_id = ?1
           AND created_at >= (SELECT created_at FROM ${own.table} WHERE ${own.where} AND created_at <= ?3)`,
      )
      .bind(userId, id, before),
    // The app that the letter tells of, not one added later.
    db.prepare(`DELETE FROM ${own.table} WHERE ${own.where} AND created_at <= ?3`).bind(userId, id, before),
    dropLoneRecoveryCodesStatement(db, userId),
  ];
}
