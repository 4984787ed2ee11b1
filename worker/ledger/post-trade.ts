// Trades, one batch: keys and quotes claimed, cash and metal moved against the house, the answers written. One code posts a set
// of one and of many, purchases and sales. The first statement takes from the set what may be posted; all after it join on that.
// A quote's figures are taken as they are; whether the customer has the means is decided here.

import { disputesOwedSql } from '../db/disputes.ts';
import { isFrozenSql } from '../db/freezes.ts';
import { guardCount } from '../db/guards.ts';
import { heldE4, tradedSql } from '../db/portfolio.ts';
import { isBeyondRegisterSql, type OrderSums, readOrderSums } from '../db/purchase-limit.ts';
import { isLiveOfCustomerSql, touchStatements } from '../db/sessions.ts';
import { CASH_MAX_CENTS, HOLDING_MAX_OUNCES_E4 } from '../domain/limits.ts';
import type { TradedMetal } from '../domain/metals.ts';
import type { Marks } from '../domain/portfolio.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Side } from '../domain/trades.ts';
import { writeReplies } from './reply.ts';
import { freeDueBonus, HOUSE, moveCashForMetal } from './statements.ts';

/** Plain data: a trade can be handed to whoever gathers a set. */
export type Trade = {
  /** New for each attempt: what follows the claim is found by it. */
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
  readonly now: number;
  /** The most that orders since a moment may come to, this one included; null for who has proved again who they are. */
  readonly atMost: { readonly cents: number; readonly since: number } | null;
  /** The most that purchases of 30 days may come to below level 2, this one included (P61); null of a sale. */
  readonly registerMaxCents: number | null;
  /** The session that must be live; without one somebody else has looked. `isUse`: it is noted that the customer was here. */
  readonly session?: { readonly id: string; readonly generation: number; readonly isUse: boolean };
};

export type TradeSet = {
  /** Of each account at most one, so that no trade's conditions depend on another's rows. */
  readonly trades: readonly Trade[];
  readonly marks: Marks;
  /** Rows that must come and go with the trades: statements that find them in `transactions`. */
  readonly alongside: readonly D1PreparedStatement[];
};

export type TradePosting = Trade & Pick<TradeSet, 'marks' | 'alongside'>;

/** In the order in which they are looked for. */
export type TradeRefusal =
  | 'OperationExists'
  | 'QuoteUsed'
  /** Suspended between the request and its batch. */
  | 'AccountSuspended'
  /** Frozen, perhaps since the request began. */
  | 'AccountFrozen'
  | 'InsufficientFunds'
  /** The cash is there, and as much of it as is needed is owed for deposits that the bank took back (P99). */
  | 'CashOwed'
  | 'InsufficientHoldings'
  | 'BeyondBounds'
  /** More than `registerMaxCents`, with what was read of it afterwards. */
  | { readonly beyondLevel: OrderSums }
  /** More than `atMost`. */
  | 'StepUpRequired'
  /** The vault has less than is bought; others may have bought it since the quote. */
  | 'OutOfStock';

type Judged = { readonly refusal: Extract<TradeRefusal, string> | 'SessionOver' | 'BeyondLevel' | null };

/** Posts what may be posted of the set; the stored replies, by operation. What is not among them was not posted. */
export async function postTrades(db: D1Database, set: TradeSet): Promise<Map<string, string>> {
  const results = await db.batch<{ id: string; reply: string }>(tradeStatements(db, set));
  return new Map((results.at(-1)?.results ?? []).map(({ id, reply }) => [id, reply]));
}

