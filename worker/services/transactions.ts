// The customer's transactions, newest first, page by page; and one of them, so that a receipt can be read again.

import type { Refusal } from '../contract/problems.ts';
import {
  transactionOf,
  type Transaction,
  type TransactionsPage,
  type TransactionsQuery,
} from '../contract/transactions.ts';
import {
  countTransactions,
  findTransaction,
  listTransactions,
  type TransactionFilter,
} from '../db/transactions.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { viewTransaction } from '../domain/transactions.ts';
import { pageOf } from './page.ts';

/** Always of one account, whatever was asked for. */
export function filterOf(
  accountId: string,
  { status, search, terms, cents }: Pick<TransactionsQuery, 'status' | 'search' | 'terms' | 'cents'>,
): TransactionFilter {
  return { accountId, status, search: search?.trim(), terms, cents };
}

export async function pageOfTransactions(
  deps: { readonly db: D1Database },
  accountId: string,
  query: TransactionsQuery,
): Promise<TransactionsPage> {
  const filter = filterOf(accountId, query);
  const [rows, total] = await Promise.all([
    listTransactions(deps.db, filter, { after: query.cursor, limit: query.limit + 1 }),
    countTransactions(deps.db, filter),
  ]);
  const { items, nextCursor } = pageOf(
    rows,
    query.limit,
    (row) => [row.createdAt, row.id],
    (row) => transactionOf(viewTransaction(row)),
  );
  return { transactions: items, total, nextCursor };
}

export async function oneTransaction(
  deps: { readonly db: D1Database },
  accountId: string,
  id: string,
): Promise<Result<Transaction, Refusal<'NotFound'>>> {
  const row = await findTransaction(deps.db, accountId, id);
  return row === null ? err({ code: 'NotFound' }) : ok(transactionOf(viewTransaction(row)));
}
