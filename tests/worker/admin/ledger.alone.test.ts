// The ledger's page: the check and running it, house balances, transactions by time and by size, the entries of an operation
// and the evidence of its price.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type {
  LedgerOverview,
  LedgerCheckReport,
  LedgerTransaction,
  LedgerTransactionsPage,
} from '../../../worker/contract/operators/ledger.ts';
import { type LedgerFilter, listLedgerTransactions } from '../../../worker/db/operators/ledger.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { outcome } from '../../support/money-calls.ts';
import { makeOperator } from './operator-calls.ts';
import { call, live, operationOf, undo, world } from './reversal-world.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

const BUY = { do: 'buy', metal: 'gold', ouncesE4: 10_000, priceCents: 100_000 } as const;

describe('the overview', () => {
  test('each column sums to zero, and the customers hold what the house lacks', async () => {
    const { ana, proposer } = await world();
    const read = async () => (await call(proposer)('/ledger')).json<LedgerOverview>();
    const before = await read();
    for (const step of [{ do: 'deposit', cents: 500_000 }, BUY, { do: 'bonus' }] as const)
      await live(ana, step);
    const after = await read();
    for (const column of ['usdCents', 'goldE4', 'silverE4'] as const) {
      expect(after.house.reduce((sum, one) => sum + one[column], after.customers[column])).toBe(0);
    }
    const gained = (account: string, column: 'usdCents' | 'goldE4' | 'silverE4') => {
      const of = ({ house }: LedgerOverview) => house.find((one) => one.account === account)?.[column] ?? 0;
      return of(after) - of(before);
    };
    expect(gained('fees', 'usdCents')).toBe(500);
    expect(gained('cash', 'usdCents')).toBe(100_000 - 500_000);
    expect(gained('metal', 'goldE4')).toBe(-10_000);
    expect(gained('promotion', 'silverE4')).toBe(-20_000);
    expect(after.customers.usdCents - before.customers.usdCents).toBe(500_000 - 100_500);
  });

  test('a check is run, stored and written down', async () => {
    const operator = await makeOperator();
    const reply = await call(operator)('/ledger/checks', { method: 'POST' });
    expect(reply.status).toBe(201);
    const check = await reply.json<LedgerCheckReport>();
    expect(check).toMatchObject({ ok: true, findings: [] });
    const { check: shown } = await (await call(operator)('/ledger')).json<LedgerOverview>();
    expect(shown).toEqual(check);
    const line = await env.DB.prepare(
      `SELECT action, subject_kind AS kind, after FROM audit_log WHERE actor_id = ? ORDER BY seq DESC LIMIT 1`,
    )
      .bind(operator.userId)
      .first<{ action: string; kind: string; after: string }>();
    expect(line).toMatchObject({ action: 'ledger.checked', kind: 'ledger' });
    expect(JSON.parse(line?.after ?? '')).toMatchObject({ ok: true, findings: 0 });
  });
});

/** A name and a telephone number that nobody else has. */
async function tell({ userId }: Customer): Promise<{ readonly name: string; readonly phone: string }> {
  const own = String(Math.floor(Math.random() * 1e9)).padStart(9, '0');
  const [name, phone] = [`Zoé Número ${own}`, `5511${own}`];
  await env.DB.prepare('UPDATE users SET full_name = ?, phone = ? WHERE id = ?')
    .bind(name, phone, userId)
    .run();
  return { name, phone };
}

