// The close of the day: what it says, in which order, and that nothing changes it (D76, D77).

import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import { balancesAtSql, balancesOf } from '../../../worker/db/balances-at.ts';
import { writeCandles } from '../../../worker/db/candles.ts';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { closesBetween, insertClose, lastClose } from '../../../worker/db/day-closes.ts';
import { readStock } from '../../../worker/db/stock.ts';
import { HOUSE } from '../../../worker/ledger/statements.ts';
import { type DayClose, entryLine } from '../../../worker/domain/day-closes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { storeMinutes } from '../../../worker/services/candles.ts';
import { closeDays, type CloseOptions } from '../../../worker/services/close-days.ts';
import { verifyCloses } from '../../../worker/services/verify-closes.ts';
import { runs } from '../../support/deep.ts';
import {
  addCustomer,
  asD1,
  CLOSE_ENV,
  copyOf,
  emptyBooks,
  move,
  type Move,
} from '../../support/node-books.ts';

const KEYS = publicKeys(CLOSE_ENV);
/** Midnight at the beginning of the first day. */
const START = Date.parse('2026-11-20T00:00:00.000Z');
const at = (day: number, hours = 12): number => START + day * DAY_MS + hours * HOUR_MS;
const EVERY = ['2000-01-01', '2100-01-01', 1_000] as const;

let node: NodeD1;
let db: D1Database;
beforeEach(async () => {
  node = emptyBooks();
  db = asD1(node);
  await addCustomer(db, 'ana', START);
  await addCustomer(db, 'bia', START);
});

const close = (now: number, options: CloseOptions = {}, env = CLOSE_ENV) =>
  closeDays({ db, env, now: () => now }, options);
const rows = () => closesBetween(db, ...EVERY);
const pay = (accountId: string, amount: number, when: number) =>
  move(db, { accountId, asset: 'usd', amount, at: when });

/** What a close of `kind` finds as an accepted price. */
async function price(
  metal: 'gold' | 'silver' | 'usd-brl',
  value: number,
  when: number,
  kind: 'spot' | 'simulated' = 'simulated',
) {
  const candle = {
    startAt: when - (when % MINUTE_MS),
    open: value,
    high: value,
    low: value,
    close: value,
    lastAt: when,
  };
  await storeMinutes(db, [{ series: metal, kind, source: 'test', licence: 'commercial', candle }], when);
}

test('the days that are over are closed in their order, from the day of the first operation, also those without any', async () => {
  await pay('ana', 500, at(0));
  await pay('bia', 70, at(2));
  expect(await close(at(4, 0.1))).toMatchObject({ closed: 4 });
  expect(
    (await rows()).map(({ day, seqTo, customers, cashCents }) => [day, seqTo, customers, cashCents]),
  ).toEqual([
    ['2026-11-20', 1, 1, 500],
    ['2026-11-21', 1, 1, 500],
    ['2026-11-22', 2, 2, 570],
    ['2026-11-23', 2, 2, 570],
  ]);
});

test('a day is closed from five past midnight on', async () => {
  await pay('ana', 500, at(0));
  expect(await close(at(1) - 12 * HOUR_MS + 5 * MINUTE_MS - 1)).toEqual({ closed: 0, last: null });
  expect(await close(at(1) - 12 * HOUR_MS + 5 * MINUTE_MS)).toMatchObject({ closed: 1 });
});

test('nothing is closed before there is an operation', async () => {
  expect(await close(at(4))).toEqual({ closed: 0, last: null });
});

test('a run closes some days, and the next one goes on', async () => {
  await pay('ana', 500, at(0));
  expect(await close(at(5), { atMost: 3 })).toMatchObject({ closed: 3, waits: 'more-days' });
  const third = await lastClose(db);
  expect(await close(at(5), { atMost: 3 })).toMatchObject({ closed: 2 });
  expect((await rows())[3]?.previousHash).toBe(third?.hash);
  const last = await lastClose(db);
  expect(await close(at(5))).toEqual({ closed: 0, last: `${last?.day}:${last?.hash}` });
});

test('what was stamped yesterday and is committed after the close is of today', async () => {
  await pay('ana', 500, at(0));
  await close(at(1, 0.1));
  await pay('ana', 30, at(0, 23.99));
  await pay('ana', 7, at(1, 13));
  await close(at(2, 0.1));
  expect((await rows()).map(({ seqTo, cashCents }) => [seqTo, cashCents])).toEqual([
    [1, 500],
    [3, 537],
  ]);
  expect(await verifyCloses(db, KEYS)).toMatchObject({ days: 2, differences: [] });
});

