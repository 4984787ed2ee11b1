// The customer's transactions, newest first, page by page; and one of them, so that a receipt can be read again.

import type { Refusal } from '../contract/problems.ts';
import {
  transactionOf,
  type Transaction,
  type TransactionsPage,
  type TransactionsQuery,
} from '../contract/transactions.ts';
import { countTransactions, findTransaction, listTransactions } from '../db/transactions.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { viewTransaction } from '../domain/transactions.ts';
import { pageOf } from './page.ts';

export async function pageOfTransactions(
  deps: { readonly db: D1Database },
  accountId: string,
  query: TransactionsQuery,
): Promise<TransactionsPage> {
  const { status, terms, cents } = query;
  const filter = { accountId, status, search: query.search?.trim(), terms, cents };
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
