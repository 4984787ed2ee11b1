// A customer's second factors as a whole: which there are, and what adding and removing one means for the rest.

import type { SecondFactor, StepUpMethod } from '../domain/factors.ts';

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

/** Records a fresh proof on a live session. */
export function stepUpStatement(db: D1Database, sessionId: string, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE sessions SET stepped_up_at = ?2 WHERE id = ?1 AND ended_at IS NULL')
    .bind(sessionId, now);
}
