// How much metal a customer below level 2 may buy in 30 days: less than R$ 10,000 (P61). The guard belongs to the batch of the purchase:
// parallel purchases cannot all see the same free place.

import type { Level } from '../domain/identity.ts';
import { REGISTER_WINDOW_MS, REGISTERED_LEVEL } from '../domain/level-limits.ts';
import { levelSql } from './identities.ts';
import { TRADED_SINCE_SQL } from './portfolio.ts';

/** What an account bought since then, fees included, a purchase of the same batch too. The arguments are places such as `?2`. */
const boughtSql = (
  who: string,
  since: string,
): string => `(SELECT coalesce(sum(total_cents), 0) FROM transactions
  WHERE account_id = ${who} AND created_at > ${since} AND type = 'buy')`;

/** After the purchase itself. Whose level is high enough pays for no sum. */
export function guardPurchaseLimit(
  db: D1Database,
  purchase: { readonly operationId: string; readonly accountId: string; readonly maxCents: number },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n)
       SELECT ?1, 'purchase-limit', CASE WHEN ${levelSql('?2')} >= ${REGISTERED_LEVEL} THEN 1 ELSE ${boughtSql('?2', '?3')} <= ?4 END`,
    )
    .bind(purchase.operationId, purchase.accountId, now - REGISTER_WINDOW_MS, purchase.maxCents);
}

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
      `SELECT level, ${TRADED_SINCE_SQL} AS tradedCents,
         CASE WHEN level >= ${REGISTERED_LEVEL} THEN 0 ELSE ${boughtSql('?1', '?3')} END AS boughtCents
       FROM (SELECT ${levelSql('?1')} AS level)`,
    )
    .bind(accountId, tradedSince, now - REGISTER_WINDOW_MS)
    .first<OrderSums>();
  if (row === null) throw new Error('sums of nothing are zero');
  return row;
}
