// What of a customer's cash may be withdrawn: not what came in too lately, and not what is owed. Trading takes all of it, and what
// is bought and sold with such money stays in the same amount, because the amount is counted and not the coins.
// The arguments `who` and `now` are places such as `?2`, or columns.

import { CARD_MATURES_MS, FIRST_PIX_MATURES_MS, WITHDRAWAL_MIN_CENTS } from '../domain/limits.ts';
import type { ImmatureReason } from '../domain/withdrawals.ts';
import { disputesOwedSql, TAKEN_BACK_CENTS } from './disputes.ts';

/** A deposit that was not undone since. */
const STANDS = `d.status = 'completed' AND NOT EXISTS (SELECT 1 FROM transactions r WHERE r.reverses = d.id)`;

/** The dollars of a proposal `p` that the bank took, before a second operator has decided it. */
const PROPOSED = `p.state = 'open' AND p.kind = 'charge-back' AND p.expires_at >`;

/** What is left of it once the bank has what it took, and what it took waits for the second operator. `now`: a place. */
const leftSql = (now: string): string => `d.amount_cents - ${TAKEN_BACK_CENTS}
    - coalesce((SELECT p.detail ->> 'dueCents' FROM operator_proposals p WHERE p.deposit_id = d.id AND ${PROPOSED} ${now}), 0)`;

/** The payer's bank asks for it back, and nobody knows yet what becomes of that. */
const IS_CONTESTED = `EXISTS (SELECT 1 FROM brl_deposits b WHERE b.id = d.id AND b.state = 'contested')`;

/**
 * When the first PIX of an account settled, whatever became of it. A PIX that comes within a day of it waits as long as it does, so that
 * a small first one does not open the way for a large one.
 */
const firstPixAt = (who: string): string =>
  `(SELECT min(e.settled_at) FROM deposits e WHERE e.account_id = ${who} AND e.method = 'pix' AND e.status = 'completed')`;

/** Rows (reason, cents, until) of what is not mature; it is at `until`, or when a contest is over or a charge-back is decided. */
const immatureSql = (who: string, now: string): string => `
  SELECT 'card' AS reason, ${leftSql(now)} AS cents, d.settled_at + ${CARD_MATURES_MS} AS until FROM deposits d
    WHERE d.account_id = ${who} AND d.method = 'debit_card' AND d.settled_at > ${now} - ${CARD_MATURES_MS} AND ${STANDS}
  UNION ALL SELECT 'first-pix', ${leftSql(now)}, ${firstPixAt(who)} + ${FIRST_PIX_MATURES_MS} FROM deposits d
    WHERE d.account_id = ${who} AND d.method = 'pix' AND ${firstPixAt(who)} > ${now} - ${FIRST_PIX_MATURES_MS} AND ${STANDS}
      AND NOT ${IS_CONTESTED}
  UNION ALL SELECT 'contested', ${leftSql(now)}, NULL FROM brl_deposits c JOIN deposits d ON d.id = c.id
    WHERE c.account_id = ${who} AND c.state = 'contested' AND ${STANDS}
  UNION ALL SELECT 'contested', p.detail ->> 'dueCents', NULL FROM operator_proposals p JOIN deposits d ON d.id = p.deposit_id
    WHERE p.subject_id = ${who} AND ${PROPOSED} ${now} AND ${STANDS}`;

/** Storage that was charged and not paid for want of cash, or is not charged yet. */
const storageOwedSql = (who: string): string => `
  coalesce((SELECT m.owed_cents FROM storage_months m WHERE m.account_id = ${who} AND m.charged_at IS NOT NULL
      ORDER BY m.month DESC LIMIT 1), 0)
    + (SELECT coalesce(sum(m.due_cents), 0) FROM storage_months m WHERE m.account_id = ${who} AND m.charged_at IS NULL)`;

/** Cents, never below zero. In a batch it belongs before the statement that moves the cash. */
export const withdrawableSql = (who: string, now: string): string => `(SELECT max(0, withdrawer.cash_cents
    - (SELECT coalesce(sum(cents), 0) FROM (${immatureSql(who, now)})) - (${storageOwedSql(who)}) - ${disputesOwedSql(who)})
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
  /** For storage. */
  readonly owedCents: number;
  /** For deposits that the bank took back. */
  readonly debtCents: number;
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
      `SELECT a.cash_cents AS cashCents, ${withdrawableSql('a.id', '?2')} AS withdrawableCents,
         ${storageOwedSql('a.id')} AS owedCents, ${disputesOwedSql('a.id')} AS debtCents,
         (SELECT json_group_array(json_object('reason', reason, 'cents', cents, 'until', until) ORDER BY until IS NULL, until)
         FROM (SELECT reason, sum(cents) AS cents, until FROM (${immatureSql('?1', '?2')}) WHERE cents > 0 GROUP BY reason, until)) AS immature
       FROM accounts a WHERE a.id = ?1 AND a.kind = 'customer'`,
    )
    .bind(accountId, now)
    .first<Omit<Withdrawable, 'immature'> & { readonly immature: string }>();
  if (row === null) throw new Error('a customer has an account');
  return { ...row, immature: JSON.parse(row.immature) as Withdrawable['immature'] };
}
