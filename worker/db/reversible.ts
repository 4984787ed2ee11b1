// An operation as its reversal needs it: what it moved and whose it was, whether it was undone, and what the account has now.

import type { BonusClock } from '../domain/bonus.ts';
import type { PaymentStatus } from '../domain/deposits.ts';
import type { DepositMethod } from '../domain/fees.ts';
import type { TradedMetal } from '../domain/metals.ts';
import type { OperationKind } from '../domain/operations.ts';
import type { ReversalState } from '../domain/reversals.ts';
import { NO_HOLDING, type HoldingState } from '../domain/trades.ts';
import type { TransactionType } from '../domain/transactions.ts';

export type MovedOperation = {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly accountId: string;
  readonly transactionId: string;
  readonly type: TransactionType;
  readonly metal: TradedMetal | null;
  readonly ouncesE4: number | null;
  readonly priceCents: number | null;
  readonly subtotalCents: number;
  readonly feeCents: number;
  readonly totalCents: number;
  readonly basisRemovedCents: number | null;
  readonly status: PaymentStatus;
  readonly method: DepositMethod | null;
  readonly gateway: string | null;
  /** When it was made. */
  readonly at: number;
  /** The operation that undid it. */
  readonly reversedBy: string | null;
  /** A deposit that the payer's bank took back: nothing is left to undo. */
  readonly isTakenBack: number;
};

/** A deposit is named by the settlement that moved its money; an operation that moved nothing has no reversal. */
export async function findMoved(db: D1Database, operationId: string): Promise<MovedOperation | null> {
  return db
    .prepare(
      `SELECT o.id AS operationId, o.kind, o.account_id AS accountId, t.id AS transactionId, t.type, t.metal,
         t.ounces_e4 AS ouncesE4, t.price_cents AS priceCents, t.subtotal_cents AS subtotalCents, t.fee_cents AS feeCents,
         t.total_cents AS totalCents, t.basis_removed_cents AS basisRemovedCents, t.status, t.method, t.gateway, t.created_at AS at,
         (SELECT r.id FROM operations r WHERE r.reverses = o.id) AS reversedBy,
         EXISTS (SELECT 1 FROM disputes x WHERE x.deposit_id = t.id AND x.won_at IS NULL) AS isTakenBack
       FROM operations o JOIN transactions t
         ON t.id = coalesce((SELECT d.id FROM deposits d WHERE d.settlement_id = o.id),
                            (SELECT own.id FROM transactions own WHERE own.operation_id = o.id))
       WHERE o.id = ?1 AND EXISTS (SELECT 1 FROM entries e WHERE e.operation_id = o.id)`,
    )
    .bind(operationId)
    .first<MovedOperation>();
}

type StateRow = BonusClock & {
  readonly cashCents: number;
  readonly holdings: string;
  readonly bonusStands: number;
  readonly freedAt: number | null;
  readonly freedNetCents: number | null;
};

/** One moment of an account; null where there is none. */
export async function readReversalState(db: D1Database, accountId: string): Promise<ReversalState | null> {
  const row = await db
    .prepare(
      `SELECT a.cash_cents AS cashCents, ${BONUS_STANDS} AS bonusStands, a.net_purchases_cents AS netPurchasesCents,
         a.bonus_since AS bonusSince, a.bonus_freed_at AS freedAt, a.bonus_freed_net_cents AS freedNetCents,
         (SELECT json_group_object(h.metal, json_object('ouncesE4', h.ounces_e4, 'heldOuncesE4', h.held_ounces_e4,
           'costBasisCents', h.cost_basis_cents, 'realisedGainCents', h.realised_gain_cents, 'boughtCents', h.bought_cents))
          FROM holdings h WHERE h.account_id = a.id) AS holdings
       FROM accounts a WHERE a.id = ?1 AND a.kind = 'customer'`,
    )
    .bind(accountId)
    .first<StateRow>();
  if (row === null) return null;
  const holdings = JSON.parse(row.holdings) as Partial<Record<TradedMetal, HoldingState>>;
  const { cashCents, netPurchasesCents, bonusSince, freedAt, freedNetCents } = row;
  return {
    cashCents,
    netPurchasesCents,
    bonusSince,
    bonusFreed: freedAt === null || freedNetCents === null ? null : { at: freedAt, netCents: freedNetCents },
    holdings: { gold: holdings.gold ?? NO_HOLDING, silver: holdings.silver ?? NO_HOLDING },
    bonusStands: row.bonusStands === 1,
  };
}

/** Of account ?1: the welcome bonus was claimed and not taken back. By operations_one_bonus and operations_one_reversal. */
export const BONUS_STANDS = `EXISTS (SELECT 1 FROM operations b WHERE b.account_id = ?1 AND b.kind = 'bonus'
  AND NOT EXISTS (SELECT 1 FROM operations r WHERE r.reverses = b.id))`;
