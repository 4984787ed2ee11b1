// Highs are highs: through the stored candles, the history replies and what the charts make of them, the maximum of a range is
// at least that of a shorter one and its minimum at most, in dollars, in reais and as the ratio of gold to silver.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldInSilver } from '../../../web/features/prices/ratio-chart.tsx';
import type { SeriesState } from '../../../web/features/prices/series-state.ts';
import { summaryOf } from '../../../web/features/prices/summary.ts';
import { priceSeries, RECENT } from '../../../web/features/prices/use-price-series.ts';
import type { FxHistory, PriceHistory, PriceSnapshot } from '../../../worker/contract/prices.ts';
import { HISTORY_RANGES, type HistoryRange } from '../../../worker/domain/history-ranges.ts';
import { SERIES, USD_BRL, type Series } from '../../../worker/domain/price-rules.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../../worker/domain/time.ts';
import { fillSimulatedHistory } from '../../../worker/services/candles-simulated.ts';
import { storeMinutes } from '../../../worker/services/candles.ts';
import { metalHistory, rateHistory } from '../../../worker/services/price-history.ts';
import { runs } from '../../support/deep.ts';
import { migratedDatabase } from '../../support/node-books.ts';
import { aMetalPrice, aSnapshot } from '../../support/snapshots.ts';

const NOW = Date.parse('2026-11-18T14:35:12Z');

function aDatabase(): D1Database {
  const db = migratedDatabase();
  return Object.assign(db, { withSession: () => db }) as unknown as D1Database;
}

type Replies = {
  readonly gold: Readonly<Record<HistoryRange, PriceHistory>>;
  readonly silver: Readonly<Record<HistoryRange, PriceHistory>>;
  readonly rates: Readonly<Record<HistoryRange, FxHistory>>;
};

async function repliesOf(db: D1Database, now: number): Promise<Replies> {
  const ground = { db, env: { ENVIRONMENT: 'local', PRICE_PROVIDERS: 'simulated' }, now: () => now };
  const every = async <Reply>(read: (range: HistoryRange) => Promise<Reply>) =>
    Object.fromEntries(
      await Promise.all(HISTORY_RANGES.map(async (range) => [range, await read(range)] as const)),
    ) as Record<HistoryRange, Reply>;
  return {
    gold: await every((range) => metalHistory(ground, 'gold', range)),
    silver: await every((range) => metalHistory(ground, 'silver', range)),
    rates: await every((range) => rateHistory(ground, range)),
  };
}

/** What the chart of a range shows: in dollars, in reais, and the ratio. */
function chartsOf({ gold, silver, rates }: Replies, range: HistoryRange, live: PriceSnapshot | undefined) {
  const part = RECENT[range];
  const recent = (fx: boolean) =>
    part === null ? null : { history: gold[part], fx: fx ? rates[part] : null };
  const pair = part === null ? null : { gold: gold[part], silver: silver[part] };
  return {
    dollars: priceSeries(gold[range], null, live, recent(false)),
    reais: priceSeries(gold[range], rates[range], live, recent(true)),
    ratio: goldInSilver(gold[range], silver[range], live, pair),
  };
}

/** The ranges that are narrower than a shorter one; one without two prices yet has no figures. */
function narrower(replies: Replies, live: PriceSnapshot | undefined): string[] {
  const known = HISTORY_RANGES.flatMap((range) =>
    Object.entries<SeriesState>(chartsOf(replies, range, live)).flatMap(([unit, series]) => {
      const summary = series.status === 'ready' ? summaryOf(series) : null;
      return summary === null ? [] : [{ range, unit, high: summary.high, low: summary.low }];
    }),
  );
  return known.flatMap((one, i) =>
    known
      .slice(0, i)
      .filter(({ unit, high, low }) => unit === one.unit && (high > one.high || low < one.low))
      .map(({ range }) => `${one.unit}: ${one.range} is narrower than ${range}`),
  );
}

type Minute = { readonly series: Series; readonly ago: number; readonly price: number };

const around = (price: number) => fc.integer({ min: Math.round(price * 0.7), max: Math.round(price * 1.4) });
/** Within the last days, the last months, or anywhere in three years. */
const ago = fc.oneof(
  fc.integer({ min: 1, max: 7 * 24 * 60 }),
  fc.integer({ min: 1, max: 100 * 24 * 60 }),
  fc.integer({ min: 1, max: 1_100 * 24 * 60 }),
);
const minutesOf = (series: Series, price: number) =>
  fc.array(fc.record({ series: fc.constant(series), ago, price: around(price) }), {
    minLength: 20,
    maxLength: 120,
    size: 'max',
  });