test('what a clock that ran ahead stamped before an operation of the day is of the day', async () => {
  await pay('ana', 500, at(1, 0.01));
  await pay('ana', 30, at(0, 23));
  await close(at(1, 0.2));
  expect(await lastClose(db)).toMatchObject({ day: '2026-11-20', seqTo: 2, cashCents: 530 });
});

test('customers are those who have something; the stock is what the house has', async () => {
  await pay('ana', 500, at(0));
  await move(db, { accountId: 'ana', asset: 'gold', amount: 40, at: at(0) });
  await move(db, { accountId: 'bia', asset: 'silver', amount: 900, at: at(0) });
  await close(at(1, 1));
  expect(await lastClose(db)).toMatchObject({
    customers: 2,
    cashCents: 500,
    goldE4: 40,
    silverE4: 900,
    stockGoldE4: -40,
    stockSilverE4: -900,
  });
  await move(db, { accountId: 'bia', asset: 'silver', amount: -900, at: at(1) });
  await close(at(2, 1));
  expect(await lastClose(db)).toMatchObject({ customers: 1, silverE4: 0, stockSilverE4: 0 });
});

test('the stock of a close is what the vault can sell, gifts of the house taken out', async () => {
  const free = async () => Object.fromEntries((await readStock(db)).map((row) => [row.metal, row.freeE4]));
  const before = await free();
  await move(db, { accountId: 'ana', asset: 'gold', amount: 300, at: at(0, 11) });
  await move(db, { accountId: 'bia', asset: 'silver', amount: 700, at: at(0), house: HOUSE.promotion });
  await close(at(1, 1));
  const after = await free();
  expect(await lastClose(db)).toMatchObject({
    stockGoldE4: (after['gold'] ?? 0) - (before['gold'] ?? 0),
    stockSilverE4: (after['silver'] ?? 0) - (before['silver'] ?? 0),
  });
  expect(after['silver']).toBeLessThan(before['silver'] ?? 0);
});

test('the hash of the entries is that of their lines, in the order of commits', async () => {
  const first = await pay('ana', 500, at(0, 13));
  const second = await pay('bia', 3, at(0, 2));
  await close(at(2));
  const line = (seq: number, id: string, number: number, account: string, amount: number) =>
    `[${seq},"${id}",${number},"${account}","usd",${amount}]\n`;
  const text = [
    line(1, first, 1, 'ana', 500),
    line(1, first, 2, 'house:cash-clearing', -500),
    line(2, second, 1, 'bia', 3),
    line(2, second, 2, 'house:cash-clearing', -3),
  ].join('');
  const [day, quiet] = await rows();
  expect(day?.entriesHash).toBe(createHash('sha256').update(text).digest('hex'));
  expect(quiet?.entriesHash).toBe(createHash('sha256').update('').digest('hex'));
});

