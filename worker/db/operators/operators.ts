// Who is an operator: made and unmade by a command alone (worker/commands/admin.ts).

export type OperatorRow = {
  readonly userId: string;
  readonly email: string;
  readonly status: string;
  readonly tier: 'standard' | 'premium';
  readonly since: number;
  readonly lastActiveAt: number;
  readonly hasSecondFactor: boolean;
};

const SECOND_FACTOR = `(EXISTS (SELECT 1 FROM totp_factors t WHERE t.user_id = u.id)
  OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id))`;

export async function listOperators(db: D1Database): Promise<readonly OperatorRow[]> {
  const { results } = await db
    .prepare(
      `SELECT u.id AS userId, u.email, u.status, u.tier, a.created_at AS since, u.last_active_at AS lastActiveAt,
              ${SECOND_FACTOR} AS factor
       FROM admin_users a JOIN users u ON u.id = a.user_id ORDER BY a.created_at, u.email`,
    )
    .all<OperatorRow & { factor: number }>();
  return results.map(({ factor, ...row }) => Object.assign(row, { hasSecondFactor: factor === 1 }));
}

export type OperatorCandidate = {
  readonly id: string;
  readonly status: string;
  readonly tier: 'standard' | 'premium';
  readonly isAdmin: boolean;
  readonly hasSecondFactor: boolean;
};

export async function findOperatorCandidate(
  db: D1Database,
  email: string,
): Promise<OperatorCandidate | null> {
  const row = await db
    .prepare(
      `SELECT u.id, u.status, u.tier, EXISTS (SELECT 1 FROM admin_users a WHERE a.user_id = u.id) AS admin,
              ${SECOND_FACTOR} AS factor
       FROM users u WHERE u.email = ?1`,
    )
    .bind(email)
    .first<{ id: string; status: string; tier: 'standard' | 'premium'; admin: number; factor: number }>();
  if (row === null) return null;
  const { id, status, tier, admin, factor } = row;
  return { id, status, tier, isAdmin: admin === 1, hasSecondFactor: factor === 1 };
}

export function makeOperatorStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare('INSERT INTO admin_users (user_id, created_at) VALUES (?1, ?2) ON CONFLICT (user_id) DO NOTHING')
    .bind(userId, now);
}

export function setTierStatement(
  db: D1Database,
  userId: string,
  tier: 'standard' | 'premium',
  now: number,
): D1PreparedStatement {
  return db
    .prepare('UPDATE users SET tier = ?2, updated_at = ?3 WHERE id = ?1 AND tier <> ?2')
    .bind(userId, tier, now);
}

export function unmakeOperatorStatement(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare('DELETE FROM admin_users WHERE user_id = ?1').bind(userId);
}
