// The days on which the storage of somebody's metal counts, and the months they add up to, written with the close of the day; and
// what the nightly check compares them with. The law is in worker/domain/storage-fee.ts, the tables in 0042_storage_fee.sql.

import { firstDayOf, lastDayOf, monthOf } from '../domain/days.ts';
import { OUNCE_E4 } from '../domain/limits.ts';
import { CENT_DAYS_PER_CENT } from '../domain/storage-fee.ts';
import { balancesAtSql } from './balances-at.ts';
import { tariffOnSql } from './tariffs.ts';

/**
 * The first purchase of an account that stands at a place in the order of commits: all three are SQL. What was undone up to there
 * started nothing, and a bonus is no purchase. By operations_by_account, and it stops at the first: the plus keeps the planner from the
 * index of seq, by which it would sort them all.
 */
export const firstPurchaseSql = (account: string, seq: string): string =>
  `(SELECT o.created_at FROM operations o JOIN transactions t ON t.operation_id = o.id
    WHERE o.account_id = ${account} AND o.kind = 'trade' AND t.type = 'buy' AND +o.seq <= ${seq}
      AND NOT EXISTS (SELECT 1 FROM operations undoing WHERE undoing.reverses = o.id AND undoing.seq <= ${seq})
    ORDER BY o.created_at LIMIT 1)`;

/**
 * A SELECT of (account_id, day, value_cents, excess_cents): who had what above the bound at the close that `close` selects, a row of
 * day_closes as SQL. Nothing where no tariff is in force, where a mark is missing, and in somebody's free year.
 */
export function storageOfDaySql(close: string): string {
  const value = (metal: 'gold' | 'silver') => `b.${metal}_e4 * c.${metal}_cents / ${OUNCE_E4}`;
  // CROSS JOIN keeps the order: without a tariff no balance is read.
  return `SELECT account_id, day, value_cents, value_cents - above_cents AS excess_cents
    FROM (
      SELECT b.account_id, c.day, c.seq_to, t.free_days, t.above_cents, ${value('gold')} + ${value('silver')} AS value_cents
      FROM (${close}) c CROSS JOIN tariffs t ON t.id = (${tariffOnSql('c.day')})
        CROSS JOIN (${balancesAtSql(`(SELECT seq_to FROM (${close}))`)}) b
      WHERE c.gold_cents IS NOT NULL AND c.silver_cents IS NOT NULL) held
    WHERE value_cents > above_cents
      AND date(${firstPurchaseSql('held.account_id', 'held.seq_to')} / 1000, 'unixepoch', '+' || free_days || ' days') < day`;
}

/** For the batch of a close, after the close itself: the day, and with the last day of a month that month. */
export function storageStatements(db: D1Database, day: string): D1PreparedStatement[] {
  const month = monthOf(day);
  return [
    db
      .prepare(
        `INSERT INTO storage_days (account_id, day, value_cents, excess_cents)
         ${storageOfDaySql('SELECT * FROM day_closes WHERE day = ?1')}`,
      )
      .bind(day),
    ...(day === lastDayOf(month) ? [storageMonthStatement(db, month)] : []),
  ];
}

/**
 * The month of who has days in it; and of who owes something, or may, and has cash to pay it with. Whole numbers in SQL: the sums
 * stay under 2^53 (31 days of 3e13).
 */
function storageMonthStatement(db: D1Database, month: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO storage_months (account_id, month, cent_days, carried_in, due_cents, carried_out)
       SELECT account_id, ?1, cent_days, carried_in, (carried_in + cent_days) / ${CENT_DAYS_PER_CENT},
         (carried_in + cent_days) % ${CENT_DAYS_PER_CENT}
       FROM (
         SELECT a.id AS account_id, a.cash_cents, last.month IS NOT NULL AND coalesce(last.owed_cents, 1) > 0 AS owes,
           coalesce((SELECT sum(d.excess_cents) FROM storage_days d WHERE d.account_id = a.id AND d.day BETWEEN ?2 AND ?3), 0) AS cent_days,
           coalesce(last.carried_out, 0) AS carried_in
         FROM accounts a LEFT JOIN storage_months last ON last.account_id = a.id
           AND last.month = (SELECT max(month) FROM storage_months WHERE account_id = a.id)
         WHERE a.kind = 'customer')
       WHERE cent_days > 0 OR (owes AND cash_cents > 0)`,
    )
    .bind(month, firstDayOf(month), lastDayOf(month));
}

export type StorageDay = { readonly day: string; readonly valueCents: number; readonly excessCents: number };

/** The days of a month on which something counted, ascending. */
export async function storageDaysOf(db: D1Database, accountId: string, month: string): Promise<StorageDay[]> {
  const { results } = await db
    .prepare(
      `SELECT day, value_cents AS valueCents, excess_cents AS excessCents FROM storage_days
       WHERE account_id = ?1 AND day BETWEEN ?2 AND ?3 ORDER BY day`,
    )
    .bind(accountId, firstDayOf(month), lastDayOf(month))
    .all<StorageDay>();
  return results;
}

/** The day of the first purchase that stands now, as a moment; null before. */
export async function firstPurchaseAt(db: D1Database, accountId: string): Promise<number | null> {
  return db
    .prepare(`SELECT ${firstPurchaseSql('?1', '(SELECT max(seq) FROM operations)')} AS at`)
    .bind(accountId)
    .first<number>('at');
}
