// Customers as operators see them: the list, one customer, and changes of the status.

import type { TimeCursor } from '../../domain/cursors.ts';

export type CustomerFilter = {
  /** As typed; matches inside e-mail and id, case-insensitively. */
  readonly search?: string | undefined;
  readonly status?: 'active' | 'inactive' | 'suspended' | undefined;
  /** A customer last active at this moment or before is inactive. */
  readonly inactiveSince: number;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

export type CustomerRow = {
  readonly id: string;
  readonly email: string;
  readonly createdAt: number;
  readonly lastActiveAt: number;
  readonly status: 'active' | 'suspended';
  readonly isOperator: number;
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
};

const COLUMNS = `u.id, u.email, u.created_at AS createdAt, u.last_active_at AS lastActiveAt, u.status,
  EXISTS (SELECT 1 FROM admin_users o WHERE o.user_id = u.id) AS isOperator,
  coalesce((SELECT a.cash_cents FROM accounts a WHERE a.id = u.id), 0) AS cashCents,
  coalesce((SELECT h.ounces_e4 FROM holdings h WHERE h.account_id = u.id AND h.metal = 'gold'), 0) AS goldE4,
  coalesce((SELECT h.ounces_e4 FROM holdings h WHERE h.account_id = u.id AND h.metal = 'silver'), 0) AS silverE4`;

/**
 * A page, newest first, with what each owns, in one statement. Without a search it reads about as many customers as it
 * shows; a search reads one narrow index until the page is full, at most once through.
 */
export async function listCustomers(
  db: D1Database,
  filter: CustomerFilter,
): Promise<{ readonly rows: readonly CustomerRow[]; readonly rowsRead: number }> {
  const values: (string | number)[] = [];
  const bound = (value: string | number): string => `?${values.push(value)}`;
  const terms: string[] = [];
  if (filter.after !== undefined) {
    terms.push(`(u.created_at, u.id) < (${bound(filter.after.at)}, ${bound(filter.after.id)})`);
  }
  if (filter.status === 'suspended') terms.push(`u.status = 'suspended'`);
  if (filter.status === 'active') {
    terms.push(`u.status = 'active' AND u.last_active_at > ${bound(filter.inactiveSince)}`);
  }
  if (filter.status === 'inactive') {
    // A customer is never active before signing up, so that newer rows are skipped without being read.
    const since = bound(filter.inactiveSince);
    terms.push(`u.status = 'active' AND u.last_active_at <= ${since} AND u.created_at <= ${since}`);
  }
  if (filter.search !== undefined && filter.search !== '') {
    // Both are stored in lower case. instr, not LIKE: a pattern over 50 bytes throws on D1.
    const typed = bound(filter.search);
    terms.push(`(instr(u.email, lower(${typed})) > 0 OR instr(u.id, lower(${typed})) > 0)`);
  }
  const where = terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`;
  const { results, meta } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM users u ${where}
       ORDER BY u.created_at DESC, u.id DESC LIMIT ${bound(filter.limit)}`,
    )
    .bind(...values)
    .all<CustomerRow>();
  return { rows: results, rowsRead: meta.rows_read };
}

export type CustomerDetailsRow = CustomerRow & {
  readonly fullName: string;
  readonly phone: string;
  readonly tier: 'standard' | 'premium';
  readonly hasApp: number;
  readonly passkeys: number;
  readonly openSessions: number;
  readonly suspendedAt: number | null;
  readonly suspendedBy: string | null;
  readonly suspendedFor: string | null;
};

/** One customer with everything the details say, in one statement. */
export async function findCustomerDetails(
  db: D1Database,
  userId: string,
  now: number,
): Promise<CustomerDetailsRow | null> {
  return db
    .prepare(
      `SELECT ${COLUMNS}, u.full_name AS fullName, u.phone, u.tier,
         EXISTS (SELECT 1 FROM totp_factors t WHERE t.user_id = u.id) AS hasApp,
         (SELECT count(*) FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
         (SELECT count(*) FROM sessions s
          WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > ?2) AS openSessions,
         l.happened_at AS suspendedAt, l.actor AS suspendedBy, l.note AS suspendedFor
       FROM users u LEFT JOIN audit_log l ON u.status = 'suspended' AND l.seq =
         (SELECT max(seq) FROM audit_log WHERE subject_kind = 'customer' AND subject_id = u.id
          AND action = 'customer.suspended')
       WHERE u.id = ?1`,
    )
    .bind(userId, now)
    .first<CustomerDetailsRow>();
}

/** Whether the operator whose id is bound to `place` still is one and is not suspended. */
const mayActSql = (place: string): string =>
  `EXISTS (SELECT 1 FROM users me JOIN admin_users o ON o.user_id = me.id WHERE me.id = ${place} AND me.status = 'active')`;

/**
 * Matches one row if the customer's status differs and the operator may still act. An operator never changes their own, so
 * that one operator is left even when two suspend each other at once: the second is suspended by then.
 */
export function setCustomerStatusStatement(
  db: D1Database,
  change: { readonly userId: string; readonly to: 'active' | 'suspended'; readonly operatorId: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE users SET status = ?2, updated_at = ?4
       WHERE id = ?1 AND status <> ?2 AND id <> ?3 AND ${mayActSql('?3')}`,
    )
    .bind(change.userId, change.to, change.operatorId, now);
}

/** Matches one row if the customer has a second factor and another person, the operator, may still act. */
export function touchSecuredCustomerStatement(
  db: D1Database,
  whose: { readonly userId: string; readonly operatorId: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE users SET updated_at = ?3 WHERE id = ?1 AND id <> ?2 AND ${mayActSql('?2')}
         AND (EXISTS (SELECT 1 FROM totp_factors WHERE user_id = ?1) OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?1))`,
    )
    .bind(whose.userId, whose.operatorId, now);
}

/** Everything that completes a sign-in besides the password. */
export function removeFactorsStatements(db: D1Database, userId: string): D1PreparedStatement[] {
  return ['passkeys', 'totp_factors', 'recovery_codes'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE user_id = ?1`).bind(userId),
  );
}

/** Whether the audit log has this operator's opening of this customer's dashboard since then. */
export async function hasOpened(
  db: D1Database,
  opening: { readonly userId: string; readonly operatorId: string; readonly since: number },
): Promise<boolean> {
  const row = await db
    .prepare(
      `SELECT 1 AS one FROM audit_log WHERE subject_kind = 'customer' AND subject_id = ?1
         AND actor_id = ?2 AND action = 'customer.viewed' AND happened_at > ?3 LIMIT 1`,
    )
    .bind(opening.userId, opening.operatorId, opening.since)
    .first();
  return row !== null;
}
