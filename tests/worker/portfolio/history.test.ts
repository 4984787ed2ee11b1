// GET /api/portfolio/history: every value equals a naive replay of the entries at the stored prices, the change over all
// time is the gain of the portfolio, a customer sees only their own, and a range costs what it shows.

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PortfolioHistory } from '../../../worker/contract/portfolio-history.ts';
import { writeCandles, type SeriesCandle } from '../../../worker/db/candles.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { readStoredPortfolio } from '../../../worker/db/portfolio.ts';
import { costOf } from '../../../worker/domain/fees.ts';
import { type Candle, HISTORY_RANGES, rollUp } from '../../../worker/domain/history-ranges.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import { PORTFOLIO_HISTORY_MAX_POINTS } from '../../../worker/domain/portfolio-history.ts';
import { gainSummary, NO_MARKS, valuePortfolio } from '../../../worker/domain/portfolio.ts';
import type { Side } from '../../../worker/domain/trades.ts';
import { claimBonus } from '../../../worker/ledger/claim-bonus.ts';
import { postTrade } from '../../../worker/ledger/post-trade.ts';
import { countedHistory, portfolioHistory } from '../../../worker/services/portfolio-history.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { callsOf, outcome, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { runs } from '../../support/deep.ts';

const NOW = Date.parse('2026-11-20T15:20:31.500Z');
const BASE = { gold: 400_000, silver: 5_000 } as const;
const SIMULATED = { kind: 'simulated', basis: 'observed', name: 'simulated', licence: 'commercial' } as const;
/** Ten days, half a year ago, without a stored price. */
const GAP = { from: NOW - 190 * DAY_MS, to: NOW - 180 * DAY_MS };
const at = (now: number) => ({ db: env.DB, env, now: () => now });

/** A price an hour, none at weekends; always the same for the same hour. */
function hoursOf(metal: TradedMetal): Candle[] {
  const candles: Candle[] = [];
  for (
    let startAt = Math.floor((NOW - 500 * DAY_MS) / HOUR_MS) * HOUR_MS;
    startAt <= NOW;
    startAt += HOUR_MS
  ) {
    const weekday = new Date(startAt).getUTCDay();
    const missing = startAt >= GAP.from && startAt < GAP.to;
    if (weekday === 0 || weekday === 6 || missing) continue;
    const close = BASE[metal] + ((startAt / HOUR_MS) % 997) * (metal === 'gold' ? 41 : 1);
    const lastAt = Math.min(startAt + HOUR_MS - 7_000, NOW);
    candles.push({ startAt, open: close, high: close, low: close, close, lastAt });
  }
  return candles;
}
const HOURS = { gold: hoursOf('gold'), silver: hoursOf('silver') };

beforeAll(async () => {
  const candles = (['gold', 'silver'] as const).flatMap((series) =>
    (['hour', 'day', 'week'] as const).flatMap((resolution) =>
      (resolution === 'hour' ? HOURS[series] : rollUp(HOURS[series], resolution)).map(
        (candle): SeriesCandle => ({
          series,
          resolution,
          candle,
        }),
      ),
    ),
  );
  await env.DB.batch(writeCandles(env.DB, candles, SIMULATED, 'merge', NOW));
});

type Move =
  | { readonly kind: 'deposit'; readonly agoMs: number; readonly cents: number }
  | {
      readonly kind: 'trade';
      readonly agoMs: number;
      readonly side: Side;
      readonly metal: TradedMetal;
      readonly ouncesE4: number;
    }
  | { readonly kind: 'bonus'; readonly agoMs: number };

/** Carries a move out through the ledger at its time; one that the means do not allow is refused, and nothing moves. */
async function carryOut(customer: Customer, move: Move): Promise<void> {
  const now = NOW - move.agoMs;
  const id = crypto.randomUUID();
  const common = {
    operationId: id,
    transactionId: crypto.randomUUID(),
    accountId: customer.userId,
    idempotencyKey: id,
    requestHash: id,
    marks: NO_MARKS,
    now,
  };
  if (move.kind === 'deposit') return fund(env.DB, customer, move.cents, now);
  if (move.kind === 'bonus') return void (await claimBonus(env.DB, common));
  const { side, metal, ouncesE4 } = move;
  const priceCents = BASE[metal] + 123;
  const cost = costOf(side, ouncesE4, priceCents);
  await postTrade(env.DB, {
    ...common,
    ...cost,
    side,
    metal,
    ouncesE4,
    priceCents,
    quoteId: id,
    quoteBasis: '{}',
    atMost: null,
    registerMaxCents: null,
    alongside: [],
  });
}

