// Customers as operators see them: the list, one customer, and changes of the status.

import type { AuditAction } from '../../domain/audit.ts';
import type { TimeCursor } from '../../domain/cursors.ts';
import type { Level } from '../../domain/identity.ts';
import type { Currency } from '../../domain/settings-rules.ts';
import type { CustomerFilterStatus, CustomerOrder } from '../../domain/customers.ts';
import { levelSql } from '../identities.ts';
import { mayActSql } from './may-act.ts';
import { personSql } from './search.ts';

export type CustomerFilter = {
  /** As typed: a part of e-mail, name, telephone number or id. */
  readonly search?: string | undefined;
  readonly status?: CustomerFilterStatus | undefined;
  readonly now: number;
  /** A customer last active at this moment or before is inactive. */
  readonly inactiveSince: number;
  readonly order?: CustomerOrder | undefined;
  /** Joined at this moment or later, and before that one; null for any. */
  readonly from?: number | null;
  readonly until?: number | null;
  /** The time or the amount by which the list is ordered, and the id. */
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

export type CustomerRow = {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly createdAt: number;
  readonly lastActiveAt: number;
  readonly status: 'active' | 'suspended';
  readonly isOperator: number;
  readonly frozenAt: number | null;
  readonly freezeEndsAt: number | null;
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
  /** Of deposits that have not settled. */
  readonly pendingCents: number;
};

/** Closed accounts are found by a search alone. Read from the index of the directory. */
const IS_OPEN = `u.email NOT GLOB 'closed:*'`;

const COLUMNS = `u.id, u.email, u.full_name AS fullName, u.created_at AS createdAt, u.last_active_at AS lastActiveAt, u.status,
  EXISTS (SELECT 1 FROM admin_users o WHERE o.user_id = u.id) AS isOperator,
  (SELECT f.frozen_at FROM freezes f WHERE f.user_id = u.id) AS frozenAt,
  (SELECT f.ends_at FROM freezes f WHERE f.user_id = u.id) AS freezeEndsAt,
  coalesce((SELECT a.cash_cents FROM accounts a WHERE a.id = u.id), 0) AS cashCents,
  coalesce((SELECT h.ounces_e4 FROM holdings h WHERE h.account_id = u.id AND h.metal = 'gold'), 0) AS goldE4,
  coalesce((SELECT h.ounces_e4 FROM holdings h WHERE h.account_id = u.id AND h.metal = 'silver'), 0) AS silverE4,
  coalesce((SELECT sum(d.amount_cents) FROM deposits d WHERE d.account_id = u.id AND d.status = 'pending'), 0) AS pendingCents`;

type Order = { readonly column: 'created_at' | 'last_active_at'; readonly direction: 'ASC' | 'DESC' };

const ORDERS: Readonly<Record<Exclude<CustomerOrder, 'pending'>, Order>> = {
  newest: { column: 'created_at', direction: 'DESC' },
  oldest: { column: 'created_at', direction: 'ASC' },
  active: { column: 'last_active_at', direction: 'DESC' },
  silent: { column: 'last_active_at', direction: 'ASC' },
};

/** What the cursor of a list says of its last row. */
export const CUSTOMER_ORDER_KEYS: Readonly<Record<CustomerOrder, (row: CustomerRow) => number>> = {
  newest: ({ createdAt }) => createdAt,
  oldest: ({ createdAt }) => createdAt,
  active: ({ lastActiveAt }) => lastActiveAt,
  silent: ({ lastActiveAt }) => lastActiveAt,
  pending: ({ pendingCents }) => pendingCents,
};

/**
 * A page with what each owns, in one statement. It reads about as many customers as it shows; a search reads customers until
 * the page is full, each at most once. What they own is read of those on the page alone.
 */
export async function listCustomers(
  db: D1Database,
  filter: CustomerFilter,
): Promise<{ readonly rows: readonly CustomerRow[]; readonly rowsRead: number }> {
  const values: (string | number)[] = [];
  const bound = (value: string | number): string => `?${values.push(value)}`;
  const terms: string[] = [];
  // Few are: they are looked up, and no other customer is read.
  if (filter.status === 'frozen') {
    terms.push(
      `u.id IN (SELECT f.user_id FROM freezes f WHERE f.ends_at IS NULL OR f.ends_at > ${bound(filter.now)})`,
    );
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
    const id = bound(filter.search.toLowerCase());
    terms.push(`(${personSql(filter.search, bound)} OR instr(u.id, ${id}) > 0)`);
  } else {
    terms.push(IS_OPEN);
  }
  const { order = 'newest', after, from = null, until = null } = filter;
  if (from !== null) terms.push(`u.created_at >= ${bound(from)}`);
  if (until !== null) terms.push(`u.created_at < ${bound(until)}`);
  const limit = bound(filter.limit);
  const sql =
    order === 'pending'
      ? byPending(terms, after, limit, bound)
      : byTime(ORDERS[order], terms, after, limit, bound);
  const { results, meta } = await db
    .prepare(sql)
    .bind(...values)
    .all<CustomerRow>();
  return { rows: results, rowsRead: meta.rows_read };
}

type Bound = (value: string | number) => string;

const whereSql = (terms: readonly string[]): string =>
  terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`;

function byTime(
  { column, direction }: Order,
  terms: readonly string[],
  after: TimeCursor | undefined,
  limit: string,
  bound: Bound,
): string {
  const beyond = direction === 'DESC' ? '<' : '>';
  const place =
    after === undefined ? [] : [`(u.${column}, u.id) ${beyond} (${bound(after.at)}, ${bound(after.id)})`];
  const order = `u.${column} ${direction}, u.id ${direction}`;
  return `SELECT ${COLUMNS} FROM (SELECT u.* FROM users u ${whereSql([...place, ...terms])} ORDER BY ${order} LIMIT ${limit}) u
    ORDER BY ${order}`;
}

/**
 * Those with pending deposits, the largest sum first, then all others, the newest first: two lists, so that it reads the pending
 * deposits, of which there are few, and a page of customers.
 */
function byPending(
  terms: readonly string[],
  after: TimeCursor | undefined,
  limit: string,
  bound: Bound,
): string {
  const order = 'u.created_at DESC, u.id DESC';
  // The cursor names the customer: the time of joining is looked up.
  const id = after === undefined ? '' : bound(after.id);
  const joined = `(SELECT created_at FROM users WHERE id = ${id})`;
  const some =
    after === undefined ? [] : [`(p.cents, u.created_at, u.id) < (${bound(after.at)}, ${joined}, ${id})`];
  const none = after === undefined || after.at > 0 ? [] : [`(u.created_at, u.id) < (${joined}, ${id})`];
  return `WITH p (id, cents) AS MATERIALIZED
      (SELECT account_id, sum(amount_cents) FROM deposits WHERE status = 'pending' GROUP BY account_id)
    SELECT ${COLUMNS} FROM (
      SELECT * FROM (SELECT u.* FROM p CROSS JOIN users u ON u.id = p.id ${whereSql([...some, ...terms])}
        ORDER BY p.cents DESC, ${order} LIMIT ${limit})
      UNION ALL
      SELECT * FROM (SELECT u.* FROM users u ${whereSql([...none, ...terms, 'u.id NOT IN (SELECT id FROM p)'])}
        ORDER BY ${order} LIMIT ${limit})) u
    ORDER BY pendingCents DESC, ${order} LIMIT ${limit}`;
}

export type CustomerDetailsRow = CustomerRow & {
  readonly level: Level;
  readonly phone: string;
  readonly tier: 'standard' | 'premium';
  readonly currency: Currency;
  readonly hasApp: number;
  readonly passkeys: number;
  readonly openSessions: number;
  readonly suspendedAt: number | null;
  readonly suspendedBy: string | null;
  readonly suspendedFor: string | null;
  /** Of a closing that waits, or that is done. */
  readonly closingDueAt: number | null;
  readonly closedAt: number | null;
  /** Until when the identity is kept; null once it is destroyed. */
  readonly identityKeptUntil: number | null;
};

/** One customer with everything the details say, in one statement. */
export async function findCustomerDetails(
  db: D1Database,
  userId: string,
  now: number,
): Promise<CustomerDetailsRow | null> {
  return db
    .prepare(
      `SELECT ${COLUMNS}, u.phone, ${levelSql('u.id')} AS level, u.tier, coalesce(s.currency, 'USD') AS currency,
         EXISTS (SELECT 1 FROM totp_factors t WHERE t.user_id = u.id) AS hasApp,
         (SELECT count(*) FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
         (SELECT count(*) FROM sessions s
          WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > ?2) AS openSessions,
         c.due_at AS closingDueAt, u.closed_at AS closedAt,
         (SELECT r.keep_until FROM retained_identities r WHERE r.account_id = u.id AND r.destroyed_at IS NULL) AS identityKeptUntil,
         l.happened_at AS suspendedAt, l.actor AS suspendedBy, l.note AS suspendedFor
       FROM users u LEFT JOIN settings s ON s.user_id = u.id
         LEFT JOIN account_closings c ON c.user_id = u.id AND c.cancelled_at IS NULL LEFT JOIN audit_log l ON u.status = 'suspended' AND l.seq =
         (SELECT max(seq) FROM audit_log WHERE subject_kind = 'customer' AND subject_id = u.id
          AND action = 'customer.suspended')
       WHERE u.id = ?1`,
    )
    .bind(userId, now)
    .first<CustomerDetailsRow>();
}

/** How a change of an account came about. */
export type AccountChange = {
  readonly userId: string;
  /** Who does it, or approves it. */
  readonly by: string;
  /** An operator's account is changed by a proposal alone, a customer's by one operator (P53). */
  readonly ofOperator: boolean;
};

const isOperatorSql = (place: string, is: boolean): string =>
  `${is ? 'EXISTS' : 'NOT EXISTS'} (SELECT 1 FROM admin_users WHERE user_id = ${place})`;

/**
 * Matches one row if the customer's status differs and the operator may still act. An operator never changes their own, so
 * that one operator is left even when two suspend each other at once: the second is suspended by then.
 */
export function setCustomerStatusStatement(
  db: D1Database,
  { userId, to, by, ofOperator }: AccountChange & { readonly to: 'active' | 'suspended' },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE users SET status = ?2, updated_at = ?4
       WHERE id = ?1 AND closed_at IS NULL AND status <> ?2 AND id <> ?3 AND ${isOperatorSql('?1', ofOperator)}
         AND ${mayActSql('?3', ofOperator ? 'operators.change' : 'customers.status', '?4')}`,
    )
    .bind(userId, to, by, now);
}

