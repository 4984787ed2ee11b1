// What customers had at a place in the order of commits: what they have now, less the entries after it. As SQL, so that a statement
// that writes can read it in the same moment. Reads the balances and the entries after that place, never the whole of the books.

/** The entries after `seq`, added up by account. */
const movedAfter = (seq: string, account: string | null): string => `
  SELECT e.account_id, sum(iif(e.asset = 'usd', e.amount, 0)) AS cash_cents, sum(iif(e.asset = 'gold', e.amount, 0)) AS gold_e4,
    sum(iif(e.asset = 'silver', e.amount, 0)) AS silver_e4
  FROM ${
    account === null
      ? // CROSS JOIN keeps the order: the operations after that place first, by the index of seq.
        `operations o CROSS JOIN entries e ON e.operation_id = o.id WHERE o.seq > ${seq}`
      : `entries e CROSS JOIN operations o ON o.id = e.operation_id WHERE e.account_id = ${account} AND o.seq > ${seq}`
  }
  GROUP BY e.account_id`;

/**
 * A SELECT of (account_id, cash_cents, gold_e4, silver_e4), one row for each customer's account as of `seq`, also for those who had
 * nothing; with `account` for that one alone. Both are SQL, like '?1': never what anybody typed.
 */
export function balancesAtSql(seq: string, account: string | null = null): string {
  const held = (metal: 'gold' | 'silver') =>
    `coalesce((SELECT ounces_e4 FROM holdings WHERE account_id = a.id AND metal = '${metal}'), 0) - coalesce(m.${metal}_e4, 0) AS ${metal}_e4`;
  return `SELECT a.id AS account_id, a.cash_cents - coalesce(m.cash_cents, 0) AS cash_cents, ${held('gold')}, ${held('silver')}
    FROM accounts a LEFT JOIN (${movedAfter(seq, account)}) m ON m.account_id = a.id
    WHERE a.kind = 'customer'${account === null ? '' : ` AND a.id = ${account}`}`;
}

/** The same of the customers alone whom an entry after `seq` moved: all that changes from there on. */
export function movedBalancesAtSql(seq: string): string {
  const held = (metal: 'gold' | 'silver') =>
    `coalesce((SELECT ounces_e4 FROM holdings WHERE account_id = a.id AND metal = '${metal}'), 0) - m.${metal}_e4 AS ${metal}_e4`;
  return `SELECT a.id AS account_id, a.cash_cents - m.cash_cents AS cash_cents, ${held('gold')}, ${held('silver')}
    FROM (${movedAfter(seq, null)}) m JOIN accounts a ON a.id = m.account_id WHERE a.kind = 'customer'`;
}

export type BalancesAt = {
  readonly accountId: string;
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
};

/** What one customer had; null where there is no such account. */
export async function balancesOf(db: D1Database, accountId: string, seq: number): Promise<BalancesAt | null> {
  return db
    .prepare(
      `SELECT account_id AS accountId, cash_cents AS cashCents, gold_e4 AS goldE4, silver_e4 AS silverE4
       FROM (${balancesAtSql('?2', '?1')})`,
    )
    .bind(accountId, seq)
    .first<BalancesAt>();
}