type EntryRow = {
  readonly at: number;
  readonly kind: string;
  readonly asset: string;
  readonly amount: number;
};

async function entriesOf(customer: Customer): Promise<EntryRow[]> {
  const { results } = await env.DB.prepare(
    `SELECT o.created_at AS at, o.kind, e.asset, e.amount FROM entries e JOIN operations o ON o.id = e.operation_id
     WHERE e.account_id = ?`,
  )
    .bind(customer.userId)
    .run<EntryRow>();
  return results;
}

function total(entries: readonly EntryRow[], counts: (entry: EntryRow) => boolean): number {
  return entries.filter(counts).reduce((so, { amount }) => so + amount, 0);
}

/** When the bonus was free: 30 days after purchases less sales had come to 1,000 dollars, if they never fell below since. */
function naiveFreedAt(entries: readonly EntryRow[]): number | null {
  const claimedAt = entries.find(({ kind }) => kind === 'bonus')?.at;
  const trades = entries
    .filter(({ kind, asset }) => kind === 'trade' && asset === 'usd')
    .toSorted((a, b) => a.at - b.at);
  let [net, since] = [0, Number.POSITIVE_INFINITY];
  for (const [i, { at: tradedAt, amount }] of trades.entries()) {
    net -= amount;
    if (net < 100_000) since = Number.POSITIVE_INFINITY;
    else since = Math.min(since, tradedAt);
    const next = trades[i + 1]?.at ?? NOW + 1;
    const free = Math.max(since + 30 * DAY_MS, claimedAt ?? Number.POSITIVE_INFINITY);
    if (free <= Math.min(next, NOW)) return free;
  }
  return null;
}

/** The bonus until it is free; null without a price. */
function naiveHeld(entries: readonly EntryRow[], moment: number, keepsMs: number): number | null {
  const until = entries.filter((entry) => entry.at <= moment);
  const freedAt = naiveFreedAt(entries);
  const given = total(until, ({ kind, asset }) => kind === 'bonus' && asset === 'silver');
  const silver = total(until, ({ asset }) => asset === 'silver');
  const held = freedAt !== null && freedAt <= moment ? 0 : Math.min(given, silver);
  const last = HOURS.silver.findLast((candle) => candle.lastAt <= moment);
  if (held === 0) return 0;
  if (last === undefined || last.lastAt + keepsMs < moment) return null;
  const worth = (ouncesE4: number) => Math.floor((ouncesE4 * last.close) / 10_000);
  return worth(silver) - worth(silver - held);
}

/** What a person with the books and the price list would write down for a moment. */
function naiveValue(entries: readonly EntryRow[], moment: number, keepsMs: number): number | null {
  const sum = (asset: string) => total(entries, (entry) => entry.asset === asset && entry.at <= moment);
  let value = BigInt(sum('usd'));
  for (const metal of ['gold', 'silver'] as const) {
    const ounces = sum(metal);
    const last = HOURS[metal].findLast((candle) => candle.lastAt <= moment);
    if (ounces === 0) continue;
    if (last === undefined || last.lastAt + keepsMs < moment) return null;
    value += (BigInt(ounces) * BigInt(last.close)) / 10_000n;
  }
  return Number(value);
}

function naivePaid(entries: readonly EntryRow[], from: number, moment: number): number {
  const paid = (until: number) =>
    total(entries, (entry) => entry.kind === 'settlement' && entry.asset === 'usd' && entry.at <= until);
  return paid(moment) - paid(from);
}

