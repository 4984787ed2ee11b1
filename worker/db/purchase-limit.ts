// How much metal a customer below level 2 may buy in 30 days: less than R$ 10,000 (P61). The condition belongs to the batch of the
// purchase: parallel purchases cannot all see the same free place.

import type { Level } from '../domain/identity.ts';
import { REGISTER_WINDOW_MS, REGISTERED_LEVEL } from '../domain/level-limits.ts';
import { levelSql } from './identities.ts';
import { tradedSql } from './portfolio.ts';

/** What an account bought since then, fees included. The arguments are places such as `?2`, or columns. */
const boughtSql = (
  who: string,
  since: string,
): string => `(SELECT coalesce(sum(total_cents), 0) FROM transactions
  WHERE account_id = ${who} AND created_at > ${since} AND type = 'buy')`;

/** Whether a purchase of `total` would pass `max`. Whose level is high enough pays for no sum; a `max` of NULL bounds nothing. */
export const isBeyondRegisterSql = (who: string, total: string, max: string, now: string): string =>
  `(${max} IS NOT NULL AND ${levelSql(who)} < ${REGISTERED_LEVEL}
    AND ${boughtSql(who, `${now} - ${REGISTER_WINDOW_MS}`)} + ${total} > ${max})`;

export type OrderSums = {
  readonly level: Level;
  /** Bought and sold for since a moment. */
  readonly tradedCents: number;
  /** Bought for in 30 days; zero at a level that no sum bounds. */
  readonly boughtCents: number;
};

/** What the limits on orders look at, in one statement. */
export async function readOrderSums(
  db: D1Database,
  { accountId, tradedSince }: { readonly accountId: string; readonly tradedSince: number },
  now: number,
): Promise<OrderSums> {
  const row = await db
    .prepare(
      `SELECT level, ${tradedSql('?1', '?2')} AS tradedCents,
         CASE WHEN level >= ${REGISTERED_LEVEL} THEN 0 ELSE ${boughtSql('?1', '?3')} END AS boughtCents
       FROM (SELECT ${levelSql('?1')} AS level)`,
    )
    .bind(accountId, tradedSince, now - REGISTER_WINDOW_MS)
    .first<OrderSums>();
  if (row === null) throw new Error('sums of nothing are zero');
  return row;
}
