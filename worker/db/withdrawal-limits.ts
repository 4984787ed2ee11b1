// How many withdrawals a customer may ask for in an hour, and for how much in a day at the customer's level. The guard belongs to the batch
// that takes the money aside: parallel requests cannot all see the same free place.

import type { Level } from '../domain/identity.ts';
import { WITHDRAWAL_LIMIT } from '../domain/withdrawals.ts';
import { GIVEN_BACK } from './withdrawals.ts';

/** The level of a customer, what it may withdraw, in how long a time, and what of that is used. The arguments are places such as `?2`. */
const byLevelSql = (who: string, now: string): string => `SELECT l.level, l.window_ms AS windowMs,
    coalesce(l.max_cents, i.agreed_withdrawal_cents) AS maxCents,
    (SELECT coalesce(sum(w.amount_cents), 0) FROM withdrawals w WHERE w.account_id = ${who} AND w.requested_at > ${now} - l.window_ms
       AND w.state NOT IN ${GIVEN_BACK}) AS usedCents
  FROM (SELECT ${who} AS user_id) c LEFT JOIN identities i ON i.user_id = c.user_id
    JOIN level_limits l ON l.kind = 'withdrawal' AND l.level = coalesce(i.level, 0)`;

/** After the withdrawal itself, which both counts include. */
export function guardWithdrawalLimits(
  db: D1Database,
  { operationId, accountId }: { readonly operationId: string; readonly accountId: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n) SELECT ?1, 'withdrawal-limits',
         (SELECT count(*) FROM withdrawals WHERE account_id = ?2 AND requested_at > ?3) <= ?4
         AND (SELECT usedCents <= maxCents FROM (${byLevelSql('?2', '?5')}))`,
    )
    .bind(operationId, accountId, now - WITHDRAWAL_LIMIT.windowMs, WITHDRAWAL_LIMIT.max, now);
}

export type WithdrawalLevel = {
  readonly level: Level;
  readonly windowMs: number;
  /** In the window. */
  readonly maxCents: number;
  readonly usedCents: number;
};

/** What a customer's level lets him withdraw, and what of it is used. */
export async function readWithdrawalLevel(
  db: D1Database,
  accountId: string,
  now: number,
): Promise<WithdrawalLevel> {
  const row = await db.prepare(byLevelSql('?1', '?2')).bind(accountId, now).first<WithdrawalLevel>();
  if (row === null) throw new Error('a level has its limit');
  return row;
}

/** When the next one may be asked for; null: now. */
export async function withdrawalFreeAt(
  db: D1Database,
  accountId: string,
  now: number,
): Promise<number | null> {
  const at = await db
    .prepare(
      `SELECT requested_at AS at FROM withdrawals WHERE account_id = ?1 AND requested_at > ?2
       ORDER BY requested_at DESC LIMIT 1 OFFSET ?3`,
    )
    .bind(accountId, now - WITHDRAWAL_LIMIT.windowMs, WITHDRAWAL_LIMIT.max - 1)
    .first<number>('at');
  return at === null ? null : at + WITHDRAWAL_LIMIT.windowMs;
}
