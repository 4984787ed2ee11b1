// A customer's transactions: one, or a page of them, newest first. Always filtered by the customer's own account.

import type { TimeCursor } from '../domain/cursors.ts';
import {
  and,
  between,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  max,
  min,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { idStartIn } from '../domain/receipt-code.ts';
import type { TransactionFacts } from '../domain/transactions.ts';
import { transactions } from './schema.ts';

/** JSON of the transaction `t`, in the shape of TransactionFacts. */
export const TRANSACTION_JSON = `json_object(
  'id', t.id, 'type', t.type, 'metal', t.metal, 'ouncesE4', t.ounces_e4, 'priceCents', t.price_cents,
  'subtotalCents', t.subtotal_cents, 'feeCents', t.fee_cents, 'totalCents', t.total_cents,
  'realisedGainCents', iif(t.type = 'sell', t.total_cents - t.basis_removed_cents, NULL), 'status', t.status, 'method', t.method,
  'gateway', t.gateway, 'notes', t.notes, 'createdAt', t.created_at, 'settledAt', t.settled_at)`;

const {
  accountId: _account,
  operationId: _operation,
  basisRemovedCents: _basis,
  ...shown
} = getTableColumns(transactions);
const columns = {
  ...shown,
  // Of a reversed sale the money goes, and the basis comes back (below zero); a reversed bonus has no money.
  // Metal that leaves otherwise takes its basis along, and realises nothing.
  realisedGainCents: sql<
    number | null
  >`CASE WHEN type NOT IN ('sell', 'reversal') THEN NULL WHEN reversed_type = 'sell' THEN -total_cents
    WHEN reversed_type = 'bonus' THEN 0 ELSE total_cents END - basis_removed_cents`,
  // Named in full: drizzle would write the bare column, which is the inner table's.
  reversedBy: sql<
    string | null
  >`(SELECT undoing.id FROM transactions undoing WHERE undoing.reverses = transactions.id)`,
};

export type TransactionFilter = {
  readonly accountId: string;
  readonly status?: TransactionFacts['status'] | undefined;
  /** What the customer typed: looked for inside type, metal, method and notes, and as the code of a receipt. */
  readonly search?: string | undefined;
  /** Stored terms whose text on the page matches what was typed: type, metal, status or method equal to one of them. */
  readonly terms?: readonly string[] | undefined;
  /** Totals that match what was typed as an amount. */
  readonly cents?: { readonly from: number; readonly to: number } | undefined;
};

export async function listTransactions(
  db: D1Database,
  filter: TransactionFilter,
  page: { readonly after?: TimeCursor | undefined; readonly limit: number },
): Promise<TransactionFacts[]> {
  return drizzle(db)
    .select(columns)
    .from(transactions)
    .where(
      and(
        chosen(filter),
        page.after === undefined
          ? undefined
          : sql`(${transactions.createdAt}, ${transactions.id}) < (${page.after.at}, ${page.after.id})`,
      ),
    )
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(page.limit);
}

export async function countTransactions(db: D1Database, filter: TransactionFilter): Promise<number> {
  const [row] = await drizzle(db).select({ n: count() }).from(transactions).where(chosen(filter));
  return row?.n ?? 0;
}

/** When the first and the last one was made; null of none. */
export async function readTransactionDays(
  db: D1Database,
  filter: TransactionFilter,
): Promise<{ readonly first: number | null; readonly last: number | null }> {
  const { createdAt } = transactions;
  const [row] = await drizzle(db)
    .select({ first: min(createdAt), last: max(createdAt) })
    .from(transactions)
    .where(chosen(filter));
  return row ?? { first: null, last: null };
}

export async function findTransaction(
  db: D1Database,
  accountId: string,
  id: string,
): Promise<TransactionFacts | null> {
  const [row] = await drizzle(db)
    .select(columns)
    .from(transactions)
    .where(and(eq(transactions.id, id), eq(transactions.accountId, accountId)));
  return row ?? null;
}

function chosen(filter: TransactionFilter): SQL | undefined {
  return and(
    eq(transactions.accountId, filter.accountId),
    filter.status === undefined ? undefined : eq(transactions.status, filter.status),
    matching(filter),
  );
}

/** instr, not LIKE: a LIKE pattern over 50 bytes throws on D1, and a typed % is no wildcard. */
function matching({ search = '', terms = [], cents }: TransactionFilter): SQL | undefined {
  const { id, type, metal, method, notes, status, totalCents } = transactions;
  const ways: SQL[] = [];
  if (search !== '') {
    ways.push(
      ...[type, metal, method, notes].map((column) => sql`instr(lower(${column}), lower(${search})) > 0`),
    );
  }
  const idStart = idStartIn(search);
  if (idStart !== null) ways.push(sql`instr(replace(${id}, '-', ''), ${idStart}) = 1`);
  if (terms.length > 0) {
    ways.push(...[type, metal, method, status].map((column) => inArray(sql`${column}`, [...terms])));
  }
  if (cents !== undefined) ways.push(between(totalCents, cents.from, cents.to));
  return ways.length === 0 ? undefined : or(...ways);
}