async function store(db: D1Database, minutes: readonly Minute[]): Promise<void> {
  const candles = minutes.map(({ series, ago: minutesAgo, price }) => {
    const startAt = Math.floor(NOW / MINUTE_MS) * MINUTE_MS - minutesAgo * MINUTE_MS;
    const spread = Math.round(price / 200);
    return {
      series,
      kind: 'simulated' as const,
      source: 'simulated',
      licence: 'commercial',
      candle: {
        startAt,
        open: price - 1,
        high: price + spread,
        low: price - spread,
        close: price,
        lastAt: startAt + 55_000,
      },
    };
  });
  await storeMinutes(db, candles, NOW);
}

describe('of any minutes', () => {
  test('longer ranges are never narrower, and the high of all is the highest price there was', async () => {
    await fc.assert(
      fc.asyncProperty(
        minutesOf('gold', 440_000),
        minutesOf('silver', 5_800),
        minutesOf(USD_BRL, 53_000),
        fc.option(fc.record({ price: around(440_000), rate: around(53_000) }), { nil: null }),
        async (gold, silver, rates, now) => {
          const db = aDatabase();
          await store(db, [...gold, ...silver, ...rates]);
          const replies = await repliesOf(db, NOW);
          const live =
            now === null
              ? undefined
              : aSnapshot({
                  prices: [
                    aMetalPrice({
                      priceCents: now.price,
                      high24hCents: now.price + 3_000,
                      low24hCents: now.price - 3_000,
                      asOf: iso(NOW),
                    }),
                  ],
                  fx: { usdBrlE4: now.rate, asOf: iso(NOW) },
                });
          expect(narrower(replies, live)).toEqual([]);
          const highest = Math.max(...gold.map(({ price }) => price + Math.round(price / 200)));
          const all = chartsOf(replies, 'ALL', live).dollars;
          const top = live === undefined ? highest : Math.max(highest, (now?.price ?? 0) + 3_000);
          // Fewer than two points make no chart.
          expect(all.status === 'ready' ? summaryOf(all)?.high : top).toBe(top);
        },
      ),
      { numRuns: runs(10, 400), seed: 20_261_118 },
    );
  });
});

describe('of the simulated market', () => {
  test('every candle holds the shorter ones in it, also where an earlier release stored narrower ones', async () => {
    const db = aDatabase();
    await fillSimulatedHistory(db, NOW);
    expect(narrower(await repliesOf(db, NOW), undefined)).toEqual([]);

    // As stored when each length was sampled by itself.
    const narrow = (table: string, unit: string) =>
      db.prepare(
        `UPDATE ${table} SET high_${unit} = max(open_${unit}, close_${unit}), low_${unit} = min(open_${unit}, close_${unit})
         WHERE resolution IN ('hour', 'day', 'week')`,
      );
    await db.batch([narrow('candles', 'cents'), narrow('fx_candles', 'e4')]);
    const later = NOW + 5 * HOUR_MS;
    await fillSimulatedHistory(db, later);
    for (const series of SERIES) expect(await leftOut(db, series, later - 89 * DAY_MS)).toEqual([]);
    expect(narrower(await repliesOf(db, later), undefined)).toEqual([]);
  });
});

/** Hours that are higher or lower than their day, and minutes than their hour. */
async function leftOut(db: D1Database, series: Series, since: number): Promise<unknown[]> {
  const [table, key, unit] =
    series === USD_BRL ? ['fx_candles', 'pair', 'e4'] : ['candles', 'metal', 'cents'];
  const found = [
    ['minute', 'hour', HOUR_MS],
    ['hour', 'day', DAY_MS],
  ].map(([shorter, longer, lengthMs]) =>
    db
      .prepare(
        `SELECT part.resolution, part.start_at FROM ${table} AS part JOIN ${table} AS whole ON whole.${key} = part.${key}
           AND whole.kind = part.kind AND whole.resolution = '${longer}' AND whole.start_at = part.start_at - part.start_at % ${lengthMs}
         WHERE part.${key} = ?1 AND part.kind = 'simulated' AND part.resolution = '${shorter}' AND part.start_at >= ?2
           AND (part.high_${unit} > whole.high_${unit} OR part.low_${unit} < whole.low_${unit})`,
      )
      .bind(series, since)
      .run(),
  );
  return (await Promise.all(found)).flatMap(({ results }) => results);
}
