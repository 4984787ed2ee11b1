// GET /api/transactions/:id/receipt: what is stored of a transaction, signed, so that anybody can check it.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { checkText } from '../../../web/features/site/verify/check.ts';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import type { ReceiptContent } from '../../../worker/contract/signed-records.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import type { Quote, TradeReply } from '../../../worker/contract/trades.ts';
import { readRecord } from '../../../worker/domain/signed-records.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { endow, fund } from '../../support/funds.ts';
import { callsOf, outcome, PRICES_AT, SetPrices, workerWith } from '../../support/money-calls.ts';

let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
});

const hub = new SetPrices({ gold: 400_000, silver: 5_000 });
const calls = (customer = ana) => callsOf(customer, workerWith(hub));
const receiptOf = (id: string, customer = ana) => calls(customer).get(`/api/transactions/${id}/receipt`);

async function contentOf(id: string): Promise<ReceiptContent> {
  const text = await (await receiptOf(id)).text();
  const verdict = await checkText(text, publicKeys(env));
  expect(verdict).toMatchObject({ verdict: 'genuine', signed: { domain: 'receipt' } });
  const read = readRecord(text);
  expect(read).toMatchObject({ kind: 'record', asWritten: true });
  return (read as unknown as { record: { content: ReceiptContent } }).record.content;
}

function sums(entries: ReceiptContent['entries']): Record<string, number> {
  const of: Record<string, number> = {};
  for (const { asset, amount } of entries) of[asset] = (of[asset] ?? 0) + amount;
  return of;
}

async function buySilver(): Promise<{ readonly quote: Quote; readonly reply: string; readonly key: string }> {
  const asked = await calls().post('/api/quotes', { side: 'buy', metal: 'silver', ouncesE4: 10_000 });
  const quote = await asked.json<Quote>();
  const key = crypto.randomUUID();
  return { quote, key, reply: await (await calls().trade(quote.quote, key)).text() };
}

test('of a trade says figures, entries and what the price was made from, as the quote said it', async () => {
  const { quote, reply } = await buySilver();
  const { transaction } = JSON.parse(reply) as TradeReply;
  const content = await contentOf(transaction.id);
  expect(content).toMatchObject({
    account: ana.userId,
    transaction,
    operation: { kind: 'trade' },
    quoteId: expect.any(String),
    priceBasis: {
      seq: 7,
      kind: 'simulated',
      asOf: PRICES_AT,
      observations: [{ source: 'test', midCents: 5_000, at: PRICES_AT }],
    },
  });
  expect(content.entries).toEqual([
    { account: 'customer', asset: 'usd', amount: -quote.totalCents },
    { account: expect.stringMatching(/^house:/u), asset: 'usd', amount: quote.subtotalCents },
    { account: expect.stringMatching(/^house:/u), asset: 'usd', amount: quote.feeCents },
    { account: 'customer', asset: 'silver', amount: 10_000 },
    { account: expect.stringMatching(/^house:/u), asset: 'silver', amount: -10_000 },
  ]);
  expect(sums(content.entries)).toEqual({ usd: 0, silver: 0 });
  expect(await checkText(quote.quote, publicKeys(env))).toMatchObject({
    verdict: 'genuine',
    signed: { domain: 'quote' },
    content: { sub: ana.userId, jti: content.quoteId },
  });
});

test('leaves the stored reply as it is: a repeated request gets the same bytes', async () => {
  const { quote, reply, key } = await buySilver();
  const { transaction } = JSON.parse(reply) as TradeReply;
  const stored = () =>
    env.DB.prepare(
      'SELECT reply FROM operations WHERE id = (SELECT operation_id FROM transactions WHERE id = ?)',
    )
      .bind(transaction.id)
      .first<string>('reply');
  const before = await stored();
  await receiptOf(transaction.id);
  expect(await stored()).toBe(before);
  expect(await (await calls().trade(quote.quote, key)).text()).toBe(reply);
});

test('of a trade whose basis was not kept says so with null', async () => {
  await endow(env.DB, ana, { metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 });
  const { transactions } = await (
    await calls().get('/api/transactions?search=silver')
  ).json<{
    transactions: Transaction[];
  }>();
  expect(await contentOf(transactions[0]?.id ?? '')).toMatchObject({ priceBasis: null });
});

test('of a deposit has the entries of its settlement; of one that waits none', async () => {
  const settled = await (
    await calls().deposit({ amountCents: 20_000, method: 'debit_card' })
  ).json<{
    transaction: Transaction;
  }>();
  const content = await contentOf(settled.transaction.id);
  expect(content).toMatchObject({ transaction: { status: 'completed' }, operation: { kind: 'settlement' } });
  expect(content.entries).toHaveLength(3);
  expect(sums(content.entries)).toEqual({ usd: 0 });
  const waiting = await (
    await calls().deposit({ amountCents: 20_013, method: 'debit_card' })
  ).json<{
    transaction: Transaction;
  }>();
  expect(await contentOf(waiting.transaction.id)).toMatchObject({
    transaction: { status: 'pending' },
    operation: { kind: 'deposit' },
    entries: [],
    quoteId: null,
    priceBasis: null,
  });
});

test('is the customer’s own: of others, and of nothing, there is none', async () => {
  const { reply } = await buySilver();
  const { transaction } = JSON.parse(reply) as TradeReply;
  const bia = await createCustomer(env);
  expect(await outcome(await receiptOf(transaction.id, bia))).toBe('NotFound');
  expect(await outcome(await receiptOf('nothing'))).toBe('NotFound');
  expect((await receiptOf(transaction.id)).headers.get('Cache-Control')).toBe('no-store');
});
