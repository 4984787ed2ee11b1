// Who is an operator, and with which roles.

import { OPERATORS_SHOWN_MAX } from '../../domain/operator-proposals.ts';
import { type OperatorRole, rolesOf } from '../../domain/operator-roles.ts';

export type OperatorRow = {
  readonly userId: string;
  readonly email: string;
  readonly fullName: string;
  readonly status: 'active' | 'suspended';
  readonly tier: 'standard' | 'premium';
  readonly roles: readonly OperatorRole[];
  readonly since: number;
  readonly lastActiveAt: number;
  readonly hasApp: boolean;
  readonly passkeys: number;
};

const APP = 'EXISTS (SELECT 1 FROM totp_factors t WHERE t.user_id = u.id)';
const PASSKEYS = '(SELECT count(*) FROM passkeys p WHERE p.user_id = u.id)';
const ROLES = '(SELECT group_concat(r.role) FROM operator_roles r WHERE r.user_id = u.id)';

export async function listOperators(db: D1Database): Promise<readonly OperatorRow[]> {
  const { results } = await db
    .prepare(
      `SELECT u.id AS userId, u.email, u.full_name AS fullName, u.status, u.tier, a.created_at AS since,
              u.last_active_at AS lastActiveAt, ${APP} AS app, ${PASSKEYS} AS passkeys, ${ROLES} AS joined
       FROM admin_users a JOIN users u ON u.id = a.user_id ORDER BY a.created_at, u.email LIMIT ?1`,
    )
    .bind(OPERATORS_SHOWN_MAX)
    .all<Omit<OperatorRow, 'roles' | 'hasApp'> & { app: number; joined: string | null }>();
  return results.map(({ app, joined, ...row }) =>
    Object.assign(row, { hasApp: app === 1, roles: rolesOf(joined) }),
  );
}

/** Somebody who is an operator, or could become one. */
export type OperatorCandidate = {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly status: 'active' | 'suspended';
  readonly tier: 'standard' | 'premium';
  readonly isAdmin: boolean;
  readonly roles: readonly OperatorRole[];
  readonly hasSecondFactor: boolean;
  /** Frozen, and nobody has asked for the end. */
  readonly isFrozen: boolean;
  readonly isClosed: boolean;
};

export async function findOperatorCandidate(
  db: D1Database,
  by: { readonly email: string } | { readonly id: string },
): Promise<OperatorCandidate | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['email', by.email];
  const row = await db
    .prepare(
      `SELECT u.id, u.email, u.full_name AS fullName, u.status, u.tier,
              EXISTS (SELECT 1 FROM admin_users a WHERE a.user_id = u.id) AS admin,
              ${APP} OR ${PASSKEYS} > 0 AS factor,
              EXISTS (SELECT 1 FROM freezes f WHERE f.user_id = u.id AND f.ends_at IS NULL) AS frozen, ${ROLES} AS joined,
              u.closed_at IS NOT NULL AS closed
       FROM users u WHERE u.${column} = ?1`,
    )
    .bind(value)
    .first<
      Omit<OperatorCandidate, 'isAdmin' | 'roles' | 'hasSecondFactor' | 'isFrozen' | 'isClosed'> & {
        admin: number;
        factor: number;
        frozen: number;
        closed: number;
        joined: string | null;
      }
    >();
  if (row === null) return null;
  const { admin, factor, frozen, joined, closed, ...rest } = row;
  return {
    ...rest,
    isAdmin: admin === 1,
    roles: rolesOf(joined),
    hasSecondFactor: factor === 1,
    isFrozen: frozen === 1,
    isClosed: closed === 1,
  };
}

/** Whether somebody is an operator now: the role may have been taken away since the request began. */
export async function isOperator(db: D1Database, userId: string): Promise<boolean> {
  return (await db.prepare('SELECT 1 FROM admin_users WHERE user_id = ?').bind(userId).first()) !== null;
}

/** Owners who can approve something. */
export async function countOwners(db: D1Database): Promise<number> {
  const owners = await db
    .prepare(
      `SELECT count(*) AS n FROM operator_roles r JOIN users u ON u.id = r.user_id WHERE r.role = 'owner' AND u.status = 'active'`,
    )
    .first<number>('n');
  return owners ?? 0;
}

/** Changes a row, the first, for somebody who is no operator yet. */
export function makeOperatorStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare('INSERT INTO admin_users (user_id, created_at) VALUES (?1, ?2) ON CONFLICT (user_id) DO NOTHING')
    .bind(userId, now);
}

/** Behind `makeOperatorStatement`: gives an operator exactly these roles. */
export function setRolesStatements(
  db: D1Database,
  userId: string,
  roles: readonly OperatorRole[],
  now: number,
): D1PreparedStatement[] {
  const json = JSON.stringify(roles);
  return [
    db
      .prepare(
        'DELETE FROM operator_roles WHERE user_id = ?1 AND role NOT IN (SELECT value FROM json_each(?2))',
      )
      .bind(userId, json),
    db
      .prepare(
        `INSERT INTO operator_roles (user_id, role, granted_at) SELECT ?1, value, ?3 FROM json_each(?2) WHERE 1
         ON CONFLICT (user_id, role) DO NOTHING`,
      )
      .bind(userId, json, now),
  ];
}

/** Matches one row while somebody is an operator. */
export function touchOperatorStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE users SET updated_at = ?2 WHERE id = ?1 AND EXISTS (SELECT 1 FROM admin_users WHERE user_id = ?1)',
    )
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

/** Takes the roles too (CASCADE). */
export function unmakeOperatorStatement(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare('DELETE FROM admin_users WHERE user_id = ?1').bind(userId);
}

/** The same, unless it takes away the last owner. */
export function unmakeButLastOwnerStatement(db: D1Database, userId: string): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM admin_users WHERE user_id = ?1 AND (
         NOT EXISTS (SELECT 1 FROM operator_roles WHERE user_id = ?1 AND role = 'owner')
         OR EXISTS (SELECT 1 FROM operator_roles r JOIN users u ON u.id = r.user_id
                    WHERE r.role = 'owner' AND r.user_id <> ?1 AND u.status = 'active'))`,
    )
    .bind(userId);
}
