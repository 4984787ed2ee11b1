// How many deposits a customer may make, and how many may fail, in an hour; and how much before the e-mail address is proved.
// The guard belongs to the batch that reserves a deposit: parallel requests cannot all see the same free place.

import { DEPOSIT_FAILURE_LIMIT, DEPOSIT_LIMIT } from '../domain/deposits.ts';
import { UNCONFIRMED_DEPOSITS_MAX_CENTS } from '../domain/limits.ts';
import { clearGuards } from './guards.ts';

/** All that a customer deposited, what waits included. */
const DEPOSITED = `SELECT coalesce(sum(amount_cents), 0) FROM deposits WHERE account_id = ?2 AND status <> 'failed'`;

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
                WHERE account_id = ?2 AND status = 'pending' AND acknowledged_at IS NULL AND created_at > ?5) <= ?6
           AND (EXISTS (SELECT 1 FROM users WHERE id = ?2 AND email_confirmed_at IS NOT NULL)
             OR (${DEPOSITED}) <= ?7)`,
      )
      .bind(
        operationId,
        accountId,
        now - DEPOSIT_LIMIT.windowMs,
        DEPOSIT_LIMIT.max,
        now - DEPOSIT_FAILURE_LIMIT.windowMs,
        DEPOSIT_FAILURE_LIMIT.max,
        UNCONFIRMED_DEPOSITS_MAX_CENTS,
      ),
    clearGuards(db, operationId),
  ];
}

/** When each full limit has room again, null while it has room; and whether a deposit of this amount asks for a proved address. */
export async function readDepositLimits(
  db: D1Database,
  { accountId, amountCents }: { readonly accountId: string; readonly amountCents: number },
  now: number,
): Promise<{
  readonly needsEmail: boolean;
  readonly madeFreeAt: number | null;
  readonly failedFreeAt: number | null;
}> {
  const row = await db
    .prepare(
      `SELECT (SELECT created_at FROM deposits WHERE account_id = ?2 AND created_at > ?1
               ORDER BY created_at DESC LIMIT 1 OFFSET ?3) AS madeAt,
              (SELECT settled_at FROM deposits WHERE account_id = ?2 AND status = 'failed' AND settled_at > ?4
               ORDER BY settled_at DESC LIMIT 1 OFFSET ?5) AS failedAt,
              EXISTS (SELECT 1 FROM users WHERE id = ?2 AND email_confirmed_at IS NULL)
                AND (${DEPOSITED}) + ?6 > ?7 AS needsEmail`,
    )
    .bind(
      now - DEPOSIT_LIMIT.windowMs,
      accountId,
      DEPOSIT_LIMIT.max - 1,
      now - DEPOSIT_FAILURE_LIMIT.windowMs,
      DEPOSIT_FAILURE_LIMIT.max - 1,
      amountCents,
      UNCONFIRMED_DEPOSITS_MAX_CENTS,
    )
    .first<{ madeAt: number | null; failedAt: number | null; needsEmail: number }>();
  const freeAt = (at: number | null | undefined, windowMs: number): number | null =>
    at === null || at === undefined ? null : at + windowMs;
  return {
    needsEmail: row?.needsEmail === 1,
    madeFreeAt: freeAt(row?.madeAt, DEPOSIT_LIMIT.windowMs),
    failedFreeAt: freeAt(row?.failedAt, DEPOSIT_FAILURE_LIMIT.windowMs),
  };
}