describe('movements', () => {
  test('are listed by size and by time, page by page, each once', async () => {
    const ana = await createCustomer(env);
    const start = Date.now() - DAY_MS;
    // The larger the older, so that no order passes for the other. Equal ones do not get lost between pages.
    for (let n = 0; n < 32; n += 1) await fund(env.DB, ana, 20_000 + n * 1_000, start - n * 60_000);
    for (let one = 0; one < 4; one += 1) await fund(env.DB, ana, 27_000, start - 7 * 60_000);
    const operator = await makeOperator();
    const key = {
      largest: ({ totalCents }: LedgerTransaction) => totalCents,
      newest: ({ settledAt }: LedgerTransaction) => Date.parse(settledAt),
    };
    for (const order of ['largest', 'newest'] as const) {
      const seen: number[] = [];
      const ids = new Set<string>();
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = `order=${order}&find=${encodeURIComponent(ana.email)}${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const page: LedgerTransactionsPage = await (
          await call(operator)(`/ledger/movements?${query}`)
        ).json();
        seen.push(...page.movements.map(key[order]));
        for (const { transactionId } of page.movements) ids.add(transactionId);
        cursor = page.nextCursor;
      }
      expect(seen).toHaveLength(36);
      expect(ids.size).toBe(36);
      expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    }
  });

  test('are found by the beginning of an id, by a part of e-mail, name or telephone, in whatever case', async () => {
    const { ana, proposer } = await world();
    const paid = await live(ana, { do: 'deposit', cents: 300_000 });
    const bought = await live(ana, BUY);
    const { operationId } = await operationOf(proposer, paid.id);
    const found = async (find: string) => {
      const page: LedgerTransactionsPage = await (
        await call(proposer)(`/ledger/movements?period=1d&find=${encodeURIComponent(find)}`)
      ).json();
      return page.movements.map(({ transactionId }) => transactionId);
    };
    expect(await found(paid.id)).toEqual([paid.id]);
    expect(await found(operationId)).toEqual([paid.id]);
    expect(await found(bought.id)).toEqual([bought.id]);
    expect(await found(ana.userId)).toEqual([paid.id, bought.id]);
    expect(await found(` ${ana.email.toUpperCase()} `)).toEqual([paid.id, bought.id]);
    expect(await found(ana.email.slice(1))).toEqual([paid.id, bought.id]);
    expect(await found(ana.email.slice(0, -8))).toEqual([paid.id, bought.id]);
    expect(await found(paid.id.slice(0, 8).toUpperCase())).toEqual([paid.id]);
    expect(await found(operationId.slice(0, 13))).toEqual([paid.id]);
    const { phone, name } = await tell(ana);
    expect(await found(phone.slice(2))).toEqual([paid.id, bought.id]);
    expect(await found(name.toUpperCase())).toEqual([paid.id, bought.id]);
    expect(await found("%' OR 1=1 --")).toEqual([]);
    expect(await found('x'.repeat(254))).toEqual([]);
  });

  test('are of a period and of a type, and say what was undone or is proposed', async () => {
    const all = await world();
    const old = Date.now() - 40 * DAY_MS;
    await fund(env.DB, all.ana, 9_999_900, old);
    const bought = await live(all.ana, BUY);
    await undo(all, bought.id);
    const read = async (query: string) =>
      (await call(all.proposer)(`/ledger/movements?${query}`)).json<LedgerTransactionsPage>();
    const totals = async (query: string) => (await read(query)).movements.map(({ totalCents }) => totalCents);
    expect(await totals('period=30d')).not.toContain(9_999_900);
    expect((await totals('period=90d'))[0]).toBe(9_999_900);
    expect((await totals('period=all'))[0]).toBe(9_999_900);
    const { movements } = await read('period=1d&type=reversal');
    expect(movements[0]).toMatchObject({ type: 'reversal', reversedType: 'buy', totalCents: 100_500 });
    const buys = await read('period=1d&type=buy');
    expect(buys.movements.find(({ transactionId }) => transactionId === bought.id)).toMatchObject({
      reversed: true,
      proposed: false,
    });
  });

  test.each([
    'period=year',
    'type=gift',
    'cursor=nonsense',
    `find=${'x'.repeat(255)}`,
    `cursor=${'1'.repeat(201)}`,
  ])('nonsense (%s) is refused as such', async (query) => {
    expect(await outcome(await call(await makeOperator())(`/ledger/movements?${query}`))).toBe(
      'ValidationFailed',
    );
  });

  test('a page of all times, of a day and of one customer each read near a page, however much there is', async () => {
    const crowd = await createCustomer(env);
    const long = Date.now() - 400 * DAY_MS;
    const NUMBERS = 'WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 4000)';
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
         ${NUMBERS} SELECT 'crowd-' || v, (SELECT coalesce(max(seq), 0) FROM operations) + v, ?1, 'customer', 'crowd-' || v, 'h', 'deposit', ?2 FROM n`,
      ).bind(crowd.userId, long),
      env.DB.prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at, settled_at)
         SELECT id, account_id, id, 'deposit', 100, 0, 20000 + length(id), 'completed', 'wire', 'sandbox', created_at, created_at
         FROM operations WHERE account_id = ?1`,
      ).bind(crowd.userId),
    ]);
    const one: LedgerFilter = { since: null, type: null, find: null, limit: 26, order: 'largest' };
    const ana = await createCustomer(env);
    await fund(env.DB, ana, 30_000);
    const cost = async (over: Partial<LedgerFilter>) =>
      (await listLedgerTransactions(env.DB, { ...one, ...over })).rowsRead;
    expect(await cost({})).toBeLessThan(400);
    expect(await cost({ after: { key: 20_010, id: 'crowd-3900' } })).toBeLessThan(400);
    expect(await cost({ order: 'newest' })).toBeLessThan(400);
    expect(await cost({ order: 'newest', after: { key: long, id: 'crowd-3900' } })).toBeLessThan(400);
    expect(await cost({ order: 'newest', since: long - 1 })).toBeLessThan(400);
    expect(await cost({ since: Date.now() - DAY_MS })).toBeLessThan(1_500);
    const people = (await env.DB.prepare('SELECT count(*) AS n FROM users').first<number>('n')) ?? 0;
    // The directory once, and the movements of whom it names.
    expect(await cost({ find: ana.email.slice(1) })).toBeLessThan(60 + people);
    await env.DB.batch([
      env.DB.prepare(`DELETE FROM transactions WHERE account_id = ?`).bind(crowd.userId),
      env.DB.prepare(`DELETE FROM operations WHERE account_id = ?`).bind(crowd.userId),
    ]);
  });
});

test('a trade says at what price it was, from whom, and when; other operations have no quote', async () => {
  const { ana, proposer } = await world();
  const paid = await live(ana, { do: 'deposit', cents: 300_000 });
  expect(await operationOf(proposer, paid.id)).toMatchObject({ quote: null });
  const bought = await live(ana, BUY);
  const { operationId, transaction, quote } = await operationOf(proposer, bought.id);
  expect(transaction.priceCents).toBe(100_000);
  expect(quote?.evidence).toMatchObject({ kind: 'simulated', observations: [] });
  const at = '2026-11-20T12:00:00.000Z';
  const evidence = {
    seq: 7,
    kind: 'spot',
    asOf: at,
    observations: [{ source: 'one', midCents: 100_000, at }],
  };
  const kept = async (basis: object) => {
    await env.DB.prepare('UPDATE operations SET quote_basis = ? WHERE id = ?')
      .bind(JSON.stringify(basis), operationId)
      .run();
    return (await operationOf(proposer, bought.id)).quote;
  };
  expect(await kept(evidence)).toEqual({ id: quote?.id, evidence });
  // What cannot be read is not shown as if it were known.
  expect(await kept({})).toEqual({ id: quote?.id, evidence: null });
});

test('an operation is found by its receipt and by itself; what is not there is not found', async () => {
  const { ana, proposer } = await world();
  const paid = await live(ana, { do: 'deposit', cents: 300_000 });
  const shown = await operationOf(proposer, paid.id);
  expect(shown).toMatchObject({
    kind: 'settlement',
    initiator: 'gateway',
    customer: { id: ana.userId, email: ana.email },
    transaction: { id: paid.id, type: 'deposit' },
    entries: [
      { account: 'customer', asset: 'usd', amount: 300_000 },
      { account: 'cash', asset: 'usd', amount: -300_000 },
    ],
    reversal: { before: { cashCents: 300_000 }, after: { cashCents: 0 }, shortfall: null, ownAccount: false },
  });
  expect(await operationOf(proposer, shown.operationId)).toEqual(shown);
  for (const id of ['none', "' OR 1=1 --", '%']) {
    expect(await outcome(await call(proposer)(`/ledger/operations/${encodeURIComponent(id)}`))).toBe(
      'NotFound',
    );
  }
});