/** Matches one row if the customer has a second factor and another person, the operator, may still act. */
export function touchSecuredCustomerStatement(
  db: D1Database,
  { userId, by, ofOperator }: AccountChange,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE users SET updated_at = ?3 WHERE id = ?1 AND id <> ?2 AND ${isOperatorSql('?1', ofOperator)}
         AND ${mayActSql('?2', ofOperator ? 'operators.change' : 'customers.access', '?3')}
         AND (EXISTS (SELECT 1 FROM totp_factors WHERE user_id = ?1) OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?1))`,
    )
    .bind(userId, by, now);
}

/** Whether the audit log has such an opening of this customer by this operator since then. */
export async function hasOpened(
  db: D1Database,
  opening: {
    readonly userId: string;
    readonly operatorId: string;
    readonly actions: readonly AuditAction[];
    readonly since: number;
  },
): Promise<boolean> {
  const row = await db
    .prepare(
      `SELECT 1 AS one FROM audit_log WHERE subject_kind = 'customer' AND subject_id = ?1
         AND actor_id = ?2 AND action IN (SELECT value FROM json_each(?4)) AND happened_at > ?3 LIMIT 1`,
    )
    .bind(opening.userId, opening.operatorId, opening.since, JSON.stringify(opening.actions))
    .first();
  return row !== null;
}
