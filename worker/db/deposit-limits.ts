// How many deposits a customer may make, and how many may fail, in an hour. The guard belongs to the batch that reserves a
// deposit: parallel requests cannot all see the same free place.

import { DEPOSIT_FAILURE_LIMIT, DEPOSIT_LIMIT } from '../domain/deposits.ts';
import { clearGuards } from './guards.ts';

/**
 * After the deposit itself, which both counts include. A deposit whose gateway has not answered yet may still fail, so it
 * counts as a failure: cards cannot be tried in parallel.
 */
export function guardDepositLimits(
  db: D1Database,
  deposit: { readonly operationId: string; readonly accountId: string },
  now: number,
): D1PreparedStatement[] {
  const { operationId, accountId } = deposit;
  return [
    db
      .prepare(
        `INSERT INTO guards (operation_id, step, n) SELECT ?1, 'deposit-limits',
           (SELECT count(*) FROM deposits WHERE account_id = ?2 AND created_at > ?3) <= ?4
           AND (SELECT count(*) FROM deposits WHERE account_id = ?2 AND status = 'failed' AND settled_at > ?5)
             + (SELECT count(*) FROM deposits
                WHERE account_id = ?2 AND status = 'pending' AND acknowledged_at IS NULL AND created_at > ?5) <= ?6`,
      )
      .bind(
        operationId,
        accountId,
        now - DEPOSIT_LIMIT.windowMs,
        DEPOSIT_LIMIT.max,
        now - DEPOSIT_FAILURE_LIMIT.windowMs,
        DEPOSIT_FAILURE_LIMIT.max,
      ),
    clearGuards(db, operationId),
  ];
}

/** When each full limit has room again; null while it has room. */
export async function readDepositLimits(
  db: D1Database,
  accountId: string,
  now: number,
): Promise<{ readonly madeFreeAt: number | null; readonly failedFreeAt: number | null }> {
  const row = await db
    .prepare(
      `SELECT (SELECT created_at FROM deposits WHERE account_id = ?1 AND created_at > ?2
               ORDER BY created_at DESC LIMIT 1 OFFSET ?3) AS madeAt,
              (SELECT settled_at FROM deposits WHERE account_id = ?1 AND status = 'failed' AND settled_at > ?4
               ORDER BY settled_at DESC LIMIT 1 OFFSET ?5) AS failedAt`,
    )
    .bind(
      accountId,
      now - DEPOSIT_LIMIT.windowMs,
      DEPOSIT_LIMIT.max - 1,
      now - DEPOSIT_FAILURE_LIMIT.windowMs,
      DEPOSIT_FAILURE_LIMIT.max - 1,
    )
    .first<{ madeAt: number | null; failedAt: number | null }>();
  const freeAt = (at: number | null | undefined, windowMs: number): number | null =>
    at === null || at === undefined ? null : at + windowMs;
  return {
    madeFreeAt: freeAt(row?.madeAt, DEPOSIT_LIMIT.windowMs),
    failedFreeAt: freeAt(row?.failedAt, DEPOSIT_FAILURE_LIMIT.windowMs),
  };
}
