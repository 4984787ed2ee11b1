// One trade, one batch: key and quote claimed, cash and metal moved against the house, the answer written.
// A quote's figures are taken as they are; whether the customer has the means is decided here, by CHECK.

import { clearGuards, guard, guardNotFrozen, guardNotSuspended, isSuspended } from '../db/guards.ts';
import { TRADED_SINCE_SQL } from '../db/portfolio.ts';
import { guardPurchaseLimit, type OrderSums, readOrderSums } from '../db/purchase-limit.ts';
import { isBeyondRegister } from '../domain/level-limits.ts';
import type { TradedMetal } from '../domain/metals.ts';
import type { Marks } from '../domain/portfolio.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Side } from '../domain/trades.ts';
import { commit } from './commit.ts';
import { writeReply } from './reply.ts';
import { freeDueBonus, HOUSE, insertEntries, insertOperation, moveCashForMetal } from './statements.ts';

export type TradePosting = {
  readonly operationId: string;
  readonly transactionId: string;
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly quoteId: string;
  readonly quoteBasis: string;
  readonly side: Side;
  readonly metal: TradedMetal;
  readonly ouncesE4: number;
  readonly priceCents: number;
  readonly subtotalCents: number;
  readonly feeCents: number;
  readonly totalCents: number;
  readonly marks: Marks;
  readonly now: number;
  /** The most that orders since a moment may come to, this one included; null for who has proved again who they are. */
  readonly atMost: { readonly cents: number; readonly since: number } | null;
  /** The most that purchases of 30 days may come to below level 2, this one included (P61); null of a sale. */
  readonly registerMaxCents: number | null;
  /** Rows that must come and go with the trade: its submission notice. */
  readonly alongside: readonly D1PreparedStatement[];
};

export type TradeRefusal =
  | 'OperationExists'
  | 'QuoteUsed'
  | 'InsufficientFunds'
  | 'InsufficientHoldings'
  | 'BeyondBounds'
  /** The vault has less than is bought; others may have bought it since the quote. */
  | 'OutOfStock'
  /** Suspended between the request and its batch. */
  | 'AccountSuspended'
  /** Frozen, perhaps since the request began. */
  | 'AccountFrozen'
  /** More than `atMost`. */
  | 'StepUpRequired'
  /** More than `registerMaxCents`, with what was read of it afterwards. */
  | { readonly beyondLevel: OrderSums };

/** Posts the trade and returns the stored reply. */
export async function postTrade(db: D1Database, trade: TradePosting): Promise<Result<string, TradeRefusal>> {
  const moves = trade.side === 'buy' ? buyMoves(db, trade) : saleMoves(db, trade);
  const posted = await commit(db, [
    insertOperation(db, { ...trade, id: trade.operationId, initiator: 'customer', kind: 'trade' }),
    guardNotSuspended(db, trade.operationId, trade.accountId),
    guardNotFrozen(db, trade.operationId, trade.accountId, trade.now),
    ...freeDueBonus(db, trade.accountId, trade.now),
    ...moves,
    ...guardLevel(db, trade),
    ...guardAtMost(db, trade),
    ...insertEntries(db, trade.operationId, entriesOf(trade)),
    ...trade.alongside,
    clearGuards(db, trade.operationId),
    writeReply(db, trade.operationId, trade.marks, trade.now),
  ]);
  if (posted.ok) {
    if (posted.value.reply === null) throw new Error('a posted trade wrote no reply');
    return ok(posted.value.reply);
  }
  switch (posted.error) {
    case 'one-operation-per-key':
      return err('OperationExists');
    case 'one-trade-per-quote':
      return err('QuoteUsed');
    case 'cash-not-below-zero':
      return err('InsufficientFunds');
    case 'free-ounces-not-below-zero':
      return err('InsufficientHoldings');
    case 'within-bounds':
      return err('BeyondBounds');
    case 'out-of-stock':
      return err('OutOfStock');
    case 'account-frozen':
      return err('AccountFrozen');
    case 'guard':
      if (await isSuspended(db, trade.accountId)) return err('AccountSuspended');
      return err(await limitPassed(db, trade));
    case 'one-bonus-per-account':
      throw new Error('a trade is no bonus');
  }
}

/** After the transaction itself, so that parallel trades cannot each see the sum without the others. */
function guardAtMost(
  db: D1Database,
  { operationId, accountId, atMost }: TradePosting,
): D1PreparedStatement[] {
  if (atMost === null) return [];
  return [
    db
      .prepare(`INSERT INTO guards (operation_id, step, n) SELECT ?3, 'at-most', ${TRADED_SINCE_SQL} <= ?4`)
      .bind(accountId, atMost.since, operationId, atMost.cents),
  ];
}

function guardLevel(db: D1Database, trade: TradePosting): D1PreparedStatement[] {
  const { registerMaxCents: maxCents } = trade;
  return maxCents === null ? [] : [guardPurchaseLimit(db, { ...trade, maxCents }, trade.now)];
}

