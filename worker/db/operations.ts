// Operations by their idempotency key, and what is known of a quote or a deposit. Always read from the primary.

import { and, eq, getTableColumns, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { DEPOSIT_METHODS, type DepositMethod } from '../domain/fees.ts';
import { deposits, operations, transactions } from './schema.ts';

export type StoredOperation = {
  readonly id: string;
  readonly requestHash: string;
  /** Null while a deposit's gateway call has not been acknowledged. */
  readonly reply: string | null;
};

/** The customer's operation under this key; the first thing every money request looks up. */
export async function findOperation(
  db: D1Database,
  accountId: string,
  idempotencyKey: string,
): Promise<StoredOperation | null> {
  const [row] = await drizzle(db)
    .select({ id: operations.id, requestHash: operations.requestHash, reply: operations.reply })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.initiator, 'customer'),
        eq(operations.idempotencyKey, idempotencyKey),
      ),
    );
  return row ?? null;
}

export async function isQuoteUsed(db: D1Database, quoteId: string): Promise<boolean> {
  const rows = await drizzle(db)
    .select({ id: operations.id })
    .from(operations)
    // The second condition lets SQLite use the partial index.
    .where(and(eq(operations.quoteId, quoteId), sql`${operations.quoteId} IS NOT NULL`));
  return rows.length > 0;
}

export type StoredDeposit = typeof deposits.$inferSelect & { readonly operationId: string };
/** One in dollars, which a gateway was called for; those in reais are in brl-deposits.ts. */
export type DollarDeposit = StoredDeposit & { readonly method: DepositMethod };

export function isDollarDeposit(deposit: StoredDeposit): deposit is DollarDeposit {
  return DEPOSIT_METHODS.some((method) => method === deposit.method);
}

const depositColumns = { ...getTableColumns(deposits), operationId: transactions.operationId };

export async function findDeposit(db: D1Database, id: string): Promise<StoredDeposit | null> {
  const [row] = await drizzle(db)
    .select(depositColumns)
    .from(deposits)
    .innerJoin(transactions, eq(transactions.id, deposits.id))
    .where(eq(deposits.id, id));
  return row ?? null;
}

export async function findDepositOfOperation(
  db: D1Database,
  operationId: string,
): Promise<StoredDeposit | null> {
  const [row] = await drizzle(db)
    .select(depositColumns)
    .from(transactions)
    .innerJoin(deposits, eq(deposits.id, transactions.id))
    .where(eq(transactions.operationId, operationId));
  return row ?? null;
}

/** Deposits with an unfinished gateway call, first those whose gateway was called longest ago. */
export async function findStuckDeposits(
  db: D1Database,
  createdBefore: number,
  limit: number,
): Promise<DollarDeposit[]> {
  const stuck = await drizzle(db)
    .select(depositColumns)
    .from(deposits)
    .innerJoin(transactions, eq(transactions.id, deposits.id))
    .where(
      and(
        isNull(deposits.acknowledgedAt),
        lt(deposits.createdAt, createdBefore),
        inArray(deposits.method, [...DEPOSIT_METHODS]),
      ),
    )
    .orderBy(sql`coalesce(${deposits.askedAt}, ${deposits.createdAt})`, deposits.createdAt)
    .limit(limit);
  return stuck.filter(isDollarDeposit);
}

/** Before the gateway is called once more: whoever dies under the call has had a turn. It is no question about a deposit that waits (`asks`). */
export async function noteCall(db: D1Database, depositId: string, now: number): Promise<void> {
  await db
    .prepare('UPDATE deposits SET asked_at = ?2 WHERE id = ?1 AND acknowledged_at IS NULL')
    .bind(depositId, now)
    .run();
}

/** Deposits about which a gateway is to be asked, those that wait longest for it first. */
export async function findDepositsToAsk(
  db: D1Database,
  now: number,
  gateways: readonly string[],
  limit: number,
): Promise<DollarDeposit[]> {
  const due = await drizzle(db)
    .select(depositColumns)
    .from(deposits)
    .innerJoin(transactions, eq(transactions.id, deposits.id))
    // The first condition lets SQLite use the partial index.
    .where(
      and(
        sql`${deposits.status} = 'pending'`,
        lte(deposits.nextAskAt, now),
        inArray(deposits.gateway, [...gateways]),
      ),
    )
    .orderBy(deposits.nextAskAt)
    .limit(limit);
  return due.filter(isDollarDeposit);
}

/** Notes a question before it is asked: of two runs one asks. False: the other was first. */
export async function claimAsk(
  db: D1Database,
  deposit: Pick<StoredDeposit, 'id' | 'nextAskAt'>,
  at: { readonly now: number; readonly nextAskAt: number },
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE deposits SET asks = asks + 1, asked_at = ?3, next_ask_at = ?4
       WHERE id = ?1 AND status = 'pending' AND next_ask_at = ?2`,
    )
    .bind(deposit.id, deposit.nextAskAt, at.now, at.nextAskAt)
    .run();
  return meta.changes > 0;
}