describe('marks', () => {
  beforeEach(async () => {
    await pay('ana', 500, at(0));
  });

  test('are the last accepted prices before midnight, with their times', async () => {
    await price('gold', 400_000, at(0, 22));
    await price('gold', 400_100, at(0, 23.999));
    await price('gold', 400_200, at(1, 0.001));
    await price('usd-brl', 53_000, at(0, 20));
    await close(at(1, 1));
    expect(await lastClose(db)).toMatchObject({
      goldCents: 400_100,
      goldAt: at(0, 23.999),
      silverCents: null,
      silverAt: null,
      usdBrlE4: 53_000,
      usdBrlAt: at(0, 20),
    });
  });

  test('that are older than five days are unknown', async () => {
    const midnight = at(1, 0);
    await price('gold', 400_000, midnight - 5 * DAY_MS);
    await price('silver', 5_000, midnight - 5 * DAY_MS - 1);
    await close(at(1, 1));
    expect(await lastClose(db)).toMatchObject({ goldCents: 400_000, silverCents: null });
  });

  test('are no imported ones, and of hours where a day was imported', async () => {
    const startAt = at(0, 0);
    const imported = { startAt, open: 9, high: 9, low: 9, close: 9, lastAt: at(0, 23) };
    const from = { kind: 'simulated', basis: 'close', name: 'file', licence: 'x' } as const;
    const candles = [{ series: 'gold', resolution: 'day', candle: imported } as const];
    await db.batch(writeCandles(db, candles, from, 'import', at(0)));
    await price('gold', 400_000, at(0, 21));
    await close(at(1, 1));
    expect(await lastClose(db)).toMatchObject({ goldCents: 400_000, goldAt: at(0, 21) });
  });

  test('of another kind open another chain, and no close has both', async () => {
    const spot = { ...CLOSE_ENV, PRICE_PROVIDERS: 'gold-api', FX_PROVIDERS: 'awesomeapi' };
    await price('gold', 400_000, at(0, 20));
    await price('gold', 410_000, at(1, 20), 'spot');
    await close(at(1, 1));
    await close(at(2, 1), {}, spot);
    await close(at(3, 1), {}, spot);
    await close(at(4, 1));
    const closes = await rows();
    expect(closes.map(({ priceKind, goldCents }) => [priceKind, goldCents])).toEqual([
      ['simulated', 400_000],
      ['spot', 410_000],
      ['spot', 410_000],
      ['simulated', 400_000],
    ]);
    expect(closes.map(({ previousHash }) => previousHash)).toEqual([null, null, closes[1]?.hash, null]);
    expect(await verifyCloses(db, KEYS)).toMatchObject({ days: 4, chains: 3, differences: [] });
  });

  test('without a source the kind of the day before goes on; before the first close all of it waits', async () => {
    const none = { ...CLOSE_ENV, PRICE_PROVIDERS: 'unheard-of' };
    expect(await close(at(1, 1), {}, none)).toEqual({ closed: 0, last: null, waits: 'no-prices' });
    await close(at(1, 1));
    expect(await close(at(2, 1), {}, none)).toMatchObject({ closed: 1 });
    expect(await lastClose(db)).toMatchObject({ day: '2026-11-21', priceKind: 'simulated' });
  });
});

test('closed again, the same books have the same bytes', async () => {
  for (const [day, accountId] of ['ana', 'bia', 'ana'].entries()) await pay(accountId, 9, at(day));
  await price('gold', 400_000, at(0));
  const copies = [copyOf(node), copyOf(node)].map(asD1);
  await close(at(4));
  const first = await rows();
  expect(await close(at(4))).toMatchObject({ closed: 0 });
  expect(await rows()).toEqual(first);

  db = copies[0] ?? db;
  await close(at(4));
  expect(await rows()).toEqual(first);
  // At another time the hashes are the same, and the signature is of its time.
  db = copies[1] ?? db;
  await close(at(4) + 1);
  const later = await rows();
  expect(later.map(({ hash }) => hash)).toEqual(first.map(({ hash }) => hash));
  expect(later[0]?.signature).not.toBe(first[0]?.signature);
});

test('two jobs at once: one closes each day, and both come to the same', async () => {
  await pay('ana', 9, at(0));
  await pay('bia', 8, at(1));
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const counts = await Promise.all([close(at(3)), close(at(3) + 1), close(at(3) + 2)]);
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
  expect(counts.reduce((sum, { closed }) => sum + closed, 0)).toBe(3);
  expect(counts.filter(({ waits }) => waits === 'closed-elsewhere')).toHaveLength(2);
  expect(await verifyCloses(db, KEYS)).toMatchObject({ days: 3, differences: [] });
});

test('a job that finds the day closed with other figures says so', async () => {
  await pay('ana', 9, at(0));
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const other = asD1(copyOf(node));
  // The other job wins between the reading and the writing of this one, with books that are not the same.
  const racing = {
    prepare: (sql: string) => db.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      if (statements.length === 1) {
        await move(other, { accountId: 'ana', asset: 'usd', amount: 5, at: at(0) });
        await closeDays({ db: other, env: CLOSE_ENV, now: () => at(1, 1) });
        const won = await lastClose(other);
        if (won !== null) await db.batch([insertClose(db, { ...won, seqTo: 1 })]);
      }
      return db.batch(statements);
    },
  } as unknown as D1Database;
  expect(await closeDays({ db: racing, env: CLOSE_ENV, now: () => at(1, 1) })).toMatchObject({ closed: 0 });
  const line = String(said.mock.calls[0]?.[0]);
  said.mockRestore();
  expect(JSON.parse(line)).toMatchObject({ event: 'day-close-differs' });
  expect(line).toContain('{"day":"2026-11-20","value":"cashCents","stored":"14","expected":"9"}');
});

