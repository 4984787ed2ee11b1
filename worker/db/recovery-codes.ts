// Recovery codes by their hashes. They belong to the second step as a whole, and go with the last factor.

export type RecoveryCodesRow = { readonly left: number; readonly createdAt: number | null };

export async function countRecoveryCodes(db: D1Database, userId: string): Promise<RecoveryCodesRow> {
  const row = await db
    .prepare(
      `SELECT count(*) FILTER (WHERE used_at IS NULL) AS left, max(created_at) AS createdAt
       FROM recovery_codes WHERE user_id = ?1`,
    )
    .bind(userId)
    .first<RecoveryCodesRow>();
  return row ?? { left: 0, createdAt: null };
}

/** Takes the place of all codes there were, used or not. */
export function renewRecoveryCodesStatements(
  db: D1Database,
  userId: string,
  hashes: readonly string[],
  now: number,
): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM recovery_codes WHERE user_id = ?1').bind(userId),
    db
      .prepare(
        `INSERT INTO recovery_codes (user_id, code_hash, created_at)
         SELECT ?1, value, ?3 FROM json_each(?2)`,
      )
      .bind(userId, JSON.stringify(hashes), now),
  ];
}

/** The codes that come with the first factor; changes nothing where there are codes already. */
export function addFirstRecoveryCodesStatement(
  db: D1Database,
  userId: string,
  hashes: readonly string[],
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO recovery_codes (user_id, code_hash, created_at)
       SELECT ?1, value, ?3 FROM json_each(?2)
       WHERE (SELECT count(*) FROM recovery_codes WHERE user_id = ?1) = 0`,
    )
    .bind(userId, JSON.stringify(hashes), now);
}

export async function hasUnusedRecoveryCode(db: D1Database, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .prepare('SELECT 1 AS one FROM recovery_codes WHERE user_id = ?1 AND code_hash = ?2 AND used_at IS NULL')
    .bind(userId, hash)
    .first();
  return row !== null;
}

/** Uses a code up. Matches no row for one that was used. */
export function spendRecoveryCodeStatement(
  db: D1Database,
  userId: string,
  hash: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE recovery_codes SET used_at = ?3 WHERE user_id = ?1 AND code_hash = ?2 AND used_at IS NULL',
    )
    .bind(userId, hash, now);
}

/** After a factor was removed, in the same batch: codes without a factor would open what asks for nothing. */
export function dropLoneRecoveryCodesStatement(db: D1Database, userId: string): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM recovery_codes WHERE user_id = ?1
         AND NOT EXISTS (SELECT 1 FROM totp_factors WHERE user_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?1)`,
    )
    .bind(userId);
}
