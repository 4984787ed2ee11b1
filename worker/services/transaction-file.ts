// A customer's transactions as a file, with the filters of the list. Page by page as the reader takes it: any number of them needs no
// more memory than a page.

import type { Refusal } from '../contract/problems.ts';
import { type Transaction, transactionOf, type TransactionsFileQuery } from '../contract/transactions.ts';
import { listTransactions, readTransactionDays } from '../db/transactions.ts';
import type { TimeCursor } from '../domain/cursors.ts';
import { ok, type Result } from '../domain/result.ts';
import { TRANSACTIONS_FILE_LIMIT, viewTransaction } from '../domain/transactions.ts';
import {
  transactionFileName,
  transactionWriter,
  type TransactionWriter,
} from '../storage/transaction-file.ts';
import { claimOneOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import { filterOf } from './transactions.ts';

/** 50,000 transactions are fifty queries. */
const ROWS_AT_A_TIME = 1_000;

export type TransactionFile = {
  readonly name: string;
  readonly type: string;
  readonly body: ReadableStream<Uint8Array>;
};

export async function transactionFile(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  accountId: string,
  asked: TransactionsFileQuery,
  rowsAtATime: number = ROWS_AT_A_TIME,
): Promise<Result<TransactionFile, Refusal<'TooManyRequests'>>> {
  const claimed = await claimOneOrRefuse(deps, `transaction-files:${accountId}`, TRANSACTIONS_FILE_LIMIT);
  if (!claimed.ok) return claimed;
  const now = deps.now();
  const filter = filterOf(accountId, asked);
  const { first, last } = await readTransactionDays(deps.db, filter);
  const writer = transactionWriter(asked, now);
  const body = fileOf(writer, async (after) => {
    const { rows, searchedTo } = await listTransactions(deps.db, filter, { after, limit: rowsAtATime });
    const lastOfPage = rows[rowsAtATime - 1];
    return {
      rows: rows.map((row) => transactionOf(viewTransaction(row))),
      end: lastOfPage === undefined ? searchedTo : { at: lastOfPage.createdAt, id: lastOfPage.id },
    };
  });
  return ok({
    name: transactionFileName(asked, { first: first ?? now, last: last ?? now }),
    type: writer.type,
    body,
  });
}

/** `end`: where the next page begins; null after the last one. A page of a search may have no row. */
type Page = { readonly rows: readonly Transaction[]; readonly end: TimeCursor | null };

/** Reads a page when the reader has taken the one before it, and more where nothing was found in it. */
export function fileOf(
  { start, row, end }: TransactionWriter,
  pageAfter: (after: TimeCursor | undefined) => Promise<Page>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let [after, written] = [undefined as TimeCursor | undefined, 0];
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(start));
    },
    async pull(controller) {
      let page = await pageAfter(after);
      while (page.rows.length === 0 && page.end !== null) page = await pageAfter(page.end);
      const text = page.rows.map((transaction, index) => row(transaction, written + index + 1)).join('');
      written += page.rows.length;
      controller.enqueue(encoder.encode(page.end === null ? text + end : text));
      if (page.end === null) controller.close();
      else after = page.end;
    },
  });
}
