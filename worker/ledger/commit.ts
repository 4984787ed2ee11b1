// The only way for a money operation into the database, but for trades, which go in sets (post-trade.ts): a single atomic batch.
// Owns the order that holds under races and the reading of its refusals; everything else builds statements.

import { readD1Error } from '../db/d1-errors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { bookedBatch } from '../telemetry/booked.ts';

/** Which rule of the schema refused the batch. Trouble of the infrastructure is thrown, not returned. */
export type LedgerRule =
  | 'one-operation-per-key'
  | 'one-bonus-per-account'
  | 'cash-not-below-zero'
  | 'free-ounces-not-below-zero'
  | 'within-bounds'
  | 'out-of-stock'
  | 'account-frozen'
  /** A payment of the gateway belongs to one withdrawal. */
  | 'reference-taken'
  | 'guard';

const CHECKS: Readonly<Record<string, LedgerRule>> = {
  cash_not_below_zero: 'cash-not-below-zero',
  cash_within_bounds: 'within-bounds',
  free_ounces_not_below_zero: 'free-ounces-not-below-zero',
  ounces_within_bounds: 'within-bounds',
  stock_covers_what_is_sold: 'out-of-stock',
  guard_matched_one_row: 'guard',
};

/** Runs the batch; on success the first column-set of its last statement (the reply, where there is one). */
export async function commit(
  db: D1Database,
  statements: D1PreparedStatement[],
): Promise<Result<{ readonly reply: string | null }, LedgerRule>> {
  try {
    const results = await bookedBatch<{ reply?: string | null }>(db, statements);
    return ok({ reply: results.at(-1)?.results[0]?.reply ?? null });
  } catch (error) {
    const rule = brokenLedgerRule(error);
    if (rule === null) throw error;
    return err(rule);
  }
}

/** Null when no rule of the ledger failed: database trouble, or a rule of another table. */
export function brokenLedgerRule(error: unknown): LedgerRule | null {
  const failure = readD1Error(error);
  if (failure.kind === 'check') return CHECKS[failure.constraint] ?? null;
  if (failure.kind === 'frozen') return 'account-frozen';
  if (failure.kind !== 'unique') return null;
  if (failure.columns.includes('operations.idempotency_key')) return 'one-operation-per-key';
  // A payment in reais is booked once, by whichever of two operations was first.
  if (failure.columns.includes('brl_payments.')) return 'one-operation-per-key';
  if (failure.columns.includes('withdrawals.gateway_reference')) return 'reference-taken';
  return failure.columns === 'operations.account_id' ? 'one-bonus-per-account' : null;
}
