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
  | 'one-reversal-per-operation'
  | 'guard';

const CHECKS: Readonly<Record<string, LedgerRule>> = {
  cash_not_below_zero: 'cash-not-below-zero',
  cash_within_bounds: 'within-bounds',
  free_ounces_not_below_zero: 'free-ounces-not-below-zero',
  ounces_within_bounds: 'within-bounds',
  stock_covers_what_is_sold: 'out-of-stock',
  guard_matched_one_row: 'guard',
};

/** What the refusals that a batch may meet are called by whoever asked for it. */
export type Meanings<E extends string> = Readonly<Partial<Record<LedgerRule, E>>>;

/** Of what is decided once: another was first. */
export const WAS_DECIDED = { guard: 'AlreadyDecided', 'one-operation-per-key': 'AlreadyDecided' } as const;

/** Runs the batch. A rule without a meaning is one that it cannot break: that it was broken is a defect, and thrown. */
export async function commit<E extends string>(
  db: D1Database,
  meanings: Meanings<E>,
  statements: D1PreparedStatement[],
): Promise<Result<void, E>> {
  const booked = await batched(db, meanings, statements);
  return booked.ok ? ok(undefined) : booked;
}

/** The same for a batch whose last statement returns the stored reply, which is the answer. */
export async function commitWithReply<E extends string>(
  db: D1Database,
  meanings: Meanings<E>,
  statements: D1PreparedStatement[],
): Promise<Result<string, E>> {
  const booked = await batched(db, meanings, statements);
  if (!booked.ok) return booked;
  const reply = booked.value.at(-1)?.results[0]?.reply;
  if (typeof reply !== 'string') throw new Error('an operation was booked without its reply');
  return ok(reply);
}

async function batched<E extends string>(
  db: D1Database,
  meanings: Meanings<E>,
  statements: D1PreparedStatement[],
): Promise<Result<readonly D1Result<{ reply?: string | null }>[], E>> {
  try {
    return ok(await bookedBatch(db, statements));
  } catch (error) {
    return err(meaningOf(error, meanings));
  }
}

/** Throws the error again where it is no refusal, or one without a meaning. */
export function meaningOf<E extends string>(error: unknown, meanings: Meanings<E>): E {
  const rule = brokenLedgerRule(error);
  const meaning = rule === null ? undefined : meanings[rule];
  if (meaning === undefined) throw error;
  return meaning;
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
  if (failure.columns.includes('.reverses')) return 'one-reversal-per-operation';
  return failure.columns === 'operations.account_id' ? 'one-bonus-per-account' : null;
}