/** Posts one trade and returns its stored reply, or what the same batch says against it. */
export async function postTrade(
  db: D1Database,
  { marks, alongside, ...trade }: TradePosting,
): Promise<Result<string, TradeRefusal>> {
  const set = { trades: [trade], marks, alongside };
  const judge = db.prepare(`${JUDGED} SELECT refusal FROM judged`).bind(JSON.stringify([trade]));
  const results = await db.batch<Judged & { reply: string }>([judge, ...tradeStatements(db, set)]);
  const reply = results.at(-1)?.results[0]?.reply;
  if (reply !== undefined) return ok(reply);
  const refusal = results[0]?.results[0]?.refusal ?? null;
  switch (refusal) {
    case null:
    case 'SessionOver':
      throw new Error('a trade needs an account, and is posted or refused');
    case 'BeyondLevel': {
      const { accountId, now, atMost } = trade;
      return err({
        beyondLevel: await readOrderSums(db, { accountId, tradedSince: atMost?.since ?? now }, now),
      });
    }
    default:
      return err(refusal);
  }
}

/**
 * The trades of the set ?1, and of each what is against it, NULL where nothing is: the one place with the refusals, in their order.
 * Figures come as JSON, which keeps integers integers; D1 binds every number as REAL.
 */
const JUDGED = `WITH asked AS MATERIALIZED (
    SELECT e.key AS place, e.value ->> 'operationId' AS id, e.value ->> 'accountId' AS account_id,
      e.value ->> 'idempotencyKey' AS idempotency_key, e.value ->> 'requestHash' AS request_hash,
      e.value ->> 'quoteId' AS quote_id, e.value ->> 'quoteBasis' AS quote_basis, e.value ->> 'side' AS side,
      e.value ->> 'metal' AS metal, e.value ->> 'ouncesE4' AS ounces_e4, e.value ->> 'totalCents' AS total_cents,
      e.value ->> 'now' AS now, e.value ->> '$.atMost.cents' AS at_most_cents, e.value ->> '$.atMost.since' AS at_most_since,
      e.value ->> 'registerMaxCents' AS register_max_cents, e.value ->> '$.session.id' AS session_id,
      e.value ->> '$.session.generation' AS generation
    FROM json_each(?1) AS e),
  judged AS (
    SELECT t.*, k.free_e4, CASE
      WHEN t.session_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = t.session_id
        AND s.user_id = t.account_id AND ${isLiveOfCustomerSql('s', 't.generation', 't.now')}) THEN 'SessionOver'
      WHEN EXISTS (SELECT 1 FROM operations o WHERE o.account_id = t.account_id AND o.initiator = 'customer'
        AND o.idempotency_key = t.idempotency_key) THEN 'OperationExists'
      WHEN EXISTS (SELECT 1 FROM operations o WHERE o.quote_id = t.quote_id AND o.quote_id IS NOT NULL) THEN 'QuoteUsed'
      WHEN u.status = 'suspended' THEN 'AccountSuspended'
      WHEN ${isFrozenSql('t.account_id', 't.now')} THEN 'AccountFrozen'
      WHEN t.side = 'buy' AND a.cash_cents < t.total_cents THEN 'InsufficientFunds'
      WHEN t.side = 'buy' AND a.cash_cents - ${disputesOwedSql('t.account_id')} < t.total_cents THEN 'CashOwed'
      WHEN t.side = 'buy' AND coalesce(h.ounces_e4, 0) + t.ounces_e4 > ${HOLDING_MAX_OUNCES_E4} THEN 'BeyondBounds'
      WHEN t.side = 'sell' AND coalesce(h.ounces_e4, 0) - ${heldE4('t.now')} < t.ounces_e4 THEN 'InsufficientHoldings'
      WHEN t.side = 'sell' AND a.cash_cents + t.total_cents > ${CASH_MAX_CENTS} THEN 'BeyondBounds'
      WHEN ${isBeyondRegisterSql('t.account_id', 't.total_cents', 't.register_max_cents', 't.now')} THEN 'BeyondLevel'
      WHEN t.at_most_cents IS NOT NULL
        AND ${tradedSql('t.account_id', 't.at_most_since')} + t.total_cents > t.at_most_cents THEN 'StepUpRequired'
      WHEN t.side = 'buy' AND k.free_e4 < t.ounces_e4 THEN 'OutOfStock'
      END AS refusal
    FROM asked t JOIN accounts a ON a.id = t.account_id AND a.kind = 'customer'
      JOIN users u ON u.id = t.account_id JOIN stock k ON k.metal = t.metal
      LEFT JOIN holdings h ON h.account_id = t.account_id AND h.metal = t.metal)`;

