// GET /api/portfolio and /api/transactions: the customer's own, complete, in pages that neither skip nor repeat.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { TRANSACTION_TERMS, type TransactionsPage } from '../../../worker/contract/transactions.ts';
import { receiptCode } from '../../../worker/domain/receipt-code.ts';
import { createCustomer, jsonHeaders, type Customer } from '../../support/customers.ts';
import { endow, fund } from '../../support/funds.ts';
import { callsOf, outcome, SetPrices, workerWith } from '../../support/money-calls.ts';
import { addPayoutAccount, createWithdrawer, withdraw } from '../../support/withdrawals.ts';

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

async function page(query: string, customer = ana): Promise<TransactionsPage> {
  return (await callsOf(customer).get(`/api/transactions${query}`)).json<TransactionsPage>();
}
const typesOf = ({ transactions }: TransactionsPage) => transactions.map(({ type, metal }) => metal ?? type);

describe('the portfolio', () => {
  test('is my own, at current prices', async () => {
    const worker = workerWith(new SetPrices({ gold: 400_000, silver: 6_000 }));
    const mine = await (await callsOf(ana, worker).get('/api/portfolio')).json<Portfolio>();
    expect(mine).toMatchObject({
      cashCents: 100_000 - 5_025 - 4_020,
      pendingCashCents: 20_013,
      holdings: [
        {
          metal: 'gold',
          ouncesE4: 100,
          valueCents: 4_000,
          costBasisCents: 4_020,
          gainCents: -20,
          gainPercent: -0.5,
        },
        { metal: 'silver', ouncesE4: 10_000, valueCents: 6_000, costBasisCents: 5_025, gainCents: 975 },
      ],
      totals: { investedCents: 9_045, gainCents: 955 },
      bonus: {
        status: 'available',
        purchasesCents: 9_045,
        releaseCents: 100_000,
        net: { cents: 9_045, since: null, freesAt: null },
      },
    });
    expect(mine.totals.valueCents).toBe(mine.cashCents + 10_000);
    const hers = await (await callsOf(bia, worker).get('/api/portfolio')).json<Portfolio>();
    expect(hers).toMatchObject({ cashCents: 50_000, pendingCashCents: 0, holdings: [] });
  });

  test('with a price missing says unknown', async () => {
    const worker = workerWith(new SetPrices({ gold: 400_000 }));
    const mine = await (await callsOf(ana, worker).get('/api/portfolio')).json<Portfolio>();
    expect(mine.holdings[1]).toMatchObject({ metal: 'silver', priceCents: null, valueCents: null });
    expect(mine.totals).toMatchObject({ valueCents: null, gainCents: null, gainPercent: null });
  });

  test('is nobody else’s', async () => {
    const stranger = callsOf({ headers: jsonHeaders(), cookie: '' });
    expect(await outcome(await stranger.get('/api/portfolio'))).toBe('Unauthenticated');
    expect(await outcome(await stranger.get('/api/transactions'))).toBe('Unauthenticated');
  });
});

