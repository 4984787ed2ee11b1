// How many deposits a customer may make, and how many may fail, in an hour; and how much before the e-mail address is proved.
// And how much in 30 days at the customer's level (P61), by the day on which it was credited (P109).
// The guard belongs to the batch that reserves a deposit: parallel requests cannot all see the same free place.

import { DEPOSIT_FAILURE_LIMIT, DEPOSIT_LIMIT } from '../domain/deposits.ts';
import { UNCONFIRMED_DEPOSITS_MAX_CENTS } from '../domain/limits.ts';
import type { Level } from '../domain/identity.ts';
import { type LevelLimit, REGISTERED_LEVEL } from '../domain/level-limits.ts';
import { clearGuards } from './guards.ts';

/**
 * The level of a customer, what it may deposit, in how long a time, and what of that is used, a deposit of the same batch included.
 * What waits counts however long it does: it may be credited at any moment. `limitOfLevel` says the same. The arguments are places such as
 * `?2`.
 */
const byLevelSql = (
  who: string,
  registerMaxCents: string,
  now: string,
): string => `SELECT l.level, l.window_ms AS windowMs,
    iif(l.level < ${REGISTERED_LEVEL}, min(l.max_cents, ${registerMaxCents}), coalesce(l.max_cents, i.agreed_deposit_cents)) AS maxCents,
    (SELECT coalesce(sum(d.amount_cents), 0) FROM deposits d WHERE d.account_id = ${who} AND d.status = 'pending')
      + (SELECT coalesce(sum(d.amount_cents), 0) FROM deposits d
         WHERE d.account_id = ${who} AND d.status = 'completed' AND d.settled_at > ${now} - l.window_ms) AS usedCents
  FROM (SELECT ${who} AS user_id) c LEFT JOIN identities i ON i.user_id = c.user_id
    JOIN level_limits l ON l.kind = 'deposit' AND l.level = coalesce(i.level, 0)`;

/** All that a customer deposited, what waits included. */
const DEPOSITED = `SELECT coalesce(sum(amount_cents), 0) FROM deposits WHERE account_id = ?2 AND status <> 'failed'`;

/** Of customer ?2: what is deposited keeps to what an unproved address may have, and to the level. */
const withinSumsSql = (unprovedMax: string, registerMax: string, now: string): string =>
  `(EXISTS (SELECT 1 FROM users WHERE id = ?2 AND email_confirmed_at IS NOT NULL) OR (${DEPOSITED}) <= ${unprovedMax})
           AND (SELECT usedCents <= maxCents FROM (${byLevelSql('?2', registerMax, now)}))`;

/** Reais that nobody paid try nothing. */
const TRIED = "method NOT IN ('pix', 'ted')";

/**
 * After the deposit itself, which both counts include. A deposit whose gateway has not answered yet may still fail, so it
 * counts as a failure: cards cannot be tried in parallel.
 */
export function guardDepositLimits(
  db: D1Database,
  deposit: {
    readonly operationId: string;
    readonly accountId: string;
    /** Below level 2 (domain/level-limits.ts). */
    readonly registerMaxCents: number;
  },
  now: number,
): D1PreparedStatement[] {
  const { operationId, accountId } = deposit;
  return [
    db
      .prepare(
        `INSERT INTO guards (operation_id, step, n) SELECT ?1, 'deposit-limits',
           (SELECT count(*) FROM deposits WHERE account_id = ?2 AND created_at > ?3) <= ?4
           AND (SELECT count(*) FROM deposits WHERE account_id = ?2 AND status = 'failed' AND settled_at > ?5 AND ${TRIED})
             + (SELECT count(*) FROM deposits
                WHERE account_id = ?2 AND status = 'pending' AND acknowledged_at IS NULL AND created_at > ?5 AND ${TRIED}) <= ?6
           AND ${withinSumsSql('?7', '?8', '?9')}`,
      )
      .bind(
        operationId,
        accountId,
        now - DEPOSIT_LIMIT.windowMs,
        DEPOSIT_LIMIT.max,
        now - DEPOSIT_FAILURE_LIMIT.windowMs,
        DEPOSIT_FAILURE_LIMIT.max,
        UNCONFIRMED_DEPOSITS_MAX_CENTS,
        deposit.registerMaxCents,
        now,
      ),
    clearGuards(db, operationId),
  ];
}

/**
 * After two operators credited a deposit, which all sums include: it was credited now, however long ago it was asked for. How many
 * deposits there are bounds nothing here: what arrives was asked for before.
 */
export function guardArrivedLimits(
  db: D1Database,
  deposit: {
    readonly operationId: string;
    readonly accountId: string;
    readonly registerMaxCents: number;
  },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO guards (operation_id, step, n) SELECT ?1, 'limits-of-arrived',
           ${withinSumsSql('?3', '?4', '?5')}`,
      )
      .bind(
        deposit.operationId,
        deposit.accountId,
        UNCONFIRMED_DEPOSITS_MAX_CENTS,
        deposit.registerMaxCents,
        now,
      ),
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
              (SELECT settled_at FROM deposits WHERE account_id = ?2 AND status = 'failed' AND settled_at > ?4 AND ${TRIED}
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

export type DepositLevel = {
  readonly level: Level;
  readonly windowMs: number;
  /** In the window. */
  readonly maxCents: number;
  readonly usedCents: number;
};

/** What a customer's level lets him deposit, and what of it is used. */
export async function readDepositLevel(
  db: D1Database,
  { accountId, registerMaxCents }: { readonly accountId: string; readonly registerMaxCents: number },
  now: number,
): Promise<DepositLevel> {
  const row = await db
    .prepare(byLevelSql('?1', '?2', '?3'))
    .bind(accountId, registerMaxCents, now)
    .first<DepositLevel>();
  if (row === null) throw new Error('a level has its limit');
  return row;
}

/** The rows of the limits on deposits or withdrawals, by level. */
export async function readLevelLimits(
  db: D1Database,
  kind: 'deposit' | 'withdrawal',
): Promise<readonly LevelLimit[]> {
  const { results } = await db
    .prepare(
      'SELECT level, window_ms AS windowMs, max_cents AS maxCents FROM level_limits WHERE kind = ?1 ORDER BY level',
    )
    .bind(kind)
    .run<LevelLimit>();
  return results;
}
