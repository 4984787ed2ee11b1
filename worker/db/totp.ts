// The authenticator app of a customer: its sealed key, and the last step that was used.

export type TotpRow = {
  readonly sealedSecret: string;
  readonly lastStep: number;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
};

export async function findTotp(db: D1Database, userId: string): Promise<TotpRow | null> {
  return db
    .prepare(
      `SELECT sealed_secret AS sealedSecret, last_step AS lastStep, created_at AS createdAt, last_used_at AS lastUsedAt
       FROM totp_factors WHERE user_id = ?1`,
    )
    .bind(userId)
    .first<TotpRow>();
}

export type NewTotp = {
  readonly userId: string;
  readonly sealedSecret: string;
  /** The step of the code that confirmed it: that code is spent. */
  readonly step: number;
  readonly now: number;
};

/** Fails as `totp_factors.user_id` not unique where there is one already. */
export function addTotpStatement(db: D1Database, totp: NewTotp): D1PreparedStatement {
  return db
    .prepare(
      'INSERT INTO totp_factors (user_id, sealed_secret, last_step, created_at) VALUES (?1, ?2, ?3, ?4)',
    )
    .bind(totp.userId, totp.sealedSecret, totp.step, totp.now);
}

type SpentStep = {
  readonly userId: string;
  readonly step: number;
  /** The key sealed anew; null leaves it as it is. */
  readonly sealedSecret: string | null;
};

/** Spends a code's step. Matches no row when this step or a later one has been used. */
export function spendTotpStepStatement(
  db: D1Database,
  { userId, step, sealedSecret }: SpentStep,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE totp_factors SET last_step = ?2, last_used_at = ?3, sealed_secret = coalesce(?4, sealed_secret)
       WHERE user_id = ?1 AND last_step < ?2`,
    )
    .bind(userId, step, now, sealedSecret);
}

export function removeTotpStatement(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare('DELETE FROM totp_factors WHERE user_id = ?1').bind(userId);
}
