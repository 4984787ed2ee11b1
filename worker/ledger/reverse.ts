// The reversal of an operation, in one batch with its approval and the line of the operators' log: a new operation that names
// the one it undoes, its entries mirrored. worker/domain/reversals.ts states the rule; CHECK and UNIQUE decide whether it can be.

import { clearGuards, guard } from '../db/guards.ts';
import { type AuditEvent, commitAudited } from '../db/audit-log.ts';
import { approveStatement } from '../db/reversal-proposals.ts';
import { BONUS_STANDS, type MovedOperation } from '../db/reversible.ts';
import { BONUS_OUNCES_E4, BONUS_RELEASE_CENTS } from '../domain/limits.ts';
import type { TradedMetal } from '../domain/metals.ts';
import { type Reversed, reversalMoves, type ReversibleType } from '../domain/reversals.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { type Meanings, meaningOf } from './commit.ts';
import {
  freeDueBonus,
  insertOperation,
  mirrorEntries,
  moveCash,
  moveCashForMetal,
  oneAccount,
} from './statements.ts';

/** An operation that may be undone: its type says how. */
export type ReversibleOperation = MovedOperation & Reversed & { readonly type: ReversibleType };

export type ReversalPosting = {
  readonly operationId: string;
  readonly transactionId: string;
  readonly of: ReversibleOperation;
  readonly proposalId: string;
  readonly approvedBy: string;
  readonly decisionNote: string | null;
  /** What the customer reads beside it. */
  readonly note: string | null;
  readonly now: number;
  readonly audit: AuditEvent;
  /** Rows that must come and go with the reversal: the customer's receipt. */
  readonly alongside: readonly D1PreparedStatement[];
};

/** What its statements are made of. */
export type ReversalMoves = Pick<ReversalPosting, 'operationId' | 'transactionId' | 'of' | 'note' | 'now'>;

export type ReversalRefusal =
  | 'AlreadyReversed'
  | 'ReversalShortOfCash'
  | 'ReversalShortOfMetal'
  | 'BeyondBounds'
  /** A sale is undone, and the vault no longer has what the customer would get back. */
  | 'OutOfStock'
  /** A guard: the proposal is not open to this operator any more, the metal has left, or the bank took the deposit back. */
  | 'NotAsExpected';

const REFUSALS: Meanings<ReversalRefusal> = {
  'one-operation-per-key': 'AlreadyReversed',
  'one-reversal-per-operation': 'AlreadyReversed',
  'cash-not-below-zero': 'ReversalShortOfCash',
  'free-ounces-not-below-zero': 'ReversalShortOfMetal',
  'within-bounds': 'BeyondBounds',
  'out-of-stock': 'OutOfStock',
  guard: 'NotAsExpected',
};

export async function postReversal(
  db: D1Database,
  reversal: ReversalPosting,
): Promise<Result<void, ReversalRefusal>> {
  const { operationId, of, now } = reversal;
  const statements = [
    insertOperation(db, {
      id: operationId,
      accountId: of.accountId,
      initiator: 'house',
      idempotencyKey: `reverse:${of.operationId}`,
      requestHash: reversal.proposalId,
      kind: 'reversal',
      reverses: of.operationId,
      now,
    }),
    approveStatement(db, {
      id: reversal.proposalId,
      by: reversal.approvedBy,
      at: now,
      note: reversal.decisionNote,
      reversalId: operationId,
    }),
    guard(db, operationId, 'proposal'),
    ...(of.metal === null ? depositMoves(db, reversal) : metalMoves(db, reversal, of.metal)),
    mirrorEntries(db, operationId, of.operationId),
    ...reversal.alongside,
    clearGuards(db, operationId),
  ];
  try {
    await commitAudited(db, reversal.audit, statements);
    return ok(undefined);
  } catch (error) {
    return err(meaningOf(error, REFUSALS));
  }
}

const COLUMNS = `(id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents, total_cents, status,
  method, gateway, notes, created_at, settled_at, reverses, reversed_type, basis_removed_cents)`;
const COPIED = `?1, t.account_id, ?2, 'reversal', t.metal, t.ounces_e4, t.price_cents, t.subtotal_cents, t.fee_cents, t.total_cents,
  'completed', t.method, t.gateway, ?3, ?4, ?4, t.id, t.type`;

