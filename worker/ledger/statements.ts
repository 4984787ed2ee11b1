// The statements every operation is made of. Positional parameters, integers bound as numbers within 2^53.

import { BONUS_HOLD_MS, BONUS_RELEASE_CENTS } from '../domain/limits.ts';
import type { Asset, OperationKind } from '../domain/operations.ts';
import { insertsOperation } from '../telemetry/booked.ts';

/**
 * The house's side of the books: no stored balance, the sum of its entries. The metal of inventory and promotion together is the
 * free stock, which a trigger keeps as a row (D75).
 */
export const HOUSE = {
  cash: 'house:cash-clearing',
  metal: 'house:metal-inventory',
  fees: 'house:fee-income',
  storage: 'house:storage-income',
  promotion: 'house:promotion-expense',
  /** Less than a dollar that customers gave up with their account. */
  waived: 'house:waived-balances',
  /** Whom bars come from, and go back to. */
  suppliers: 'house:suppliers',
  /** What customers asked for and has not left yet. */
  payouts: 'house:payouts',
  /** The bank account in reais. */
  pix: 'house:pix',
  /** The other side of every exchange: its sums are the open exchange position. */
  fx: 'house:fx',
  /** Reais that arrived and wait: for a rate, or for operators who find whose they are. */
  pixWaiting: 'house:pix-waiting',
  /** Reais that go back to whoever sent them. */
  pixRefunds: 'house:pix-refunds',
  /** The tax on the exchange (IOF), until it is paid to the state. */
  taxes: 'house:taxes',
  /** What customers owe for deposits that were taken back, below zero. */
  disputes: 'house:disputes',
  /** What of it the house has given up. */
  writtenOff: 'house:written-off',
} as const;

export type Entry = { readonly accountId: string; readonly asset: Asset; readonly amount: number };

/** In an INSERT of one operation: one batch runs at a time, so the next number is nobody else's. */
export const NEXT_SEQ = '(SELECT coalesce(max(seq), 0) + 1 FROM operations)';

export type Operation = {
  readonly id: string;
  readonly accountId: string;
  readonly initiator: 'customer' | 'gateway' | 'house';
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly kind: OperationKind;
  readonly quoteId?: string;
  /** JSON of what the quote was made from. */
  readonly quoteBasis?: string;
  /** The operation that a reversal undoes. */
  readonly reverses?: string;
  readonly now: number;
};

/**
 * Step 1: claims the key and, for a trade, the quote; the second of two equal requests fails here. Takes the next place in the
 * order of commits (D69).
 */
export function insertOperation(db: D1Database, operation: Operation): D1PreparedStatement {
  const statement = db
    .prepare(
      `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, reverses, created_at)
       VALUES (?, ${NEXT_SEQ}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .bind(
      operation.id,
      operation.accountId,
      operation.initiator,
      operation.idempotencyKey,
      operation.requestHash,
      operation.kind,
      operation.quoteId ?? null,
      operation.quoteBasis ?? null,
      operation.reverses ?? null,
      operation.now,
    );
  return insertsOperation(statement, { operation: operation.id, kind: operation.kind });
}

/** Step 2: moves a customer's cash, relative to what is there. The CHECK refuses what is not there. */
export function moveCash(db: D1Database, accountId: string, deltaCents: number): D1PreparedStatement {
  return db
    .prepare(`UPDATE accounts SET cash_cents = cash_cents + ? WHERE id = ? AND kind = 'customer'`)
    .bind(deltaCents, accountId);
}

/** Whose account something happens to, and when: a SELECT of (account_id, at), one row each, over ?1, ?2, ... */
export type Accounts = { readonly rows: string; readonly params: readonly (string | number)[] };

/** One account. */
export const oneAccount = (accountId: string, now: number): Accounts => ({
  rows: 'SELECT ?1 AS account_id, ?2 AS at',
  params: [accountId, now],
});

/**
 * Step 2 of trades and of their reversal: cash one way, net purchases the other, and since when they are enough (P7). The rows
 * have `delta_cents` too.
 */
export function moveCashForMetal(db: D1Database, { rows, params }: Accounts): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE accounts SET cash_cents = cash_cents + m.delta_cents, net_purchases_cents = net_purchases_cents - m.delta_cents,
         bonus_since = iif(net_purchases_cents - m.delta_cents >= ${BONUS_RELEASE_CENTS}, coalesce(bonus_since, m.at), NULL)
       FROM (${rows}) AS m WHERE accounts.id = m.account_id AND kind = 'customer'`,
    )
    .bind(...params);
}

/**
 * Before whatever changes net purchases: a bonus that is due becomes free, as of the moment at which it was due.
 * Until then nobody need write it, because whoever reads reckons with it (worker/db/portfolio.ts).
 */
export function freeDueBonus(db: D1Database, { rows, params }: Accounts): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE accounts SET bonus_freed_at = bonus_since + ${BONUS_HOLD_MS}, bonus_freed_net_cents = net_purchases_cents
         FROM (${rows}) AS m WHERE accounts.id = m.account_id AND bonus_since <= m.at - ${BONUS_HOLD_MS}
         AND EXISTS (SELECT 1 FROM holdings h WHERE h.account_id = accounts.id AND h.held_ounces_e4 > 0)`,
      )
      .bind(...params),
    db
      .prepare(
        `UPDATE holdings SET held_ounces_e4 = 0
         FROM (${rows}) AS m JOIN accounts a ON a.id = m.account_id
         WHERE holdings.account_id = m.account_id AND held_ounces_e4 > 0 AND a.bonus_since <= m.at - ${BONUS_HOLD_MS}`,
      )
      .bind(...params),
  ];
}

/** Step 4 of a reversal: the entries of the other operation, line by line with the opposite sign. */
export function mirrorEntries(db: D1Database, operationId: string, of: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO entries (operation_id, line, account_id, asset, amount)
       SELECT ?1, line, account_id, asset, -amount FROM entries WHERE operation_id = ?2`,
    )
    .bind(operationId, of);
}

/**
 * Step 4: the operation's entries. Lines of zero are left out.
 * Throws when they do not sum to zero per asset: that is a bug of the caller, caught before anything is written.
 */
export function insertEntries(
  db: D1Database,
  operationId: string,
  entries: readonly Entry[],
): D1PreparedStatement[] {
  const sums = new Map<Asset, number>();
  for (const { asset, amount } of entries) sums.set(asset, (sums.get(asset) ?? 0) + amount);
  if ([...sums.values()].some((sum) => sum !== 0)) throw new Error('entries must sum to zero per asset');
  const lines = entries.filter((entry) => entry.amount !== 0);
  if (lines.length === 0) return [];
  return [
    db
      .prepare(
        `INSERT INTO entries (operation_id, line, account_id, asset, amount) VALUES ${lines.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
      )
      .bind(
        ...lines.flatMap((entry, index) => [
          operationId,
          index + 1,
          entry.accountId,
          entry.asset,
          entry.amount,
        ]),
      ),
  ];
}
