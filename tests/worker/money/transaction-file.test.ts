// GET /api/transactions/file: the list with its filters as CSV or JSON, the customer's own alone.

import { env } from 'cloudflare:workers';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Transaction, TransactionsPage } from '../../../worker/contract/transactions.ts';
import { TRANSACTIONS_FILE_LIMIT } from '../../../worker/domain/transactions.ts';
import { transactionFile } from '../../../worker/services/transaction-file.ts';
import { createCustomer, type Customer, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { endow, fund } from '../../support/funds.ts';
import { callsOf, outcome, realWorker } from '../../support/money-calls.ts';
import { recorded } from '../../support/recorded-queries.ts';

let ana: Customer;
let bia: Customer;
beforeEach(async () => {
  ana = await createCustomer(env);
  bia = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
  await fund(env.DB, bia, 50_000);
  await endow(env.DB, ana, { metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 });
  await endow(env.DB, ana, { metal: 'gold', ouncesE4: 100, priceCents: 400_000 });
  await callsOf(ana).deposit({ amountCents: 20_013, method: 'debit_card' });
  await callsOf(ana).deposit({ amountCents: 20_066, method: 'wire' });
});

const ask = (query: string, customer = ana) => callsOf(customer).get(`/api/transactions/file?${query}`);
const list = async (query = '', customer = ana) =>
  (await (await callsOf(customer).get(`/api/transactions?${query}`)).json<TransactionsPage>()).transactions;

type File = { transactions: (Transaction & { number: number; localTime: string; receipt: string })[] };
const json = async (query = '', customer = ana) =>
  (await (await ask(`format=json&${query}`, customer)).json<File>()).transactions;
const csv = async (query = '', delimiter = ';') => {
  const text = await (await ask(`format=csv&${query}`)).text();
  return parse(text, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' }) as Record<
    string,
    string
  >[];
};
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('the file', () => {
  test('is the whole list in its order, with the same figures, named by its days', async () => {
    const reply = await ask('format=csv');
    const today = new Date().toISOString().slice(0, 10);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="onca-extrato-${today}-a-${today}.csv"`,
      'cache-control': 'no-store',
    });
    const [shown, rows, items] = [await list(), await csv(), await json()];
    expect(shown).toHaveLength(5);
    expect(rows.map((row) => row['Referência'])).toEqual(ids(shown));
    expect(rows.map((row) => row['Nº'])).toEqual(['1', '2', '3', '4', '5']);
    expect(rows.find((row) => row['Metal'] === 'Ouro')).toMatchObject({
      Tipo: 'Compra',
      'Onças troy': '0,0100',
      'Preço por onça (US$)': '4000,00',
      'Total (US$)': '40,20',
    });
    for (const [index, item] of items.entries()) {
      const { number, localTime, receipt, ...transaction } = item;
      expect([number, receipt.length]).toEqual([index + 1, 9]);
      expect(localTime).toBe(transaction.createdAt.slice(0, 19).replace('T', ' '));
      expect(transaction).toEqual(shown[index]);
    }
  });

  test('is in English with decimal points, and its times are those of the asked place', async () => {
    const [row] = await csv('language=en&timeZone=Asia/Tokyo', ',');
    const [shown] = await list();
    const there = new Date(Date.parse(shown?.createdAt ?? '') + 9 * 3_600_000);
    expect(row).toMatchObject({
      Type: 'Deposit',
      Status: 'Failed',
      'Total (US$)': '200.66',
      'Time (Asia/Tokyo)': there.toISOString().slice(0, 19).replace('T', ' '),
    });
  });

  test.each([
    'status=pending',
    'search=prata&terms=silver',
    'cents=20000-20099',
    'search=wire',
    'search=nothing-like-it',
  ])('has what the list has with the filter %s', async (filter) => {
    const shown = await list(filter);
    expect(ids(await json(filter))).toEqual(ids(shown));
    expect((await csv(filter)).map((row) => row['Referência'])).toEqual(ids(shown));
    expect(shown.length).toBeLessThan(5);
  });

  test('disarms what a note says', async () => {
    const note = '=HYPERLINK("http://evil.example";"olá")';
    const [shown] = await list();
    await env.DB.prepare('UPDATE transactions SET notes = ? WHERE id = ?')
      .bind(note, shown?.id ?? '')
      .run();
    expect((await csv())[0]?.['Observação']).toBe(`'${note}`);
    expect((await json())[0]?.notes).toBe(note);
  });

  test('is written page by page, the same bytes whatever the page, and no page before it is wanted', async () => {
    const { db, queries } = recorded(env.DB);
    const now = Date.now();
    const deps = { db, now: () => now, newId: () => crypto.randomUUID() };
    const query = { format: 'json', language: 'en', timeZone: 'UTC' } as const;
    const files = await Promise.all(
      [1, 2, 5, 6, 1_000].map((rows) => transactionFile(deps, ana.userId, query, rows)),
    );
    const texts = await Promise.all(
      files.map((file) => (file.ok ? new Response(file.value.body).text() : '')),
    );
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '').transactions).toHaveLength(5);
    const file = await transactionFile(deps, ana.userId, query, 1);
    const before = queries.length;
    const reader = file.ok ? file.value.body.getReader() : null;
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    // Two pages: of each its rows, and how far a search has looked.
    expect(queries.length - before).toBeLessThanOrEqual(2 * 2);
  });
});

describe('nobody else’s', () => {
  test('transactions are in it, whoever is named', async () => {
    const hers = ids(await list('', bia));
    for (const name of ['accountId', 'account', 'userId', 'customer'])
      expect(ids(await json(`${name}=${bia.userId}`))).toEqual(ids(await list()));
    expect(ids(await json('', bia))).toEqual(hers);
    expect(ids(await json(`search=${hers[0]}`))).toEqual([]);
  });

  test('file is had without a session', async () => {
    const reply = await realWorker(
      new Request(`${ORIGIN}/api/transactions/file?format=csv`, { headers: jsonHeaders() }),
    );
    expect(await outcome(reply)).toBe('Unauthenticated');
  });
});

test.each([
  'format=xml',
  '',
  'format=csv&language=fr',
  'format=csv&timeZone=../../etc/passwd',
  'format=csv&timeZone=%22%0d%0aSet-Cookie:x=1',
  `format=csv&timeZone=${'a'.repeat(61)}`,
  `format=csv&search=${'a'.repeat(101)}`,
  'format=csv&terms=buy,evil',
  'format=csv&cents=1',
  'format=csv&status=gone',
])('a hostile question is refused: %s', async (query) => {
  expect(await outcome(await ask(query))).toBe('ValidationFailed');
});

test.each([`' OR 1=1 --`, '%', '__', '*', `") OR ("1"="1`, '\u0000'])(
  'a hostile search finds nothing: %j',
  async (search) => {
    expect(await json(`search=${encodeURIComponent(search)}`)).toEqual([]);
  },
);

test('twenty files an hour are made, and the next one says when', async () => {
  for (let n = 0; n < TRANSACTIONS_FILE_LIMIT.max; n += 1) await (await ask('format=json')).body?.cancel();
  const refused = await ask('format=json');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  expect((await ask('format=json', bia)).status).toBe(200);
});
