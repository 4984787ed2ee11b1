// The books for operators: the house's balances, movements by time and by size, one operation line by line.

import type { MovementCursor } from '../../domain/cursors.ts';
import type { PaymentStatus } from '../../domain/deposits.ts';
import type { TradedMetal } from '../../domain/metals.ts';
import type { LedgerOrder } from '../../domain/ledger-list.ts';
import type { Asset, OperationKind } from '../../domain/operations.ts';
import type { ReversibleType } from '../../domain/reversals.ts';
import type { TransactionType } from '../../domain/transactions.ts';
import { idSql, personSql } from './search.ts';

export type AssetSum = {
  readonly account: string;
  readonly asset: Asset;
  readonly amount: number;
};

/** Sums the house's entries, from entries_by_account alone: it stores no balance, so that no row is hot. */
export async function houseBalances(db: D1Database, accounts: readonly string[]): Promise<AssetSum[]> {
  const { results } = await db
    .prepare(
      `SELECT account_id AS account, asset, sum(amount) AS amount FROM entries
       WHERE account_id IN (${accounts.map(() => '?').join(', ')}) GROUP BY account_id, asset`,
    )
    .bind(...accounts)
    .all<AssetSum>();
  return results;
}

export type LedgerTransactionRow = {
  readonly operationId: string;
  readonly transactionId: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly type: TransactionType;
  readonly reversedType: ReversibleType | null;
  readonly metal: TradedMetal | null;
  readonly ouncesE4: number | null;
  readonly totalCents: number;
  readonly settledAt: number;
  readonly reversed: number;
  readonly proposed: number;
};

export type LedgerFilter = {
  readonly since: number | null;
  readonly type: TransactionType | null;
  /** As typed: an id or its beginning, or a part of a customer's e-mail, name or telephone number. */
  readonly find: string | null;
  readonly order: LedgerOrder;
  /** The last row's amount or time, by the order. */
  readonly after?: MovementCursor | undefined;
  readonly limit: number;
};

/** Whatever a typed text may be the id of, each by its index; and of whom: the directory is read at most once. */
const foundSql = (find: string, bound: (value: string) => string): string =>
  `SELECT id FROM transactions WHERE ${idSql('id', find, bound)}
   UNION SELECT id FROM transactions WHERE ${idSql('operation_id', find, bound)}
   UNION SELECT id FROM deposits WHERE ${idSql('settlement_id', find, bound)}
   UNION SELECT id FROM withdrawals WHERE ${idSql('end_id', find, bound)}
   UNION SELECT own.id FROM transactions own WHERE own.account_id IN
     (SELECT u.id FROM users u WHERE ${idSql('u.id', find, bound)} UNION SELECT u.id FROM users u WHERE ${personSql(find, bound)})`;

/**
 * Completed movements, the newest or the largest first. Of all times in the order of transactions_by_settlement or
 * transactions_by_size, so a page reads a page; of a period those of the period by transactions_by_settlement. The + keeps
 * SQLite from walking the whole history by size to find the few of a day, or in either order to find the few of one
 * customer.
 */
export async function listLedgerTransactions(
  db: D1Database,
  filter: LedgerFilter,
): Promise<{ readonly rows: LedgerTransactionRow[]; readonly rowsRead: number }> {
  const { find, since, type, order, after, limit } = filter;
  const values: (string | number)[] = [];
  const bound = (value: string | number): string => `?${values.push(value)}`;
  const isWalked = find === null && (since === null || order === 'newest');
  const key = `${isWalked ? '' : '+'}${order === 'newest' ? 't.settled_at' : 't.total_cents'}`;
  const conditions = [
    `t.status = 'completed'`,
    ...(find === null ? [] : [`t.id IN (${foundSql(find, bound)})`]),
    ...(since === null ? [] : [`t.settled_at >= ${bound(since)}`]),
    ...(type === null ? [] : [`t.type = ${bound(type)}`]),
    ...(after === undefined ? [] : [`(${key}, t.id) < (${bound(after.key)}, ${bound(after.id)})`]),
  ];
  const { results, meta } = await db
    .prepare(
      `SELECT coalesce(d.settlement_id, t.operation_id) AS operationId, t.id AS transactionId, t.account_id AS accountId,
         u.full_name AS name, u.email, t.type, t.reversed_type AS reversedType, t.metal, t.ounces_e4 AS ouncesE4,
         t.total_cents AS totalCents, t.settled_at AS settledAt,
         EXISTS (SELECT 1 FROM transactions r WHERE r.reverses = t.id) AS reversed,
         EXISTS (SELECT 1 FROM reversal_proposals p WHERE p.operation_id = coalesce(d.settlement_id, t.operation_id)
           AND p.state = 'open') AS proposed
       FROM transactions t JOIN users u ON u.id = t.account_id LEFT JOIN deposits d ON d.id = t.id
       WHERE ${conditions.join(' AND ')} ORDER BY ${key} DESC, t.id DESC LIMIT ${bound(limit)}`,
    )
    .bind(...values)
    .all<LedgerTransactionRow>();
  return { rows: results, rowsRead: meta.rows_read };
}

export type OperationRow = {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly initiator: 'customer' | 'gateway' | 'house';
  readonly createdAt: number;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly transactionId: string;
  readonly status: PaymentStatus;
  readonly reverses: string | null;
  readonly reversedBy: string | null;
  readonly quoteId: string | null;
  /** JSON: what the quote's price was made from. */
  readonly quoteBasis: string | null;
};

/**
 * By an operation's id or a transaction's. A deposit that settled is shown by the operation that moved its money, a withdrawal by the one
 * that took it aside, or by its end where that was asked for.
 */
export async function findOperationRow(db: D1Database, id: string): Promise<OperationRow | null> {
  return db
    .prepare(
      `SELECT o.id AS operationId, o.kind, o.initiator, o.created_at AS createdAt, o.account_id AS accountId,
         u.full_name AS name, u.email, t.id AS transactionId, t.status, o.reverses,
         o.quote_id AS quoteId, o.quote_basis AS quoteBasis,
         (SELECT r.id FROM operations r WHERE r.reverses = o.id) AS reversedBy
       FROM (SELECT id FROM transactions WHERE id = ?1 UNION SELECT id FROM transactions WHERE operation_id = ?1
             UNION SELECT id FROM deposits WHERE settlement_id = ?1 UNION SELECT id FROM withdrawals WHERE end_id = ?1) AS found
         JOIN transactions t ON t.id = found.id LEFT JOIN deposits d ON d.id = t.id
         LEFT JOIN withdrawals w ON w.id = t.id AND w.end_id = ?1
         JOIN operations o ON o.id = coalesce(d.settlement_id, w.end_id, t.operation_id) JOIN users u ON u.id = o.account_id`,
    )
    .bind(id)
    .first<OperationRow>();
}

export type EntryRow = {
  readonly account: string;
  readonly asset: Asset;
  readonly amount: number;
};

/** In the order they were posted. */
export async function entriesOf(db: D1Database, operationId: string): Promise<EntryRow[]> {
  const { results } = await db
    .prepare('SELECT account_id AS account, asset, amount FROM entries WHERE operation_id = ?1 ORDER BY line')
    .bind(operationId)
    .all<EntryRow>();
  return results;
}
