// GET /api/transactions, /api/transactions/file, /api/transactions/:id and its signed receipt: only the signed-in customer's own.

import { Hono } from 'hono';
import { requireReader, requireSession } from '../auth/guards.ts';
import { TransactionsFileQuery, TransactionsQuery } from '../contract/transactions.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { query } from '../http/validate.ts';
import { depsFrom, readingDepsFrom } from '../services/deps.ts';
import { signedReceipt } from '../services/signed-receipt.ts';
import { transactionFile } from '../services/transaction-file.ts';
import { oneTransaction, pageOfTransactions } from '../services/transactions.ts';

export const transactions = new Hono<AppEnv>()
  .use(noStore)
  .get('/', requireReader, query(TransactionsQuery), async (c) =>
    c.json(await pageOfTransactions(readingDepsFrom(c), c.var.reader.userId, c.req.valid('query')), 200),
  )
  .get('/file', requireSession, query(TransactionsFileQuery), async (c) => {
    const file = await transactionFile(depsFrom(c), c.var.session.userId, c.req.valid('query'));
    if (!file.ok) return problem(c, file.error);
    const { name, type, body } = file.value;
    c.header('Content-Type', type);
    c.header('Content-Disposition', `attachment; filename="${name}"`);
    return c.body(body, 200);
  })
  .get('/:id', requireReader, async (c) => {
    const transaction = await oneTransaction(readingDepsFrom(c), c.var.reader.userId, c.req.param('id'));
    return transaction.ok ? c.json(transaction.value, 200) : problem(c, transaction.error);
  })
  .get('/:id/receipt', requireReader, async (c) => {
    const receipt = await signedReceipt(readingDepsFrom(c), c.var.reader.userId, c.req.param('id'));
    if (!receipt.ok) return problem(c, receipt.error);
    return c.body(receipt.value, 200, { 'Content-Type': 'application/json' });
  });