async function expectExact(customer: Customer, range: (typeof HISTORY_RANGES)[number]): Promise<void> {
  const history = await portfolioHistory(at(NOW), customer.userId, range);
  const entries = await entriesOf(customer);
  const first = Date.parse(history.points[0]?.at ?? '');
  // A week and a month are drawn from hours, which keep five days; longer ranges from days.
  const span = NOW - first;
  const keepsMs = 5 * DAY_MS + (span <= 33 * DAY_MS ? HOUR_MS : DAY_MS);
  expect(history.points.length).toBeLessThanOrEqual(PORTFOLIO_HISTORY_MAX_POINTS);
  expect(history.points.map(({ valueCents }) => valueCents)).toEqual(
    history.points.map((point) => naiveValue(entries, Date.parse(point.at), keepsMs)),
  );
  expect(history.points.map(({ paidInCents }) => paidInCents)).toEqual(
    history.points.map((point) => naivePaid(entries, first, Date.parse(point.at))),
  );
  expect(history.points.map(({ heldCents }) => heldCents)).toEqual(
    history.points.map((point) => naiveHeld(entries, Date.parse(point.at), keepsMs)),
  );
  expect(history.points.at(-1)?.at).toBe(new Date(NOW).toISOString());
}

/** The portfolio at the last stored prices, its history over all time, and the entries alone: one gain. */
async function expectOneGain(customer: Customer): Promise<void> {
  const priceOf = (metal: TradedMetal) => HOURS[metal].at(-1)?.close ?? 0;
  const mark = (metal: TradedMetal) => ({ priceCents: priceOf(metal), change24hPercent: null });
  const facts = await readStoredPortfolio(env.DB, customer.userId, NOW);
  if (facts === null) throw new Error('a customer has an account');
  const view = valuePortfolio(facts, { asOf: null, gold: mark('gold'), silver: mark('silver') });
  const gain = gainSummary(view).totalCents;

  const { points } = await portfolioHistory(at(NOW), customer.userId, 'ALL');
  const [first, last] = [points[0], points.at(-1)];
  const own = (point: typeof first) => (point?.valueCents ?? Number.NaN) - (point?.heldCents ?? Number.NaN);
  expect(own(last) - own(first) - (last?.paidInCents ?? 0)).toBe(gain);

  const entries = await entriesOf(customer);
  const held = facts.holdings.reduce((sum, { heldOuncesE4 }) => sum + heldOuncesE4, 0);
  const worth = (metal: TradedMetal, heldE4: number) =>
    Math.floor(((total(entries, ({ asset }) => asset === metal) - heldE4) * priceOf(metal)) / 10_000);
  const trades = total(entries, ({ kind, asset }) => kind === 'trade' && asset === 'usd');
  expect(worth('gold', 0) + worth('silver', held) + trades).toBe(gain);
}

/** Any moment, or one that is a point of the chart: the end of a day, a full hour. */
const agoMs = fc.oneof(
  fc.integer({ min: 0, max: 450 * DAY_MS }),
  fc.integer({ min: 0, max: 449 }).map((days) => days * DAY_MS + (NOW % DAY_MS) + 1),
  fc.integer({ min: 0, max: 700 }).map((hours) => hours * HOUR_MS + (NOW % HOUR_MS)),
);
const moves = fc
  .uniqueArray(
    fc.oneof(
      fc.record({
        kind: fc.constant('deposit' as const),
        agoMs,
        cents: fc.integer({ min: 10_000, max: 900_000 }),
      }),
      fc.record({
        kind: fc.constant('trade' as const),
        agoMs,
        side: fc.constantFrom<Side>('buy', 'sell'),
        metal: fc.constantFrom<TradedMetal>('gold', 'silver'),
        ouncesE4: fc.integer({ min: 500, max: 15_000 }),
      }),
      fc.record({
        kind: fc.constant('bonus' as const),
        agoMs,
      }),
    ),
    { minLength: 3, maxLength: 14, selector: ({ agoMs: ago }) => ago },
  )
  .map((all): Move[] =>
    [{ kind: 'deposit', agoMs: 460 * DAY_MS, cents: 700_000 } as Move]
      .concat(all)
      .toSorted((a, b) => b.agoMs - a.agoMs),
  );