test('what other rooms write is of the same batch: all of it is there, or nothing', async () => {
  await pay('ana', 9, at(0));
  const alongside = (fails: boolean) => ({
    alongside: (_: D1Database, { day, seqTo }: DayClose) => [
      db
        .prepare(
          'INSERT INTO ledger_checks (id, ran_at, took_ms, ok, counts, findings) VALUES (?, ?, 0, 1, ?, ?)',
        )
        .bind(day, seqTo, '{}', '[]'),
      ...(fails
        ? [db.prepare('INSERT INTO guards (operation_id, step, n) VALUES (?, ?, 2)').bind('x', 'x')]
        : []),
    ],
  });
  const noted = async () =>
    (await db.prepare('SELECT id, ran_at FROM ledger_checks ORDER BY id').all()).results;
  await expect(close(at(2, 1), alongside(true))).rejects.toThrow('guard_matched_one_row');
  expect([await rows(), await noted()]).toEqual([[], []]);
  await close(at(2, 1), alongside(false));
  expect(await noted()).toEqual([
    { id: '2026-11-20', ran_at: 1 },
    { id: '2026-11-21', ran_at: 1 },
  ]);
});

describe('the table', () => {
  beforeEach(async () => {
    await pay('ana', 9, at(0));
    await close(at(2, 1));
  });

  test.each([
    ['a day twice', { day: '2026-11-21' }, 'days are closed in their order'],
    ['a day that leaves one out', { day: '2026-11-23' }, 'days are closed in their order'],
    ['a way back in the order of commits', { seqTo: 0 }, 'does not go back'],
    ['a close of another chain', { previousHash: null }, 'names the one before it'],
    ['a chain of one kind in another', { priceKind: 'spot' }, 'names the one before it'],
    ['a close before the end of its day', { closedAt: at(3, -0.001) }, 'a_day_is_closed_after_its_end'],
    ['a mark without its time', { goldCents: 5 }, 'a_mark_has_its_time'],
  ] as const)('refuses %s', async (_, change, message) => {
    const last = await lastClose(db);
    if (last === null) throw new Error('two days are closed');
    const next = { ...last, day: '2026-11-22', previousHash: last.hash, closedAt: at(3, 0), ...change };
    await expect(insertClose(db, next).run()).rejects.toThrow(message);
  });

  test('changes and forgets no row', async () => {
    await expect(db.prepare('UPDATE day_closes SET root = hash').run()).rejects.toThrow('never changed');
    await expect(db.prepare('DELETE FROM day_closes').run()).rejects.toThrow('never deleted');
  });

  test.each(['2026-02-30', '2026-2-3', '20260203', 'now', ''])('knows no day %s', async (day) => {
    const last = await lastClose(db);
    if (last === null) throw new Error('two days are closed');
    const empty = asD1(emptyBooks());
    await expect(insertClose(empty, { ...last, day, previousHash: null }).run()).rejects.toThrow('CHECK');
  });

  test('begins a chain with nothing before it', async () => {
    const last = await lastClose(db);
    if (last === null) throw new Error('two days are closed');
    const empty = asD1(emptyBooks());
    await expect(insertClose(empty, last).run()).rejects.toThrow('begins a chain');
  });
});

async function closeRules(books: D1Database): Promise<string[]> {
  const rules = LEDGER_RULES.filter(({ rule }) => rule.includes('close-') || rule.startsWith('closes-'));
  expect(rules).toHaveLength(3);
  const found = await books.batch(rules.map(({ sql }) => books.prepare(sql)));
  return rules.flatMap(({ rule }, index) =>
    (found[index]?.results ?? []).map((row) => `${rule} ${JSON.stringify(row)}`),
  );
}

type Step = Omit<Move, 'at'> & {
  /** Hours that the Worker's clock is off, and those of the job, where there is one. */
  readonly clock: number;
  readonly closes: number | null;
};
const step: fc.Arbitrary<Step> = fc.record({
  accountId: fc.constantFrom('ana', 'bia', 'cai'),
  asset: fc.constantFrom('usd', 'gold', 'silver'),
  amount: fc.integer({ min: -400, max: 900 }),
  clock: fc.integer({ min: -48, max: 48 }),
  closes: fc.option(fc.integer({ min: -48, max: 48 })),
});

