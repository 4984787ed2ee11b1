// One code posts a set of one and of many. Whatever is in a set, it takes what the same trades would be, one by one, and nothing of
// it stops another; the books are the same to the row. On the tables of the migrations, in Node.

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { TradeQueue } from '../../../durable-objects/trade-queue.ts';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { freezeStatement } from '../../../worker/db/freezes.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { readStoredPortfolio } from '../../../worker/db/portfolio.ts';
import { openSessionStatements } from '../../../worker/db/sessions.ts';
import { costOf } from '../../../worker/domain/fees.ts';
import { CASH_MAX_CENTS, HOLDING_MAX_OUNCES_E4 } from '../../../worker/domain/limits.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { NO_MARKS } from '../../../worker/domain/portfolio.ts';
import { CUSTOMER_IDLE_MS } from '../../../worker/domain/session-rules.ts';
import { type HoldingState, SIDES } from '../../../worker/domain/trades.ts';
import { DAY_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { postTrade, postTrades, type Trade } from '../../../worker/ledger/post-trade.ts';
import { type AskedTrade, noticesOf, postAsked } from '../../../worker/services/post-trades.ts';
import type { PriceSource } from '../../../worker/services/price-source.ts';
import { runs } from '../../support/deep.ts';
import { MoneyModel } from '../../support/money-model.ts';
import { addCustomer, asD1, copyOf, deposit, emptyBooks, move } from '../../support/node-books.ts';

const NOW = Date.parse('2026-11-24T12:00:00.000Z');

/** `over` says what is unusual. Ids are the names, so that two databases can be compared. */
function trade(accountId: string, over: Partial<Trade> & { readonly name?: string } = {}): Trade {
  const { name = `${accountId}-1`, side = 'buy', ouncesE4 = 10_000, priceCents = 5_000, ...rest } = over;
  return {
    operationId: `operation-${name}`,
    transactionId: `transaction-${name}`,
    accountId,
    idempotencyKey: name,
    requestHash: name,
    quoteId: `quote-${name}`,
    quoteBasis: '{"seq":1}',
    side,
    metal: 'silver',
    ouncesE4,
    priceCents,
    ...costOf(side, ouncesE4, priceCents),
    now: NOW,
    atMost: null,
    registerMaxCents: null,
    ...rest,
  };
}

const asked = (one: Trade): AskedTrade => ({
  trade: one,
  requestId: null,
  submissionId: `submission-${one.operationId}`,
  userAgent: 'test',
  origin: null,
});

const postSet = async (db: D1Database, trades: readonly Trade[]) =>
  postTrades(db, { trades, marks: NO_MARKS, alongside: noticesOf(db, trades.map(asked)) });

const postAlone = async (db: D1Database, one: Trade) =>
  postTrade(db, { ...one, marks: NO_MARKS, alongside: noticesOf(db, [asked(one)]) });

/** Gifts of the test have no transactions, and standings begin with it: the other rules of the nightly check would say so. */
const RULES = new Set([
  'entries-sum-to-zero',
  'cash-equals-entries',
  'ounces-equal-entries',
  'nothing-below-zero',
  'no-guard-is-left',
  'trades-are-answered',
  'commits-are-numbered-without-holes',
]);

/** A hub without prices that tells nobody. */
const SILENT = {
  snapshot: () => Promise.reject(new Error('no hub')),
  notifyAll: () => Promise.resolve(0),
} as unknown as PriceSource;

/** All rows of what a trade writes. */
function rowsOf(books: NodeD1): Record<string, unknown[]> {
  const orders: Record<string, string> = {
    operations: 'seq',
    entries: 'operation_id, line',
    transactions: 'id',
    accounts: 'id',
    holdings: 'account_id, metal',
    stock: 'metal',
    submissions: 'id',
    mail_outbox: 'id',
    sessions: 'id',
    users: 'id',
    guards: 'step',
  };
  return Object.fromEntries(
    Object.entries(orders).map(([table, order]) => [
      table,
      books.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).execute().results,
    ]),
  );
}

let books: NodeD1;
let db: D1Database;
beforeEach(() => {
  books = emptyBooks();
  db = asD1(books);
});

