// What decides about an operator's access, as columns of a read that joins `users` and `admin_users` under their own names. Of customers,
// who are nearly all, nothing more is read.

import { type SQL, sql } from 'drizzle-orm';

/** The roles, joined by commas; null for a customer. */
export const ROLES_SQL = `CASE WHEN admin_users.user_id IS NOT NULL
  THEN (SELECT group_concat(r.role) FROM operator_roles r WHERE r.user_id = users.id) END`;

/** Whether an operator has a second factor; 0 for a customer. */
export const HAS_FACTOR_SQL = `CASE WHEN admin_users.user_id IS NULL THEN 0 ELSE
  EXISTS (SELECT 1 FROM totp_factors f WHERE f.user_id = users.id) OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = users.id) END`;

/** The same for drizzle. */
export const rolesSql: SQL<string | null> = sql.raw(ROLES_SQL) as SQL<string | null>;
export const hasFactorSql: SQL<number> = sql.raw(HAS_FACTOR_SQL) as SQL<number>;