/** The transactions of the operations ?1 that were taken. */
const TAKEN = 'json_each(?1) AS i JOIN transactions t ON t.operation_id = i.value';

function tradeStatements(db: D1Database, set: TradeSet): D1PreparedStatement[] {
  const { trades, marks, alongside } = set;
  for (const trade of trades) expectBalance(trade);
  if (new Set(trades.map(({ accountId }) => accountId)).size < trades.length)
    throw new Error('a set has at most one trade of an account');
  const asked = JSON.stringify(trades);
  const ids = JSON.stringify(trades.map(({ operationId }) => operationId));
  const guard = (step: string, expected: string) => guardCount(db, { step, expected, params: [ids] });
  const operations = 'json_each(?1) AS i JOIN operations o ON o.id = i.value';
  const moved = `SELECT t.account_id, t.created_at AS at, iif(t.type = 'buy', -t.total_cents, t.total_cents) AS delta_cents FROM ${TAKEN}`;
  return [
    takeOperations(db, asked),
    ...freeDueBonus(db, {
      rows: `SELECT o.account_id, o.created_at AS at FROM ${operations}`,
      params: [ids],
    }),
    insertTransactions(db, asked),
    moveCashForMetal(db, { rows: moved, params: [ids] }),
    guard('cash', `(SELECT count(*) FROM ${operations})`),
    ...(trades.some(({ side }) => side === 'buy') ? [addBought(db, ids)] : []),
    ...(trades.some(({ side }) => side === 'sell')
      ? [takeSold(db, ids), guard('holding', `(SELECT count(*) FROM ${TAKEN} WHERE t.type = 'sell')`)]
      : []),
    insertTradeEntries(db, ids),
    ...alongside,
    ...touchSessions(db, trades),
    writeReplies(db, ids, marks),
  ];
}

/**
 * Takes the next places in the order of commits (D69). Purchases of one metal share the stock: those whose running sum passes it stay out,
 * so that the set cannot fail by it.
 */
function takeOperations(db: D1Database, asked: string): D1PreparedStatement {
  return db
    .prepare(
      `${JUDGED}
       INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, created_at)
       SELECT id, (SELECT coalesce(max(seq), 0) FROM operations) + row_number() OVER (ORDER BY place),
         account_id, 'customer', idempotency_key, request_hash, 'trade', quote_id, quote_basis, now
       FROM (SELECT place, id, account_id, idempotency_key, request_hash, quote_id, quote_basis, now, side, free_e4,
               sum(iif(side = 'buy', ounces_e4, 0)) OVER (PARTITION BY metal ORDER BY place) AS bought_e4
             FROM judged WHERE refusal IS NULL)
       WHERE side = 'sell' OR bought_e4 <= free_e4`,
    )
    .bind(asked);
}

/**
 * The basis that leaves with a sale is basis x sold / free, rounded down (P21, P42), from the holding before it: so the transaction is written
 * first. The division is split, basis / free x sold + basis % free x sold / free, because the plain product can leave 2^63.
 */
