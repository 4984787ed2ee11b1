// Closings of accounts, and what is left in an account that is to be closed. The schema holds the rules (0034_rights.sql).

import { type Leftovers, WAIVED_BELOW_BY_WIRE_CENTS, WAIVED_BELOW_CENTS } from '../domain/closing.ts';
import { readD1Error } from './d1-errors.ts';
import { disputesOwedSql } from './disputes.ts';
import { byWireAloneSql } from './identities.ts';

export type ClosingRow = {
  readonly id: string;
  readonly userId: string;
  readonly requestedAt: number;
  readonly dueAt: number;
  readonly waivedCents: number;
  readonly cancelledAt: number | null;
  readonly cancelledBecause: 'signed-in' | 'not-empty' | 'suspended' | null;
  readonly closedAt: number | null;
};

const COLUMNS = `id, user_id AS userId, requested_at AS requestedAt, due_at AS dueAt, waived_cents AS waivedCents,
  cancelled_at AS cancelledAt, cancelled_because AS cancelledBecause, closed_at AS closedAt`;

/** The last one of a customer. */
export function findClosing(db: D1Database, userId: string): Promise<ClosingRow | null> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM account_closings WHERE user_id = ?1 ORDER BY requested_at DESC LIMIT 1`)
    .bind(userId)
    .first<ClosingRow>();
}

/** For the cron: whose seven days are over. */
export async function dueClosings(db: D1Database, now: number, limit: number): Promise<ClosingRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM account_closings
       WHERE cancelled_at IS NULL AND closed_at IS NULL AND due_at <= ?1 ORDER BY due_at LIMIT ?2`,
    )
    .bind(now, limit)
    .all<ClosingRow>();
  return results;
}

/** From this moment on nobody signs in, whether or not the cron has come by. */
export async function isClosingDue(db: D1Database, userId: string, now: number): Promise<boolean> {
  const row = await db
    .prepare('SELECT 1 FROM account_closings WHERE user_id = ?1 AND cancelled_at IS NULL AND due_at <= ?2')
    .bind(userId, now)
    .first();
  return row !== null;
}

export function insertClosingStatement(
  db: D1Database,
  closing: Pick<ClosingRow, 'id' | 'userId' | 'requestedAt' | 'dueAt' | 'waivedCents'>,
): D1PreparedStatement {
  return db
    .prepare(
      'INSERT INTO account_closings (id, user_id, requested_at, due_at, waived_cents) VALUES (?1, ?2, ?3, ?4, ?5)',
    )
    .bind(closing.id, closing.userId, closing.requestedAt, closing.dueAt, closing.waivedCents);
}

/** Whether a batch failed because the account is being closed already. */
export function isClosingAlready(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns.startsWith('account_closings.');
}

/** Changes a row while the closing is open; by the customer, only while it is not due. */
export function cancelClosingStatement(
  db: D1Database,
  cancelled: {
    readonly userId: string;
    readonly because: NonNullable<ClosingRow['cancelledBecause']>;
    readonly now: number;
  },
): D1PreparedStatement {
  const inTime = cancelled.because === 'signed-in' ? 'AND due_at > ?3' : '';
  return db
    .prepare(
      `UPDATE account_closings SET cancelled_at = ?3, cancelled_because = ?2
       WHERE user_id = ?1 AND cancelled_at IS NULL AND closed_at IS NULL ${inTime}`,
    )
    .bind(cancelled.userId, cancelled.because, cancelled.now);
}

/** Matches one row: an open closing that is due. */
export function endClosingStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE account_closings SET closed_at = ?2
       WHERE id = ?1 AND cancelled_at IS NULL AND closed_at IS NULL AND due_at <= ?2`,
    )
    .bind(id, now);
}

type LeftRow = { readonly [K in keyof Leftovers]: number };

const LEFT_SQL = `SELECT EXISTS (SELECT 1 FROM admin_users o WHERE o.user_id = u.id) AS isOperator,
    u.status = 'suspended' AS isSuspended, ${byWireAloneSql('u.id')} AS isByWireAlone, a.cash_cents AS cashCents,
    coalesce((SELECT ounces_e4 - held_ounces_e4 FROM holdings WHERE account_id = u.id AND metal = 'gold'), 0) AS goldE4,
    coalesce((SELECT ounces_e4 - held_ounces_e4 FROM holdings WHERE account_id = u.id AND metal = 'silver'), 0) AS silverE4,
    coalesce((SELECT sum(held_ounces_e4) FROM holdings WHERE account_id = u.id), 0) AS heldE4,
    (SELECT count(*) FROM deposits WHERE account_id = u.id
      AND (status = 'pending' OR id IN (SELECT deposit_id FROM stray_payments WHERE ended_at IS NULL))) AS pendingDeposits,
    ${disputesOwedSql('u.id')} AS debtCents,
    (SELECT count(*) FROM brl_deposits WHERE account_id = u.id AND state = 'contested')
      + (SELECT count(*) FROM brl_payments WHERE account_id = u.id AND state IN ('waiting', 'unknown')) AS openReais,
    (SELECT count(*) FROM withdrawals WHERE account_id = u.id AND end_id IS NULL) AS openWithdrawals,
    (SELECT count(*) FROM reversal_proposals WHERE account_id = u.id AND state = 'open') AS openReversals
  FROM users u JOIN accounts a ON a.id = u.id WHERE u.id = ?1 AND u.closed_at IS NULL`;

/** Null for who does not exist or is closed. */
export async function readLeftovers(db: D1Database, userId: string): Promise<Leftovers | null> {
  const row = await db.prepare(LEFT_SQL).bind(userId).first<LeftRow>();
  if (row === null) return null;
  const { isOperator, isSuspended, isByWireAlone } = row;
  return {
    ...row,
    isOperator: isOperator === 1,
    isSuspended: isSuspended === 1,
    isByWireAlone: isByWireAlone === 1,
  };
}

/** For the caller's batch: it aborts unless nothing is in the way (closingObstacles of worker/domain/closing.ts, as SQL). */
export function guardNothingLeft(
  db: D1Database,
  guard: {
    readonly id: string;
    readonly userId: string;
    readonly waivedCents: number;
    readonly heldE4: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n) SELECT ?2, 'nothing-left', (SELECT count(*) FROM (${LEFT_SQL})
         WHERE isOperator = 0 AND isSuspended = 0 AND cashCents = ?3
           AND ?3 < iif(isByWireAlone, ${WAIVED_BELOW_BY_WIRE_CENTS}, ${WAIVED_BELOW_CENTS}) AND goldE4 = 0 AND silverE4 = 0 AND heldE4 = ?4
           AND pendingDeposits = 0 AND openReais = 0 AND debtCents = 0 AND openWithdrawals = 0 AND openReversals = 0)`,
    )
    .bind(guard.userId, guard.id, guard.waivedCents, guard.heldE4);
}

/** Messages that nobody has answered, of the proved address: an answer after the closing would have nowhere to go. */
export async function countUnanswered(db: D1Database, email: string): Promise<number> {
  const n = await db
    .prepare(
      `SELECT count(*) AS n FROM submissions s JOIN contact_messages m ON m.submission_id = s.id
       WHERE s.user_id IS NULL AND s.email = ?1 AND m.state = 'open'`,
    )
    .bind(email)
    .first<number>('n');
  return n ?? 0;
}
