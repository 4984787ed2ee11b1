// What all customers own and how many there are, operators apart, and the one row that keeps the last count.

import type { StoredStats } from '../public-stats.ts';

export type CustomerTotals = {
  readonly users: number;
  readonly active: number;
  readonly suspended: number;
  /** Operators have accounts too, and stand in the list. */
  readonly operators: number;
  readonly operatorsActive: number;
  readonly operatorsSuspended: number;
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
};

const ACTIVE = `status = 'active' AND last_active_at > ?1`;

/** Reads each customer, account and holding once. */
export async function countCustomers(db: D1Database, inactiveSince: number): Promise<CustomerTotals> {
  const row = await db
    .prepare(
      `SELECT u.*, a.*, h.* FROM
         (SELECT count(*) FILTER (WHERE o.user_id IS NULL) AS users,
                 count(*) FILTER (WHERE o.user_id IS NULL AND ${ACTIVE}) AS active,
                 count(*) FILTER (WHERE o.user_id IS NULL AND status = 'suspended') AS suspended,
                 count(o.user_id) AS operators,
                 count(o.user_id) FILTER (WHERE ${ACTIVE}) AS operatorsActive,
                 count(o.user_id) FILTER (WHERE status = 'suspended') AS operatorsSuspended
          FROM users LEFT JOIN admin_users o ON o.user_id = users.id WHERE users.closed_at IS NULL) AS u,
         (SELECT coalesce(sum(cash_cents), 0) AS cashCents FROM accounts
          WHERE kind = 'customer' AND id NOT IN (SELECT user_id FROM admin_users)) AS a,
         (SELECT coalesce(sum(ounces_e4) FILTER (WHERE metal = 'gold'), 0) AS goldE4,
                 coalesce(sum(ounces_e4) FILTER (WHERE metal = 'silver'), 0) AS silverE4 FROM holdings
          WHERE account_id NOT IN (SELECT user_id FROM admin_users)) AS h`,
    )
    .bind(inactiveSince)
    .first<CustomerTotals>();
  if (row === null) throw new Error('an aggregate always has a row');
  return row;
}

export async function readTotals(db: D1Database): Promise<StoredStats> {
  const row = await db
    .prepare('SELECT body, taken_at AS takenAt FROM customer_totals WHERE id = 1')
    .first<StoredStats>();
  return row ?? { body: null, takenAt: 0 };
}

/** True for the one caller that may count now; the claim of a caller that died ends by itself. */
export async function claimTotals(db: D1Database, now: number, claimMs: number): Promise<boolean> {
  const { meta } = await db
    .prepare('UPDATE customer_totals SET claimed_at = ?1 WHERE id = 1 AND claimed_at <= ?2')
    .bind(now, now - claimMs)
    .run();
  return meta.changes === 1;
}

/** Ends the claim. A customer status that changed during the count (another `taken_at`) makes the next reader count again. */
export async function storeTotals(
  db: D1Database,
  body: string,
  count: { readonly startedFrom: number; readonly now: number },
): Promise<void> {
  await db
    .prepare(
      `UPDATE customer_totals SET body = ?1, claimed_at = 0,
              taken_at = CASE WHEN taken_at = ?2 THEN ?3 ELSE taken_at END WHERE id = 1`,
    )
    .bind(body, count.startedFrom, count.now)
    .run();
}

/** For the batch that changes a customer's status: a negative time belongs to no count, and each change has its own. */
export function outdateTotalsStatement(db: D1Database, now: number): D1PreparedStatement {
  return db.prepare('UPDATE customer_totals SET taken_at = -?1 WHERE id = 1').bind(now);
}