/** Takes what can be taken: nobody falls below zero. */
async function live(steps: readonly Step[], isMonotone: boolean): Promise<void> {
  const have = new Map<string, number>();
  let now = at(0, 6);
  for (const [index, { accountId, asset, amount, clock, closes }] of steps.entries()) {
    now += 9 * HOUR_MS;
    const key = `${accountId} ${asset}`;
    const after = (have.get(key) ?? 0) + amount;
    if (after >= 0 && amount !== 0) {
      have.set(key, after);
      const when = isMonotone ? now : now + clock * HOUR_MS;
      await move(db, { accountId, asset, amount, at: when }, `operation ${index}`);
    }
    if (closes !== null) await close(isMonotone ? now : now + closes * HOUR_MS);
  }
  await close(now + 3 * DAY_MS, { atMost: 100 });
}

async function replayed(seqTo: number, seqFrom: number) {
  const { results } = await db
    .prepare(
      'SELECT o.seq, e.* FROM entries e JOIN operations o ON o.id = e.operation_id ORDER BY o.seq, e.line',
    )
    .all<{
      seq: number;
      operation_id: string;
      line: number;
      account_id: string;
      asset: 'usd' | 'gold' | 'silver';
      amount: number;
    }>();
  const balances = new Map<string, Record<'usd' | 'gold' | 'silver', number>>();
  const hash = createHash('sha256');
  for (const { seq, operation_id: operationId, line, account_id: accountId, asset, amount } of results) {
    if (seq > seqTo) continue;
    if (seq > seqFrom) hash.update(entryLine({ seq, operationId, line, accountId, asset, amount }));
    const balance = balances.get(accountId) ?? { usd: 0, gold: 0, silver: 0 };
    balance[asset] += amount;
    balances.set(accountId, balance);
  }
  return { balances, entriesHash: hash.digest('hex') };
}

const randomTime = runs(25, 300);

test('the closes and the balances of their places are what a replay of the entries says, whatever the clocks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      node = emptyBooks();
      db = asD1(node);
      for (const id of ['ana', 'bia', 'cai']) await addCustomer(db, id, START);
      await live(steps, false);
      let seqFrom = 0;
      for (const closed of await rows()) {
        const { balances, entriesHash } = await replayed(closed.seqTo, seqFrom);
        const customers = ['ana', 'bia', 'cai'].map(
          (id) => balances.get(id) ?? { usd: 0, gold: 0, silver: 0 },
        );
        const sum = (asset: 'usd' | 'gold' | 'silver') => customers.reduce((all, one) => all + one[asset], 0);
        expect(closed).toMatchObject({
          cashCents: sum('usd'),
          goldE4: sum('gold'),
          silverE4: sum('silver'),
          stockGoldE4: 0 - sum('gold'),
          customers: customers.filter(({ usd: cash, gold, silver }) => cash + gold + silver > 0).length,
          entriesHash,
        });
        const { results } = await db
          .prepare(`${balancesAtSql('?1')} ORDER BY account_id`)
          .bind(closed.seqTo)
          .all();
        expect(
          results.map(({ cash_cents: usd, gold_e4: gold, silver_e4: silver }) => ({ usd, gold, silver })),
        ).toEqual(customers);
        const {
          usd: cashCents,
          gold: goldE4,
          silver: silverE4,
        } = customers[0] ?? { usd: 0, gold: 0, silver: 0 };
        expect(await balancesOf(db, 'ana', closed.seqTo)).toEqual({
          accountId: 'ana',
          cashCents,
          goldE4,
          silverE4,
        });
        seqFrom = closed.seqTo;
      }
      expect((await verifyCloses(db, KEYS)).differences).toEqual([]);
      expect(await closeRules(db)).toEqual([]);
    }),
    { numRuns: randomTime },
  );
});

test('days that are closed one by one have the hashes of days that are closed together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const closed = async (each: boolean) => {
        db = asD1(emptyBooks());
        for (const id of ['ana', 'bia', 'cai']) await addCustomer(db, id, START);
        await live(
          steps.map((one) => ({ ...one, closes: each ? 0 : null })),
          true,
        );
        return (await rows()).map(({ day, hash }) => ({ day, hash }));
      };
      expect(await closed(true)).toEqual(await closed(false));
    }),
    { numRuns: randomTime },
  );
});