async function customer(id: string, cashCents = 0, silverE4 = 0): Promise<void> {
  await addCustomer(db, id, NOW - 400 * DAY_MS);
  books.exec(`UPDATE users SET email_confirmed_at = 1 WHERE id = '${id}'`);
  if (cashCents > 0) await deposit(db, { accountId: id, amount: cashCents, at: NOW - 100 * DAY_MS });
  if (silverE4 > 0) {
    await move(
      db,
      { accountId: id, asset: 'silver', amount: silverE4, at: NOW - 100 * DAY_MS },
      `gift-${id}`,
    );
    books.exec(`UPDATE holdings SET cost_basis_cents = ${silverE4 / 4} WHERE account_id = '${id}'`);
  }
}

const figure = (sql: string): unknown => Object.values(books.prepare(sql).execute().results[0] ?? {})[0];

describe('a set', () => {
  test('of purchases and sales is posted in one batch whose statements do not grow with it', async () => {
    const counts: number[] = [];
    const counting = {
      prepare: (sql: string) => books.prepare(sql),
      batch: (statements: never[]) => {
        counts.push(statements.length);
        return books.batch(statements);
      },
    } as unknown as D1Database;
    const ids = Array.from({ length: 64 }, (_, n) => `c${n}`);
    for (const id of ids) await customer(id, 100_000, 50_000);
    const side = (n: number) => (n % 2 === 0 ? ('buy' as const) : ('sell' as const));
    const two = ids.slice(0, 2).map((id, n) => trade(id, { side: side(n), name: `${id}-small` }));
    expect((await postSet(counting, two)).size).toBe(2);
    const many = ids.map((id, n) => trade(id, { side: side(n) }));
    const replies = await postSet(counting, many);
    expect([...replies.keys()].toSorted()).toEqual(many.map(({ operationId }) => operationId).toSorted());
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(13);
    expect(JSON.parse(replies.get('operation-c3-1') ?? '')).toMatchObject({
      v: 3,
      transaction: { id: 'transaction-c3-1', type: 'sell', createdAt: NOW },
    });
    const { results } = books.prepare('SELECT seq FROM operations ORDER BY seq').execute();
    expect(results.map(({ seq }) => seq)).toEqual(results.map((_, n) => n + 1));
    // Money moves that are no trade are none of the rules' business here.
    expect(figure(`SELECT count(*) FROM guards`)).toBe(0);
    expect(figure(`SELECT count(*) FROM submissions WHERE type = 'trade'`)).toBe(66);
    expect(figure(`SELECT count(*) FROM mail_outbox`)).toBe(66);
  });

  test('leaves out what it must not post, and posts the rest', async () => {
    for (const id of ['good', 'poor', 'frozen', 'suspended', 'again', 'used']) await customer(id, 100_000);
    books.exec(
      `UPDATE accounts SET cash_cents = 5024 WHERE id = 'poor'; UPDATE users SET status = 'suspended' WHERE id = 'suspended'`,
    );
    await freezeStatement(db, 'frozen', NOW).run();
    await postAlone(db, trade('again'));
    await postAlone(db, trade('used'));
    const set = [
      trade('poor'),
      trade('frozen'),
      trade('suspended'),
      trade('again', { name: 'other', idempotencyKey: 'again-1' }),
      trade('used', { name: 'third', quoteId: 'quote-used-1' }),
      trade('nobody'),
      trade('good'),
    ];
    expect([...(await postSet(db, set)).keys()]).toEqual(['operation-good-1']);
    const alone = [];
    for (const one of set.slice(0, 5)) alone.push(await postAlone(db, one));
    expect(alone.map((one) => !one.ok && one.error)).toEqual([
      'InsufficientFunds',
      'AccountFrozen',
      'AccountSuspended',
      'OperationExists',
      'QuoteUsed',
    ]);
    await expect(postAlone(db, trade('nobody'))).rejects.toThrow('needs an account');
    expect(figure('SELECT max(seq) = count(*) FROM operations')).toBe(1);
  });

  test('never fails by the stock that its purchases share: those that still fit are posted', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await customer(id, 100_000, 20_000);
    books.exec(`UPDATE stock SET free_e4 = 15000 WHERE metal = 'silver'`);
    const set = [trade('a'), trade('b'), trade('c', { metal: 'gold' }), trade('d', { side: 'sell' })];
    const taken = [...(await postSet(db, set)).keys()].toSorted();
    expect(taken).toEqual(['operation-a-1', 'operation-c-1', 'operation-d-1']);
    // What d sold is there now: the one that was left out is posted alone.
    expect((await postAlone(db, trade('b', { operationId: 'once more' }))).ok).toBe(true);
    expect(figure(`SELECT free_e4 FROM stock WHERE metal = 'silver'`)).toBe(5_000);
    expect(await postAlone(db, trade('d', { name: 'd-2', ouncesE4: 5_001 }))).toEqual({
      ok: false,
      error: 'OutOfStock',
    });
  });

  test('of two trades of one account is a bug, and so is one whose entries do not sum to zero', async () => {
    await customer('a', 100_000);
    await expect(postSet(db, [trade('a'), trade('a', { name: 'two' })])).rejects.toThrow('at most one');
    await expect(postSet(db, [trade('a', { totalCents: 1 })])).rejects.toThrow('sum to zero');
    expect(figure('SELECT count(*) FROM transactions')).toBe(1);
  });

  test('fails whole where a trigger stops one of it, and nothing of it is there', async () => {
    for (const id of ['a', 'bad']) await customer(id, 100_000);
    books.exec(
      `CREATE TRIGGER boom BEFORE INSERT ON submissions WHEN NEW.user_id = 'bad' BEGIN SELECT RAISE(ABORT, 'boom'); END`,
    );
    const before = rowsOf(books);
    await expect(postSet(db, [trade('a'), trade('bad')])).rejects.toThrow('boom');
    expect(rowsOf(books)).toEqual(before);
  });
});