/** No metal, so no basis. What the payer's bank took back cannot be undone as well. */
function depositMoves(db: D1Database, reversal: ReversalPosting): D1PreparedStatement[] {
  const { operationId, of } = reversal;
  return [
    db
      .prepare(
        `INSERT INTO transactions ${COLUMNS} SELECT ${COPIED}, NULL FROM transactions t
         WHERE t.id = ?5 AND NOT EXISTS (SELECT 1 FROM disputes x WHERE x.deposit_id = t.id AND x.won_at IS NULL)`,
      )
      .bind(...copied(reversal)),
    guard(db, operationId, 'not-taken-back'),
    moveCash(db, of.accountId, reversalMoves(of).cashCents),
    guard(db, operationId, 'cash'),
  ];
}

/**
 * The basis that leaves is reckoned from the holding before (domain/reversals.ts), so the transaction is written first, and
 * only where the metal is there: free of hold, unless it is the held bonus itself that goes.
 */
export function metalMoves(
  db: D1Database,
  reversal: ReversalMoves,
  metal: TradedMetal,
): D1PreparedStatement[] {
  const { operationId, transactionId, of, now } = reversal;
  const { accountId, type } = of;
  const moves = reversalMoves(of);
  const takesBonus = type === 'bonus' ? 1 : 0;
  return [
    ...freeDueBonus(db, oneAccount(accountId, now)),
    db
      .prepare(
        `INSERT INTO transactions ${COLUMNS}
         SELECT ${COPIED}, CASE
           WHEN t.type = 'sell' THEN -t.basis_removed_cents
           WHEN h.ounces_e4 = t.ounces_e4 THEN h.cost_basis_cents
           WHEN t.type = 'buy' THEN min(t.total_cents, h.cost_basis_cents)
           ELSE 0 END
         FROM transactions t JOIN holdings h ON h.account_id = t.account_id AND h.metal = t.metal
         WHERE t.id = ?5 AND (t.type = 'sell' OR h.ounces_e4 - iif(t.type = 'bonus', 0, h.held_ounces_e4) >= t.ounces_e4)`,
      )
      .bind(...copied(reversal)),
    guard(db, operationId, 'enough-free-ounces'),
    db
      .prepare(
        `UPDATE holdings SET
           ounces_e4 = ounces_e4 + ?3,
           held_ounces_e4 = iif(?4, 0, held_ounces_e4),
           cost_basis_cents = cost_basis_cents - undone.basis_removed_cents,
           realised_gain_cents = realised_gain_cents + ?5 - undone.basis_removed_cents,
           bought_cents = bought_cents - ?6,
           updated_at = ?7
         FROM (SELECT basis_removed_cents FROM transactions WHERE id = ?8) AS undone
         WHERE account_id = ?1 AND metal = ?2`,
      )
      .bind(
        accountId,
        metal,
        moves.ouncesE4,
        takesBonus,
        moves.cashCents,
        type === 'buy' ? of.totalCents : 0,
        now,
        transactionId,
      ),
    guard(db, operationId, 'holding'),
    ...(type === 'bonus' ? [] : tradeMoves(db, reversal, moves.cashCents)),
  ];
}

/**
 * Cash and net purchases. Where those that had freed the bonus no longer are enough without this trade, what is left of the
 * bonus is held again (P55).
 */
function tradeMoves(db: D1Database, reversal: ReversalMoves, cashCents: number): D1PreparedStatement[] {
  const { operationId, of, now } = reversal;
  const isUnearned = `bonus_freed_net_cents < ${BONUS_RELEASE_CENTS}`;
  return [
    moveCashForMetal(db, {
      rows: 'SELECT ?1 AS account_id, ?2 AS at, ?3 AS delta_cents',
      params: [of.accountId, now, cashCents],
    }),
    guard(db, operationId, 'cash'),
    db
      .prepare(
        `UPDATE accounts SET bonus_freed_net_cents = bonus_freed_net_cents - ?2 WHERE id = ?1 AND bonus_freed_at > ?3`,
      )
      .bind(of.accountId, cashCents, of.at),
    db
      .prepare(
        `UPDATE holdings SET held_ounces_e4 = min(${BONUS_OUNCES_E4}, ounces_e4)
         WHERE account_id = ?1 AND metal = 'silver' AND ${BONUS_STANDS}
           AND EXISTS (SELECT 1 FROM accounts WHERE id = ?1 AND ${isUnearned})`,
      )
      .bind(of.accountId),
    db
      .prepare(
        `UPDATE accounts SET bonus_freed_at = NULL, bonus_freed_net_cents = NULL WHERE id = ?1 AND ${isUnearned}`,
      )
      .bind(of.accountId),
  ];
}

function copied({ transactionId, operationId, note, now, of }: ReversalMoves): (string | number | null)[] {
  return [transactionId, operationId, note, now, of.transactionId];
}
