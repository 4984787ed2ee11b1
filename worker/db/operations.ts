// Operations by their idempotency key, and what is known of a quote or a deposit. Always read from the primary.

import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
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

const depositColumns = {
  id: deposits.id,
  accountId: deposits.accountId,
  amountCents: deposits.amountCents,
  feeCents: deposits.feeCents,
  method: deposits.method,
  gateway: deposits.gateway,
  gatewayReference: deposits.gatewayReference,
  status: deposits.status,
  acknowledgedAt: deposits.acknowledgedAt,
  settlementId: deposits.settlementId,
  createdAt: deposits.createdAt,
  settledAt: deposits.settledAt,
  operationId: transactions.operationId,
};

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

/** Deposits with an unfinished gateway call, oldest first. */
export async function findStuckDeposits(
  db: D1Database,
  createdBefore: number,
  limit: number,
): Promise<StoredDeposit[]> {
  return drizzle(db)
    .select(depositColumns)
    .from(deposits)
    .innerJoin(transactions, eq(transactions.id, deposits.id))
    .where(and(isNull(deposits.acknowledgedAt), lt(deposits.createdAt, createdBefore)))
    .orderBy(deposits.createdAt)
    .limit(limit);
}