test('whatever happened, each value of each range is what the books and the price list say, and so is the gain', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (story) => {
      const customer = await createCustomer(env, { now: NOW - 470 * DAY_MS });
      for (const move of story) await carryOut(customer, move);
      for (const range of HISTORY_RANGES) await expectExact(customer, range);
      await expectOneGain(customer);
    }),
    { numRuns: runs(5, 120) },
  );
  expect((await inspectLedger(env.DB)).findings).toEqual([]);
});

test('ten days without a stored price are unknown while metal is held, and known without', async () => {
  const [ana, ben] = [await createCustomer(env), await createCustomer(env)];
  const ago = 300 * DAY_MS;
  for (const one of [ana, ben]) await carryOut(one, { kind: 'deposit', agoMs: ago, cents: 500_000 });
  await carryOut(ana, {
    kind: 'trade',
    agoMs: ago - HOUR_MS,
    side: 'buy',
    metal: 'gold',
    ouncesE4: 5_000,
  });
  const unknownOf = async (customer: Customer) => {
    const { points } = await portfolioHistory(at(NOW), customer.userId, '1Y');
    return points.filter(({ valueCents }) => valueCents === null).length;
  };
  expect(await unknownOf(ana)).toBeGreaterThanOrEqual(4);
  expect(await unknownOf(ben)).toBe(0);
  await expectExact(ana, '1Y');
});

describe('over HTTP', () => {
  const worker = workerWith(new SetPrices({ gold: 400_000, silver: 5_000 }));
  const history = async (customer: Customer, range: string) =>
    callsOf(customer, worker).get(`/api/portfolio/history?range=${range}`);

  test('a customer without money has no points; with a pending deposit neither', async () => {
    const ana = await createCustomer(env);
    await callsOf(ana, worker).deposit({ amountCents: 100_013, method: 'wire' });
    const reply = await history(ana, 'ALL');
    expect(reply.headers.get('Cache-Control')).toContain('no-store');
    expect(await reply.json<PortfolioHistory>()).toEqual({
      range: 'ALL',
      kind: 'simulated',
      resolution: null,
      points: [],
    });
  });

  test('a first deposit is a line from then to now', async () => {
    const ana = await createCustomer(env);
    await callsOf(ana, worker).deposit({ amountCents: 120_000, method: 'wire' });
    const { points } = await (await history(ana, '7D')).json<PortfolioHistory>();
    expect(points.length).toBeGreaterThanOrEqual(1);
    for (const point of points) expect(point).toMatchObject({ valueCents: 120_000, paidInCents: 0 });
  });

  test('each sees his own only, and nobody anything without a session', async () => {
    const [ana, ben] = [await createCustomer(env), await createCustomer(env)];
    await fund(env.DB, ana, 300_000);
    const { points } = await (await history(ben, 'ALL')).json<PortfolioHistory>();
    expect(points).toEqual([]);
    const bare = await realWorker(new Request(`${ORIGIN}/api/portfolio/history`));
    expect(await outcome(bare)).toBe('Unauthenticated');
  });

  test.each(['', '7d', 'ALL;DROP', '9999D'])('the range %j is refused', async (range) => {
    const ana = await createCustomer(env);
    expect(await outcome(await history(ana, range))).toBe('ValidationFailed');
  });
});

test('a week costs what it shows, however much was traded before', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 5_000_000, NOW - 400 * DAY_MS);
  for (let i = 0; i < 60; i += 1) {
    await carryOut(ana, {
      kind: 'trade',
      agoMs: (390 - i) * DAY_MS,
      side: i % 2 === 0 ? 'buy' : 'sell',
      metal: 'silver',
      ouncesE4: 500,
    });
  }
  const week = await countedHistory(at(NOW), ana.userId, '7D');
  // Two metals of about 120 hours each, and a handful for the account.
  expect(week.rowsRead).toBeLessThan(2 * week.points.length + 40);
  const all = await countedHistory(at(NOW), ana.userId, 'ALL');
  expect(all.rowsRead).toBeGreaterThan(60);
});
