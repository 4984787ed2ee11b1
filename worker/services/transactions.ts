// The customer's transactions, newest first, page by page; and one of them, so that a receipt can be read again.

import type { Refusal } from '../contract/problems.ts';
import {
  transactionOf,
  type Transaction,
  type TransactionsPage,
  type TransactionsQuery,
} from '../contract/transactions.ts';
import { findTransaction, listTransactions, type TransactionPlace } from '../db/transactions.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { viewTransaction } from '../domain/transactions.ts';

export async function pageOfTransactions(
  deps: { readonly db: D1Database },
  accountId: string,
  query: TransactionsQuery,
): Promise<Result<TransactionsPage, Refusal<'ValidationFailed'>>> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  if (after === null) {
    const detail = 'This page of transactions does not exist.';
    return err({
      code: 'ValidationFailed',
      detail,
      errors: [{ field: 'cursor', code: 'cursor', message: detail }],
    });
  }
  const rows = await listTransactions(deps.db, {
    accountId,
    status: query.status,
    search: query.search?.trim(),
    terms: query.terms,
    after,
    // One more than is shown tells whether there is a next page.
    limit: query.limit + 1,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return ok({
    transactions: shown.map((row) => transactionOf(viewTransaction(row))),
    nextCursor: rows.length > query.limit && last !== undefined ? writeCursor(last) : null,
  });
}

export async function oneTransaction(
  deps: { readonly db: D1Database },
  accountId: string,
  id: string,
): Promise<Result<Transaction, Refusal<'NotFound'>>> {
  const row = await findTransaction(deps.db, accountId, id);
  return row === null ? err({ code: 'NotFound' }) : ok(transactionOf(viewTransaction(row)));
}

function writeCursor(place: TransactionPlace): string {
  return `${place.createdAt}.${place.id}`;
}

function readCursor(cursor: string): TransactionPlace | null {
  const match = /^(\d{1,16})\.([A-Za-z0-9-]{1,64})$/u.exec(cursor);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const createdAt = Number(match[1]);
  return Number.isSafeInteger(createdAt) ? { createdAt, id: match[2] } : null;
}