describe('transactions', () => {
  test('are mine, newest first', async () => {
    const mine = await page('');
    expect(typesOf(mine).sort()).toEqual(['deposit', 'deposit', 'deposit', 'gold', 'silver']);
    const times = mine.transactions.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(mine.nextCursor).toBeNull();
    expect(typesOf(await page('', bia))).toEqual(['deposit']);
  });

  test.each([1, 2, 3, 4])('come in pages of %i that neither skip nor repeat', async (limit) => {
    // Equal times are the hard case: the cursor contains the id as well.
    await env.DB.prepare(`UPDATE transactions SET created_at = 1000 WHERE account_id = ?`)
      .bind(ana.userId)
      .run();
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { transactions, total, nextCursor }: TransactionsPage = await page(
        `?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      expect(total).toBe(5);
      seen.push(...transactions.map(({ id }) => id));
      cursor = nextCursor;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });

  test.each([
    ['?status=pending', ['deposit']],
    ['?status=failed', ['deposit']],
    ['?status=completed', ['gold', 'silver', 'deposit']],
    ['?search=SILV', ['silver']],
    ['?search=buy', ['gold', 'silver']],
    ['?search=debit', ['deposit']],
    ['?search=%25', []],
    ['?search=_', ['deposit', 'deposit']],
    ['?search=prata&terms=silver', ['silver']],
    ['?search=ouro&terms=gold,silver', ['gold', 'silver']],
    ['?search=compra&terms=buy&status=pending', []],
    ['?search=pendente&terms=pending', ['deposit']],
    [`?search=${'x'.repeat(100)}`, []],
    ['?search=%20%20', ['deposit', 'deposit', 'gold', 'silver', 'deposit']],
    ["?search=' OR 1=1 --", []],
    ['?search=50&cents=5000-5099', ['silver']],
    ['?search=200&cents=20000-20099', ['deposit', 'deposit']],
    ['?search=200.13&cents=20013-20013', ['deposit']],
    ['?search=200&cents=20000-20099&status=pending', ['deposit']],
    ['?search=7&cents=700-799', []],
  ])('%s finds %j', async (query, found) => {
    // Rows of the same millisecond have no order that a test could know.
    const answer = await page(query);
    expect(typesOf(answer).sort()).toEqual([...found].sort());
    expect(answer.total).toBe(found.length);
  });

  test('of a withdrawal are found by how it stands now, and nobody else’s', async () => {
    const lia = await createWithdrawer(env);
    await fund(env.DB, lia, 100_000);
    const payoutAccountId = await addPayoutAccount(env, lia);
    const made = await withdraw(env.DB, lia, { payoutAccountId, amountCents: 5_000 });
    const found = async (terms: string, who = lia) => typesOf(await page(`?search=zz&terms=${terms}`, who));
    expect(await found('ready')).toEqual(['withdrawal']);
    expect(await found('held,paid,cancelled')).toEqual([]);
    expect(await found('ready', ana)).toEqual([]);
    await callsOf(lia).post(`/api/withdrawals/${made?.id ?? ''}/cancel`, {});
    expect(await found('ready')).toEqual([]);
    expect(await found('cancelled,silver')).toEqual(['withdrawal']);
  });

  test('are found by every word there is at once', async () => {
    const all = await page(`?search=e&terms=${TRANSACTION_TERMS.join(',')}&cents=0-1&status=completed`);
    expect(typesOf(all).sort()).toEqual(['deposit', 'gold', 'silver']);
  });

  test('are found by the code on their receipt, or the whole id, and only my own', async () => {
    for (const { id } of (await page('')).transactions) {
      const code = receiptCode(id);
      for (const typed of [code, code.toLowerCase(), code.replace('-', ''), code.slice(0, 6), id]) {
        expect((await page(`?search=${typed}`)).transactions.map((found) => found.id)).toContain(id);
      }
      expect((await page(`?search=${id}`, bia)).transactions).toEqual([]);
      // The end of an id is no code.
      expect((await page(`?search=${id.slice(-12)}`)).transactions).toEqual([]);
    }
  });

  test.each([
    '?limit=0',
    '?limit=201',
    '?limit=-1',
    '?limit=ten',
    '?limit=1.5',
    '?status=lost',
    '?terms=drop',
    '?cents=5',
    '?cents=-1-5',
    '?cents=one-two',
    '?cursor=nonsense',
    '?cursor=1.%27',
    `?search=${'x'.repeat(101)}`,
  ])('%s is refused', async (query) => {
    expect(await outcome(await callsOf(ana).get(`/api/transactions${query}`))).toBe('ValidationFailed');
  });

  test('one of another customer does not exist for me', async () => {
    const [hers] = (await page('', bia)).transactions;
    expect(await outcome(await callsOf(ana).get(`/api/transactions/${hers?.id}`))).toBe('NotFound');
    expect(await outcome(await callsOf(bia).get(`/api/transactions/${hers?.id}`))).toBe(200);
    expect(await outcome(await callsOf(ana).get('/api/transactions/nothing'))).toBe('NotFound');
  });

  test('are read by index, however many customers there are', async () => {
    const plan = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT * FROM transactions WHERE account_id = ?1 AND (created_at, id) < (?2, ?3)
       ORDER BY created_at DESC, id DESC LIMIT 51`,
    )
      .bind(ana.userId, Date.now(), 'x')
      .all<{ detail: string }>();
    const details = plan.results.map(({ detail }) => detail).join('\n');
    expect(details).toContain('USING INDEX transactions_by_account');
    expect(details).not.toContain('TEMP B-TREE');
  });
});
