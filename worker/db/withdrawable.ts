// What of a customer's cash may be withdrawn: not what came in too lately, and not what is owed. Trading takes all of it, and what
// is bought and sold with such money stays in the same amount, because the amount is counted and not the coins.
// The arguments `who` and `now` are places such as `?2`, or columns.

import { CARD_MATURES_MS, FIRST_PIX_MATURES_MS, WITHDRAWAL_MIN_CENTS } from '../domain/limits.ts';
import type { ImmatureReason } from '../domain/withdrawals.ts';
import { disputesOwedSql } from './disputes.ts';

/** A deposit that was not undone or taken back since. */
const STANDS = `d.status = 'completed' AND NOT EXISTS (SELECT 1 FROM transactions r WHERE r.reverses = d.id)
      AND NOT EXISTS (SELECT 1 FROM disputes x WHERE x.deposit_id = d.id AND x.won_at IS NULL)`;

/** The payer's bank asks for it back, and nobody knows yet what becomes of that. */
const IS_CONTESTED = `EXISTS (SELECT 1 FROM brl_deposits b WHERE b.id = d.id AND b.state = 'contested')`;

/** The first PIX of an account, whatever became of it: what comes by PIX in its day waits as long as it does, so that no small one opens the way. */
const firstPixAt = (who: string): string =>
  `(SELECT min(e.settled_at) FROM deposits e WHERE e.account_id = ${who} AND e.method = 'pix' AND e.status = 'completed')`;

/** Rows (reason, cents, until) of what is not mature; it is at `until`, or when a contest is over. */
const immatureSql = (who: string, now: string): string => `
  SELECT 'card' AS reason, d.amount_cents AS cents, d.settled_at + ${CARD_MATURES_MS} AS until FROM deposits d
    WHERE d.account_id = ${who} AND d.method = 'debit_card' AND d.settled_at > ${now} - ${CARD_MATURES_MS} AND ${STANDS}
  UNION ALL SELECT 'first-pix', d.amount_cents, ${firstPixAt(who)} + ${FIRST_PIX_MATURES_MS} FROM deposits d
    WHERE d.account_id = ${who} AND d.method = 'pix' AND ${firstPixAt(who)} > ${now} - ${FIRST_PIX_MATURES_MS} AND ${STANDS}
      AND NOT ${IS_CONTESTED}
  UNION ALL SELECT 'contested', d.amount_cents, NULL FROM brl_deposits c JOIN deposits d ON d.id = c.id
    WHERE c.account_id = ${who} AND c.state = 'contested' AND ${STANDS}`;

/** Storage that was charged and not paid for want of cash, or is not charged yet; and deposits that the bank took back. */
const owedSql = (who: string): string => `
  coalesce((SELECT m.owed_cents FROM storage_months m WHERE m.account_id = ${who} AND m.charged_at IS NOT NULL
      ORDER BY m.month DESC LIMIT 1), 0)
    + (SELECT coalesce(sum(m.due_cents), 0) FROM storage_months m WHERE m.account_id = ${who} AND m.charged_at IS NULL)
    + ${disputesOwedSql(who)}`;

/** Cents, never below zero. In a batch it belongs before the statement that moves the cash. */
export const withdrawableSql = (who: string, now: string): string => `(SELECT max(0, withdrawer.cash_cents
    - (SELECT coalesce(sum(cents), 0) FROM (${immatureSql(who, now)})) - (${owedSql(who)}))
  FROM accounts withdrawer WHERE withdrawer.id = ${who})`;

/**
 * For the batch of a withdrawal, before its cash moves: no more than is withdrawable, and less than the minimum only where that is all
 * there is (`withdrawalProblem` of worker/domain/withdrawals.ts, as SQL).
 */
export function guardWithdrawable(
  db: D1Database,
  withdrawal: { readonly operationId: string; readonly accountId: string; readonly amountCents: number },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n)
       SELECT ?1, 'withdrawable', ?3 <= w.cents AND (?3 >= ${WITHDRAWAL_MIN_CENTS} OR ?3 = w.cents)
       FROM (SELECT ${withdrawableSql('?2', '?4')} AS cents) w`,
    )
    .bind(withdrawal.operationId, withdrawal.accountId, withdrawal.amountCents, now);
}

export type Withdrawable = {
  readonly cashCents: number;
  readonly withdrawableCents: number;
  readonly owedCents: number;
  readonly immature: readonly {
    readonly reason: ImmatureReason;
    readonly cents: number;
    /** Null: until a contest is over. */
    readonly until: number | null;
  }[];
};

/** The same figures to be shown; what is not mature, the next to be first, and as one sum what waits for the same reason as long. */
export async function readWithdrawable(
  db: D1Database,
  accountId: string,
  now: number,
): Promise<Withdrawable> {
  const row = await db
    .prepare(
      `SELECT a.cash_cents AS cashCents, ${withdrawableSql('a.id', '?2')} AS withdrawableCents, ${owedSql('a.id')} AS owedCents,
         (SELECT json_group_array(json_object('reason', reason, 'cents', cents, 'until', until) ORDER BY until IS NULL, until)
          FROM (SELECT reason, sum(cents) AS cents, until FROM (${immatureSql('?1', '?2')}) GROUP BY reason, until)) AS immature
       FROM accounts a WHERE a.id = ?1 AND a.kind = 'customer'`,
    )
    .bind(accountId, now)
    .first<Omit<Withdrawable, 'immature'> & { readonly immature: string }>();
  if (row === null) throw new Error('a customer has an account');
  return { ...row, immature: JSON.parse(row.immature) as Withdrawable['immature'] };
}
