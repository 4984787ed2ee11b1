// The signed receipt of a transaction: what is stored about it, as it stands now, under our signature (D73). It is made when it
// is asked for, so the stored replies of operations stay as they are.

import { signRecord } from '../auth/signing-keys.ts';
import type { Refusal } from '../contract/problems.ts';
import type { ReceiptContent } from '../contract/signed-records.ts';
import { readQuoteEvidence } from '../contract/trades.ts';
import { findReceiptOperation } from '../db/receipts.ts';
import { storageMonthOfOperation } from '../db/storage-months.ts';
import { findTransaction } from '../db/transactions.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { iso } from '../domain/time.ts';
import { viewTransaction } from '../domain/transactions.ts';
import type { Deps } from './deps.ts';
import { viewMonth } from './storage.ts';

export async function signedReceipt(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  accountId: string,
  id: string,
): Promise<Result<string, Refusal<'NotFound'>>> {
  const [transaction, operation] = await Promise.all([
    findTransaction(db, accountId, id),
    findReceiptOperation(db, accountId, id),
  ]);
  if (transaction === null || operation === null) return err({ code: 'NotFound' });
  const month = transaction.type === 'storage-fee' ? await storageMonthOfOperation(db, operation.id) : null;
  const content: ReceiptContent = {
    account: accountId,
    issuedAt: iso(now()),
    transaction: viewTransaction(transaction),
    operation: { id: operation.id, kind: operation.kind, createdAt: iso(operation.createdAt) },
    entries: [...operation.entries],
    quoteId: operation.quoteId,
    priceBasis: readQuoteEvidence(operation.quoteBasis),
    ...(month === null ? {} : { storage: viewMonth(month) }),
  };
  return ok(await signRecord(env, 'receipt', content));
}
