// The customer's transactions, newest first, page by page; and one of them, so that a receipt can be read again.

import type { Refusal } from '../contract/problems.ts';
import {
  transactionOf,
  type Transaction,
  type TransactionsPage,
  type TransactionsQuery,
} from '../contract/transactions.ts';
import { countedTransactions, findTransaction, type TransactionFilter } from '../db/transactions.ts';
import { cursorText } from '../domain/cursors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { iso } from '../domain/time.ts';
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
  const page = { after: query.cursor, limit: query.limit + 1 };
  const { rows, searchedTo, total, isPart } = await countedTransactions(deps.db, filter, page);
  const { items, nextCursor } = pageOf(
    rows,
    query.limit,
    (row) => [row.createdAt, row.id],
    (row) => transactionOf(viewTransaction(row)),
  );
  const counted = { total, ...(isPart && { atLeast: true as const }) };
  if (nextCursor !== null || searchedTo === null) return { transactions: items, ...counted, nextCursor };
  const { at, id } = searchedTo;
  return { transactions: items, ...counted, nextCursor: cursorText([at, id]), searchedTo: iso(at) };
}

export async function oneTransaction(
  deps: { readonly db: D1Database },
  accountId: string,
  id: string,
): Promise<Result<Transaction, Refusal<'NotFound'>>> {
  const row = await findTransaction(deps.db, accountId, id);
  return row === null ? err({ code: 'NotFound' }) : ok(transactionOf(viewTransaction(row)));
}
