// What decides about an operator's access, as columns of a read that joins `users` and `admin_users`. Of customers, who are
// nearly all, nothing more is read.

import { type SQL, sql } from 'drizzle-orm';
import { operators, users } from './schema.ts';

/** The roles, joined by commas; null for a customer. */
export const rolesSql: SQL<string | null> = sql<
  string | null
>`CASE WHEN ${operators.userId} IS NOT NULL THEN (SELECT group_concat(r.role) FROM operator_roles r WHERE r.user_id = ${users.id}) END`;

/** Whether an operator has a second factor; 0 for a customer. */
export const hasFactorSql: SQL<number> = sql<number>`CASE WHEN ${operators.userId} IS NULL THEN 0 ELSE
  EXISTS (SELECT 1 FROM totp_factors f WHERE f.user_id = ${users.id}) OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = ${users.id}) END`;