describe('bounds', () => {
  const figures = (subtotalCents: number, feeCents: number, totalCents: number) => ({
    subtotalCents,
    feeCents,
    totalCents,
  });
  const most = { ouncesE4: HOLDING_MAX_OUNCES_E4, ...figures(1, 0, 1) };
  const beyondLevel = { level: 0, tradedCents: 0, boughtCents: 0 };
  test.each([
    ['a purchase beyond the cash', figures(100_000, 1, 100_001), 'InsufficientFunds'],
    ['a purchase of endless weight', most, 'BeyondBounds'],
    ['a sale of more than there is', { side: 'sell', ouncesE4: 20_001 }, 'InsufficientHoldings'],
    [
      'a sale for endless money',
      { side: 'sell', ...figures(CASH_MAX_CENTS, 0, CASH_MAX_CENTS) },
      'BeyondBounds',
    ],
    ['what the level may not buy', { registerMaxCents: 5_024 }, { beyondLevel }],
    ['a sum that asks for a proof', { atMost: { cents: 5_024, since: NOW - DAY_MS } }, 'StepUpRequired'],
  ] as const)('%s is refused', async (_, over, error) => {
    await customer('a', 100_000, 20_000);
    expect(await postAlone(db, trade('a', over))).toEqual({ ok: false, error });
  });

  test('cash that is owed for a deposit that the bank took back buys nothing, to the cent; selling goes on', async () => {
    await customer('a', 100_000, 20_000);
    books.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO disputes (id, deposit_id, account_id, gateway, case_number, amount_cents, fee_cents, tax_cents, due_cents, taken_cents,
        owed_cents, opened_at)
      VALUES ('x', 'd', 'a', 'sandbox', 'CB-1', 94976, 0, 0, 94976, 0, 94976, 1)`);
    expect(await postAlone(db, trade('a'))).toEqual({ ok: false, error: 'CashOwed' });
    expect((await postSet(db, [trade('a')])).size).toBe(0);
    books.exec('UPDATE disputes SET owed_cents = owed_cents - 1, forgiven_cents = 1');
    expect((await postSet(db, [trade('a')])).size).toBe(1);
    expect(await postAlone(db, trade('a', { name: 'more' }))).toEqual({ ok: false, error: 'CashOwed' });
    expect((await postSet(db, [trade('a', { name: 'sale', side: 'sell' })])).size).toBe(1);
  });

  test('exactly at the bounds it is posted', async () => {
    await customer('a', 100_000, 20_000);
    const at = { registerMaxCents: 5_025, atMost: { cents: 5_025, since: NOW - DAY_MS } };
    expect((await postSet(db, [trade('a', at)])).size).toBe(1);
    expect(await postAlone(db, trade('a', { ...at, name: 'more' }))).toMatchObject({
      error: { beyondLevel: { boughtCents: 5_025 } },
    });
  });
});

describe('a session', () => {
  const session = { id: 'session', generation: 0, isUse: true };
  const withSession = trade('a', { session });
  const change = (sql: string) => books.exec(sql);
  beforeEach(async () => {
    await customer('a', 100_000);
    const opened = { id: 'session', userId: 'a', remembered: true, refreshTokenHash: 'x'.repeat(43) };
    await db.batch(
      openSessionStatements(db, { ...opened, expiresAt: NOW + DAY_MS, now: NOW - 2 * MINUTE_MS }),
    );
    await addCustomer(db, 'b', NOW);
  });

  test('that is live carries the trade, and is noted as used once a minute', async () => {
    expect((await postSet(db, [withSession])).size).toBe(1);
    expect(figure('SELECT last_seen_at FROM sessions')).toBe(NOW);
    expect(figure(`SELECT last_active_at FROM users WHERE id = 'a'`)).toBe(NOW);
    const soon = trade('a', { name: 'soon', session, now: NOW + MINUTE_MS - 1 });
    expect((await postSet(db, [soon])).size).toBe(1);
    expect(figure('SELECT last_seen_at FROM sessions')).toBe(NOW);
  });

  test('of a page that nobody attends is not kept alive by it', async () => {
    const left = trade('a', { session: { ...session, isUse: false } });
    expect((await postSet(db, [left])).size).toBe(1);
    expect(figure('SELECT last_seen_at FROM sessions')).toBe(NOW - 2 * MINUTE_MS);
  });

  test.each([
    ['has ended', `UPDATE sessions SET ended_at = 1, end_reason = 'revoked'`],
    ['is over', `UPDATE sessions SET created_at = 1, expires_at = ${NOW}`],
    ['was left alone', `UPDATE sessions SET last_seen_at = ${NOW - CUSTOMER_IDLE_MS}`],
    ['takes newer tokens', 'UPDATE sessions SET token_generation = 1'],
    ['is of somebody else', `UPDATE sessions SET user_id = 'b'`],
    ['is of an operator', `INSERT INTO admin_users (user_id, created_at) VALUES ('a', 1)`],
    ['does not exist', 'DELETE FROM refresh_tokens; DELETE FROM sessions'],
  ])('that %s carries nothing, and is not noted', async (_, sql) => {
    change(sql);
    const before = rowsOf(books);
    expect((await postSet(db, [withSession])).size).toBe(0);
    expect(rowsOf(books)).toEqual(before);
  });
});

describe('whatever is in a set', () => {
  const life = fc.record({
    cashCents: fc.constantFrom(0, 10_000, 50_000, 300_000),
    silverE4: fc.constantFrom(0, 10_000, 40_000),
    heldE4: fc.constantFrom(0, 10_000),
    bonusSince: fc.constantFrom(null, NOW - 40 * DAY_MS, NOW - DAY_MS),
    standing: fc.constantFrom('active', 'active', 'active', 'suspended', 'frozen'),
  });
  const order = fc.record({
    account: fc.nat({ max: 5 }),
    side: fc.constantFrom(...SIDES),
    metal: fc.constantFrom(...TRADED_METALS),
    ouncesE4: fc.integer({ min: 1, max: 40_000 }),
    priceCents: fc.constantFrom(1, 5_000, 20_000),
    registerMaxCents: fc.constantFrom(null, 40_000),
    atMostCents: fc.constantFrom(null, 60_000),
    reusesQuote: fc.boolean(),
  });
  const sets = fc.array(fc.uniqueArray(order, { selector: ({ account }) => account, maxLength: 6 }), {
    minLength: 1,
    maxLength: 4,
  });

  test('it posts exactly what the same trades one by one would, to the row, and the rest is refused as ever', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(life, { minLength: 6, maxLength: 6 }),
        sets,
        fc.integer({ min: 0, max: 90_000 }),
        async (lives, orders, freeE4) => {
          books = emptyBooks();
          db = asD1(books);
          for (const [n, { cashCents, silverE4, heldE4, bonusSince, standing }] of lives.entries()) {
            await customer(`c${n}`, cashCents, silverE4);
            const held = Math.min(heldE4, silverE4);
            books.exec(`UPDATE holdings SET held_ounces_e4 = ${held} WHERE account_id = 'c${n}'`);
            books.exec(`UPDATE accounts SET bonus_since = ${bonusSince ?? 'NULL'} WHERE id = 'c${n}'`);
            if (standing === 'suspended')
              books.exec(`UPDATE users SET status = 'suspended' WHERE id = 'c${n}'`);
            if (standing === 'frozen') await freezeStatement(db, `c${n}`, NOW).run();
          }
          books.exec(`UPDATE stock SET free_e4 = ${freeE4}`);
          const other = copyOf(books);
          for (const [round, set] of orders.entries()) {
            const trades = set.map(({ account, registerMaxCents, atMostCents, reusesQuote, ...terms }) =>
              trade(`c${account}`, {
                ...terms,
                name: `${round}-${account}`,
                now: NOW + round,
                registerMaxCents: terms.side === 'buy' ? registerMaxCents : null,
                atMost: atMostCents === null ? null : { cents: atMostCents, since: NOW - DAY_MS },
                ...(reusesQuote ? { quoteId: `quote-of-${account}` } : {}),
              }),
            );
            const replies = await postSet(db, trades);
            const taken = trades.filter(({ operationId }) => replies.has(operationId));
            for (const one of taken)
              expect(await postAlone(asD1(other), one)).toEqual({
                ok: true,
                value: replies.get(one.operationId),
              });
            expect(rowsOf(books)).toEqual(rowsOf(other));
            for (const one of trades.filter(({ operationId }) => !replies.has(operationId))) {
              const [here, there] = [await postAlone(db, one), await postAlone(asD1(other), one)];
              expect(here).toEqual(there);
              // Left out of a set and posted alone: only where purchases shared the stock.
              expect(!here.ok || (one.side === 'buy' && trades.length > 1)).toBe(true);
              seen.add(here.ok ? 'left out' : typeof here.error === 'string' ? here.error : 'BeyondLevel');
            }
            if (taken.length > 1) seen.add('many');
            if (new Set(taken.map(({ side }) => side)).size === 2) seen.add('mixed');
          }
          const { findings } = await inspectLedger(db);
          expect(findings.filter(({ rule }) => RULES.has(rule))).toEqual([]);
        },
      ),
      { numRuns: runs(30), seed: 20_261_124 },
    );
    expect([...seen].toSorted()).toEqual(
      expect.arrayContaining([
        'AccountFrozen',
        'AccountSuspended',
        'BeyondLevel',
        'InsufficientFunds',
        'InsufficientHoldings',
        'OutOfStock',
        'QuoteUsed',
        'StepUpRequired',
        'many',
        'mixed',
      ]),
    );
  });
});

test('whatever a crowd trades through the desk, each customer has what the reference model says', async () => {
  const order = fc.record({
    account: fc.nat({ max: 7 }),
    side: fc.constantFrom(...SIDES),
    metal: fc.constantFrom(...TRADED_METALS),
    ouncesE4: fc.integer({ min: 1, max: 60_000 }),
    priceCents: fc.integer({ min: 1, max: 20_000 }),
  });
  const sizes: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 20, maxLength: 60, size: 'max' }), async (orders) => {
      books = emptyBooks();
      db = asD1(books);
      const models = Array.from({ length: 8 }, () => new MoneyModel());
      for (const [n, model] of models.entries()) {
        await customer(`c${n}`, 100_000);
        model.deposit(100_000);
      }
      const queue = new TradeQueue({
        now: () => NOW,
        wait: () => Promise.resolve(),
        post: (set) => {
          sizes.push(set.length);
          return postAsked({ db, env: {} as Env, hub: SILENT, now: () => NOW, defer: () => undefined }, set);
        },
      });
      const answered = orders.map(async ({ account, ...terms }, n) => {
        const one = asked(trade(`c${account}`, { ...terms, name: `${n}` }));
        const answer = await queue.add(one);
        // Of one customer sets go in the order of asking, and so does the model.
        const quote = { quote: '', ...terms, totalCents: one.trade.totalCents, expired: false, used: false };
        const expected = models[account]?.trade(quote);
        return { answer: answer.kind === 'posted' ? 201 : await postAlone(db, one.trade), expected };
      });
      for (const { answer, expected } of await Promise.all(answered))
        expect(answer).toEqual(expected === 201 ? 201 : { ok: false, error: expected });
      for (const [n, model] of models.entries()) {
        const facts = await readStoredPortfolio(db, `c${n}`, NOW);
        expect(facts).toMatchObject({ cashCents: model.cashCents });
        for (const { metal, ...holding } of facts?.holdings ?? [])
          expect(holding).toMatchObject(comparable(model.holdings[metal]));
      }
    }),
    { numRuns: runs(8), seed: 20_261_124 },
  );
  expect(Math.max(...sizes)).toBeGreaterThan(4);
});

const comparable = ({ ouncesE4, costBasisCents, realisedGainCents, boughtCents }: HoldingState) => ({
  ouncesE4,
  costBasisCents,
  realisedGainCents,
  boughtCents,
});
