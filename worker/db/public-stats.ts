// The public counts, and the one row that keeps them.

export type LedgerCounts = {
  readonly customers: number;
  readonly goldE4: number;
  readonly silverE4: number;
  readonly trades: number;
};

/**
 * Reads each settled deposit, holding and trade once, the first and the last from an index. A customer is an account with a
 * deposit that settled and was not undone; operators are none. A trade that was undone is none.
 */
export async function countLedger(db: D1Database): Promise<LedgerCounts> {
  const row = await db
    .prepare(
      `WITH paid AS MATERIALIZED (
         SELECT DISTINCT d.account_id AS id FROM deposits d WHERE d.status = 'completed'
           AND NOT EXISTS (SELECT 1 FROM transactions undoing WHERE undoing.reverses = d.id))
       SELECT (SELECT count(*) FROM paid WHERE id NOT IN (SELECT user_id FROM admin_users)
          AND id NOT IN (SELECT id FROM users WHERE closed_at IS NOT NULL)) AS customers,
        coalesce(sum(ounces_e4) FILTER (WHERE metal = 'gold'), 0) AS goldE4,
        coalesce(sum(ounces_e4) FILTER (WHERE metal = 'silver'), 0) AS silverE4,
        (SELECT count(*) FROM transactions WHERE type IN ('buy', 'sell') AND status = 'completed' AND account_id IN paid)
          - (SELECT count(*) FROM transactions WHERE type = 'reversal' AND reversed_type IN ('buy', 'sell') AND account_id IN paid) AS trades
       FROM holdings WHERE account_id IN paid`,
    )
    .first<LedgerCounts>();
  if (row === null) throw new Error('an aggregate always has a row');
  return row;
}

export type StoredStats = { readonly body: string | null; readonly takenAt: number };

export async function readStats(db: D1Database): Promise<StoredStats> {
  const row = await db
    .prepare('SELECT body, taken_at AS takenAt FROM public_stats WHERE id = 1')
    .first<StoredStats>();
  return row ?? { body: null, takenAt: 0 };
}

/** True for the one caller that may count now; the claim of a caller that died ends by itself. */
export async function claimStats(db: D1Database, now: number, claimMs: number): Promise<boolean> {
  const { meta } = await db
    .prepare('UPDATE public_stats SET claimed_at = ?1 WHERE id = 1 AND claimed_at <= ?2')
    .bind(now, now - claimMs)
    .run();
  return meta.changes === 1;
}

export async function storeStats(db: D1Database, body: string, now: number): Promise<void> {
  await db.prepare('UPDATE public_stats SET body = ?1, taken_at = ?2 WHERE id = 1').bind(body, now).run();
}
