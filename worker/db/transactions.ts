// A customer's transactions: one, or a page of them, newest first. Always filtered by the customer's own account.

import type { TimeCursor } from '../domain/cursors.ts';
import { and, asc, between, count, desc, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { idStartIn } from '../domain/receipt-code.ts';
import { type TransactionFacts, TRANSACTIONS_SEARCHED_MAX } from '../domain/transactions.ts';
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
  /** What had been asked for, of a deposit that was credited as another amount. */
  announcedCents: sql<
    number | null
  >`CASE WHEN transactions.type = 'deposit' THEN (SELECT d.announced_cents FROM deposits d WHERE d.id = transactions.id) END`,
  // Without the word that gathered-reads.ts keeps apart: a read of one transaction is one call with its session.
  takenBack: sql<
    string | null
  >`CASE WHEN transactions.type IN ('deposit', 'charge-back', 'charge-back-return') THEN (
    SELECT json_object('currency', iif(d.method IN ('pix', 'ted'), 'BRL', 'USD'),
      'paidCents', coalesce((SELECT b.brl_cents FROM brl_deposits b WHERE b.id = d.id), d.amount_cents + d.fee_cents),
      'takenCents', (SELECT coalesce(sum(s.amount_cents), 0) FROM disputes s WHERE s.deposit_id = d.id AND s.won_at IS NULL),
      'partCents', iif(transactions.type = 'deposit', NULL, x.amount_cents))
    FROM disputes x, deposits d
    WHERE d.id = x.deposit_id
      AND x.id = iif(transactions.type = 'deposit', (SELECT min(f.id) FROM disputes f WHERE f.deposit_id = transactions.id),
        (SELECT step.dispute_id FROM dispute_steps step WHERE step.operation_id = transactions.operation_id))) END`,
};

const NEWEST_FIRST = [desc(transactions.createdAt), desc(transactions.id)] as const;

export type TransactionFilter = {
  readonly accountId: string;
  readonly status?: TransactionFacts['status'] | undefined;
  /** What the customer typed: looked for inside type, metal, method and notes, and as the code of a receipt. */
  readonly search?: string | undefined;
  /** Stored terms whose text on the page matches what was typed: type, metal, status, method or a withdrawal's state is one of them. */
  readonly terms?: readonly string[] | undefined;
  /** Totals that match what was typed as an amount. */
  readonly cents?: { readonly from: number; readonly to: number } | undefined;
};

type Page = { readonly after?: TimeCursor | undefined; readonly limit: number };

export type TransactionsRead = {
  readonly rows: TransactionFacts[];
  /** How far a search that did not see all has looked: what is older is looked for from there on. */
  readonly searchedTo: TimeCursor | null;
};

/** However many transactions there are: what no index finds is looked for among so many, and the answer says how far that was. */
export async function listTransactions(
  db: D1Database,
  filter: TransactionFilter,
  page: Page,
): Promise<TransactionsRead> {
  const [rows, end] = await drizzle(db).batch([pageQuery(db, filter, page), endQuery(db, filter, page)]);
  return { rows, searchedTo: searchedTo(end) };
}

/** A page of them, and how many there are; `isPart`: more may be, because only the newest were looked at. */
export async function countedTransactions(
  db: D1Database,
  filter: TransactionFilter,
  page: Page,
): Promise<TransactionsRead & { readonly total: number; readonly isPart: boolean }> {
  const [rows, end, [counted]] = await drizzle(db).batch([
    pageQuery(db, filter, page),
    endQuery(db, filter, page),
    countQuery(db, filter),
  ]);
  const { found = 0, looked = 0 } = counted ?? {};
  return {
    rows,
    searchedTo: searchedTo(end),
    total: Math.min(found, TRANSACTIONS_SEARCHED_MAX),
    isPart: looked > TRANSACTIONS_SEARCHED_MAX,
  };
}