function insertTransactions(db: D1Database, asked: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents,
         subtotal_cents, fee_cents, total_cents, status, created_at, settled_at, basis_removed_cents)
       SELECT e.value ->> 'transactionId', o.account_id, o.id, e.value ->> 'side', e.value ->> 'metal', e.value ->> 'ouncesE4',
         e.value ->> 'priceCents', e.value ->> 'subtotalCents', e.value ->> 'feeCents', e.value ->> 'totalCents', 'completed',
         o.created_at, o.created_at,
         CASE e.value ->> 'side' WHEN 'sell' THEN h.cost_basis_cents / h.free_e4 * (e.value ->> 'ouncesE4')
           + h.cost_basis_cents % h.free_e4 * (e.value ->> 'ouncesE4') / h.free_e4 END
       FROM json_each(?1) AS e JOIN operations o ON o.id = e.value ->> 'operationId'
         LEFT JOIN (SELECT account_id, metal, cost_basis_cents, ounces_e4 - held_ounces_e4 AS free_e4 FROM holdings) AS h
           ON h.account_id = o.account_id AND h.metal = e.value ->> 'metal'`,
    )
    .bind(asked);
}

/** The basis and the running total of purchases include the fee (P21). */
function addBought(db: D1Database, ids: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO holdings (account_id, metal, ounces_e4, cost_basis_cents, bought_cents, updated_at)
       SELECT t.account_id, t.metal, t.ounces_e4, t.total_cents, t.total_cents, t.created_at FROM ${TAKEN} WHERE t.type = 'buy'
       ON CONFLICT (account_id, metal) DO UPDATE SET
         ounces_e4 = ounces_e4 + excluded.ounces_e4,
         cost_basis_cents = cost_basis_cents + excluded.cost_basis_cents,
         bought_cents = bought_cents + excluded.bought_cents,
         updated_at = excluded.updated_at`,
    )
    .bind(ids);
}

function takeSold(db: D1Database, ids: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE holdings SET
         ounces_e4 = holdings.ounces_e4 - sale.ounces_e4,
         cost_basis_cents = cost_basis_cents - sale.basis_removed_cents,
         realised_gain_cents = realised_gain_cents + sale.total_cents - sale.basis_removed_cents,
         updated_at = sale.created_at
       FROM (SELECT t.* FROM ${TAKEN} WHERE t.type = 'sell') AS sale
       WHERE holdings.account_id = sale.account_id AND holdings.metal = sale.metal`,
    )
    .bind(ids);
}

/** Whoever trades is here: noted at most once a minute, in the same batch. */
function touchSessions(db: D1Database, trades: readonly Trade[]): D1PreparedStatement[] {
  const visits = trades.flatMap(({ operationId, session }) =>
    session?.isUse === true ? [[operationId, session.id]] : [],
  );
  if (visits.length === 0) return [];
  return touchStatements(db, {
    rows: `SELECT e.value ->> 1 AS session_id, o.account_id AS user_id, o.created_at AS at
           FROM json_each(?1) AS e JOIN operations o ON o.id = e.value ->> 0`,
    params: [JSON.stringify(visits)],
  });
}

/** The customer's cash and metal against the house's; the fee is the house's income either way. Lines of zero are left out. */
function insertTradeEntries(db: D1Database, ids: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO entries (operation_id, line, account_id, asset, amount)
       SELECT operation_id, row_number() OVER (PARTITION BY operation_id ORDER BY line), account_id, asset, amount
       FROM (
         SELECT t.operation_id, l.column1 AS line,
           CASE l.column1 WHEN 2 THEN '${HOUSE.cash}' WHEN 3 THEN '${HOUSE.fees}' WHEN 5 THEN '${HOUSE.metal}' ELSE t.account_id END AS account_id,
           iif(l.column1 <= 3, 'usd', t.metal) AS asset,
           CASE l.column1 WHEN 3 THEN t.fee_cents ELSE iif(t.type = 'buy', 1, -1) * CASE l.column1
             WHEN 1 THEN -t.total_cents WHEN 2 THEN t.subtotal_cents WHEN 4 THEN t.ounces_e4 ELSE -t.ounces_e4 END END AS amount
         FROM ${TAKEN}, (VALUES (1), (2), (3), (4), (5)) AS l)
       WHERE amount <> 0`,
    )
    .bind(ids);
}

/** Entries that would not sum to zero are a bug of the caller, caught before anything is written. */
function expectBalance({ side, subtotalCents, feeCents, totalCents }: Trade): void {
  if (totalCents !== subtotalCents + (side === 'buy' ? feeCents : -feeCents))
    throw new Error('entries must sum to zero per asset');
}