/** Which guard it was, in the order of a quote's refusals. */
async function limitPassed(db: D1Database, trade: TradePosting): Promise<TradeRefusal> {
  const { accountId, atMost, registerMaxCents, now, totalCents } = trade;
  const sums = await readOrderSums(db, { accountId, tradedSince: atMost?.since ?? now }, now);
  if (isBeyondRegister(sums, totalCents, registerMaxCents)) return { beyondLevel: sums };
  if (atMost !== null && sums.tradedCents + totalCents > atMost.cents) return 'StepUpRequired';
  if (trade.side === 'sell') return 'InsufficientHoldings';
  throw new Error('a customer without an account cannot buy');
}

function buyMoves(db: D1Database, trade: TradePosting): D1PreparedStatement[] {
  return [
    moveCashForMetal(db, trade.accountId, -trade.totalCents, trade.now),
    guard(db, trade.operationId, 'cash'),
    // The basis and the running total of purchases include the fee (P21).
    db
      .prepare(
        `INSERT INTO holdings (account_id, metal, ounces_e4, cost_basis_cents, bought_cents, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?4, ?5)
         ON CONFLICT (account_id, metal) DO UPDATE SET
           ounces_e4 = ounces_e4 + excluded.ounces_e4,
           cost_basis_cents = cost_basis_cents + excluded.cost_basis_cents,
           bought_cents = bought_cents + excluded.bought_cents,
           updated_at = excluded.updated_at`,
      )
      .bind(trade.accountId, trade.metal, trade.ouncesE4, trade.totalCents, trade.now),
    db
      .prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents,
           subtotal_cents, fee_cents, total_cents, status, created_at, settled_at)
         VALUES (?1, ?2, ?3, 'buy', ?4, ?5, ?6, ?7, ?8, ?9, 'completed', ?10, ?10)`,
      )
      .bind(...transactionValues(trade)),
  ];
}

/**
 * The basis that leaves is basis x sold / free, rounded down (P21, P42), from the holding before the sale:
 * so the transaction is written first, and only where enough is free. The division is split,
 * basis / free x sold + basis % free x sold / free, because the plain product can leave 2^63; and the ounces are
 * cast, because D1 binds every number as REAL and a REAL division does not round down.
 */
function saleMoves(db: D1Database, trade: TradePosting): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents,
           subtotal_cents, fee_cents, total_cents, status, created_at, settled_at, basis_removed_cents)
         SELECT ?1, ?2, ?3, 'sell', ?4, ?5, ?6, ?7, ?8, ?9, 'completed', ?10, ?10,
           h.cost_basis_cents / h.free_e4 * sold.e4 + h.cost_basis_cents % h.free_e4 * sold.e4 / h.free_e4
         FROM (SELECT cost_basis_cents, ounces_e4 - held_ounces_e4 AS free_e4 FROM holdings WHERE account_id = ?2 AND metal = ?4) AS h,
           (SELECT CAST(?5 AS INTEGER) AS e4) AS sold
         WHERE h.free_e4 >= ?5`,
      )
      .bind(...transactionValues(trade)),
    guard(db, trade.operationId, 'enough-free-ounces'),
    db
      .prepare(
        `UPDATE holdings SET
           ounces_e4 = ounces_e4 - ?3,
           cost_basis_cents = cost_basis_cents - sale.basis_removed_cents,
           realised_gain_cents = realised_gain_cents + ?4 - sale.basis_removed_cents,
           updated_at = ?5
         FROM (SELECT basis_removed_cents FROM transactions WHERE id = ?6) AS sale
         WHERE account_id = ?1 AND metal = ?2`,
      )
      .bind(trade.accountId, trade.metal, trade.ouncesE4, trade.totalCents, trade.now, trade.transactionId),
    guard(db, trade.operationId, 'holding'),
    moveCashForMetal(db, trade.accountId, trade.totalCents, trade.now),
    guard(db, trade.operationId, 'cash'),
  ];
}

function transactionValues(trade: TradePosting): (string | number)[] {
  return [
    trade.transactionId,
    trade.accountId,
    trade.operationId,
    trade.metal,
    trade.ouncesE4,
    trade.priceCents,
    trade.subtotalCents,
    trade.feeCents,
    trade.totalCents,
    trade.now,
  ];
}

/** The customer's cash and metal against the house's; the fee is the house's income either way. */
function entriesOf(trade: TradePosting) {
  const sign = trade.side === 'buy' ? 1 : -1;
  return [
    { accountId: trade.accountId, asset: 'usd', amount: -sign * trade.totalCents },
    { accountId: HOUSE.cash, asset: 'usd', amount: sign * trade.subtotalCents },
    { accountId: HOUSE.fees, asset: 'usd', amount: trade.feeCents },
    { accountId: trade.accountId, asset: trade.metal, amount: sign * trade.ouncesE4 },
    { accountId: HOUSE.metal, asset: trade.metal, amount: -sign * trade.ouncesE4 },
  ] as const;
}