function pageQuery(db: D1Database, filter: TransactionFilter, { after, limit }: Page) {
  const searched = unindexed(filter);
  return drizzle(db)
    .select(columns)
    .from(newest(db, filter, { after, limit: searched === undefined ? limit : TRANSACTIONS_SEARCHED_MAX }))
    .where(searched)
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
}

/** The last one that a search looks at and the one before which it stops; fewer where it sees all. */
function endQuery(db: D1Database, filter: TransactionFilter, { after }: Page) {
  const { createdAt: at, id } = transactions;
  return drizzle(db)
    .select({ at, id })
    .from(transactions)
    .where(indexed(filter, after))
    .orderBy(...NEWEST_FIRST)
    .limit(unindexed(filter) === undefined ? 0 : 2)
    .offset(TRANSACTIONS_SEARCHED_MAX - 1);
}

const searchedTo = ([last, beyond]: readonly TimeCursor[]): TimeCursor | null =>
  last === undefined || beyond === undefined ? null : last;

/** One more is looked at than are counted: in the index alone, where nothing has to be looked for. */
function countQuery(db: D1Database, filter: TransactionFilter) {
  const searched = unindexed(filter);
  const read = searched === undefined ? { id: transactions.id } : undefined;
  return drizzle(db)
    .select({ looked: count(), found: sql<number>`count(*) FILTER (WHERE ${searched ?? sql`TRUE`})` })
    .from(newest(db, filter, { limit: TRANSACTIONS_SEARCHED_MAX + 1 }, read));
}

/** Under the name of the table, so that columns are written as those of the table are. */
function newest(
  db: D1Database,
  filter: TransactionFilter,
  { after, limit }: Page,
  read: Readonly<Record<string, SQLiteColumn>> = getTableColumns(transactions),
) {
  return drizzle(db)
    .select(read)
    .from(transactions)
    .where(indexed(filter, after))
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
    .as('transactions');
}

/** When the first and the last one was made that a search looks through; null of none. Both by the ends of an index. */
export async function readTransactionDays(
  db: D1Database,
  filter: TransactionFilter,
): Promise<{ readonly first: number | null; readonly last: number | null }> {
  const { createdAt: at } = transactions;
  const endmost = (order: SQL) =>
    drizzle(db).select({ at }).from(transactions).where(indexed(filter)).orderBy(order).limit(1);
  const [[first], [last]] = await drizzle(db).batch([endmost(asc(at)), endmost(desc(at))]);
  return { first: first?.at ?? null, last: last?.at ?? null };
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

/** What an index finds: the account's, or those of them that wait or failed. */
function indexed({ accountId, status }: TransactionFilter, after?: TimeCursor): SQL | undefined {
  const { createdAt, id } = transactions;
  return and(
    eq(transactions.accountId, accountId),
    // The second condition lets SQLite use the partial index.
    status === undefined || status === 'completed'
      ? undefined
      : and(eq(transactions.status, status), sql`${transactions.status} <> 'completed'`),
    after === undefined ? undefined : sql`(${createdAt}, ${id}) < (${after.at}, ${after.id})`,
  );
}

/** What has to be looked for among those; undefined where they are all that was asked for. */
function unindexed(filter: TransactionFilter): SQL | undefined {
  return and(
    filter.status === 'completed' ? eq(transactions.status, filter.status) : undefined,
    matching(filter),
  );
}

/** instr, not LIKE: a LIKE pattern over 50 bytes throws on D1, and a typed % is no wildcard. */
function matching({ accountId, search = '', terms = [], cents }: TransactionFilter): SQL | undefined {
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
    // One value each time, however many terms: a statement takes a hundred.
    const among = sql`IN (SELECT value FROM json_each(${JSON.stringify(terms)}))`;
    ways.push(
      ...[type, metal, method, status].map((column) => sql`${column} ${among}`),
      sql`${id} IN (SELECT w.id FROM withdrawals w WHERE w.account_id = ${accountId} AND w.state ${among})`,
    );
  }
  if (cents !== undefined) ways.push(between(totalCents, cents.from, cents.to));
  return ways.length === 0 ? undefined : or(...ways);
}
