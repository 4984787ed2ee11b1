// The market insight: every sentence is computed from what the charts draw, and what that does not tell is not said.

import { describe, expect, test } from 'vitest';
import { type Insight, insightOf } from '../../../web/features/prices/insight.ts';
import { summaryOf } from '../../../web/features/prices/summary.ts';
import type { ReadySeries } from '../../../web/features/prices/series-state.ts';
import { extremesOf } from '../../../worker/domain/price-series.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

const END = Date.UTC(2026, 10, 20, 21);

/** Daily closes up to END: `priceOf` is asked with the days that lie between. */
function series(
  days: number,
  priceOf: (daysAgo: number) => number,
  over: Partial<ReadySeries> = {},
): ReadySeries {
  const samples = Array.from({ length: days + 1 }, (_, i) => ({
    at: END - (days - i) * DAY_MS,
    value: priceOf(days - i),
  }));
  const extremes = extremesOf(samples);
  if (extremes === null) throw new Error('no days');
  const origin = { resolution: 'day', simulated: false, sources: [], rates: null } as const;
  return { status: 'ready', samples, origin, dollars: null, extremes, extremesAreOf: 'prices', ...over };
}
const level = (price: number) => () => price;
const lastMonth = ({ samples, ...rest }: ReadySeries): ReadySeries => ({
  ...rest,
  samples: samples.filter(({ at }) => at >= END - 30 * DAY_MS),
});
function told(gold: ReadySeries, silver: ReadySeries): Insight {
  const insight = insightOf({ gold, silver }, { gold: lastMonth(gold), silver: lastMonth(silver) });
  if (insight === null) throw new Error('nothing to tell');
  return insight;
}

describe('the nearest edge', () => {
  test('gold at its high of the year', () => {
    const rising = series(365, (ago) => 400_000 - ago * 100);
    const insight = told(
      rising,
      series(365, (ago) => (ago === 50 ? 6_000 : 5_000 + (ago % 3) * 200)),
    );
    expect(insight.edge).toEqual({
      metal: 'gold',
      which: 'high',
      at: END,
      of: 'prices',
      cents: 400_000,
      distancePercent: 0,
    });
    expect(insight.since).toBeNull();
  });

  test('silver half a percent above its low, and when that was', () => {
    const silver = series(365, (ago) => (ago === 0 ? 4_020 : ago === 10 ? 4_000 : 5_000));
    const gold = series(365, (ago) => (ago === 0 ? 400_000 : ago % 2 === 0 ? 380_000 : 420_000));
    const { edge } = told(gold, silver);
    expect(edge).toMatchObject({ metal: 'silver', which: 'low', at: END - 10 * DAY_MS, cents: 4_000 });
    expect(edge?.distancePercent).toBeCloseTo(0.5, 10);
  });

  test('the high and its time are those of the chart, also between two closes', () => {
    const high = { at: END - 3 * DAY_MS, value: 401_000 };
    const gold = series(365, level(400_000));
    const peaked = { ...gold, extremes: { ...gold.extremes, high } };
    const { edge } = told(
      peaked,
      series(365, (ago) => (ago === 0 ? 5_000 : ago % 2 === 0 ? 4_000 : 6_000)),
    );
    // The low is the price itself, so it is nearer.
    expect(edge).toMatchObject({ metal: 'gold', which: 'low', distancePercent: 0 });
    const low = { at: END - 4 * DAY_MS, value: 300_000 };
    const only = told(
      { ...peaked, extremes: { high, low } },
      series(365, (ago) => (ago === 0 ? 5_000 : ago % 2 === 0 ? 4_000 : 6_000)),
    );
    expect(only.edge).toMatchObject({ which: 'high', at: high.at, cents: 401_000 });
  });

  test('nothing is near: nothing is said', () => {
    const middle = (base: number) => (ago: number) =>
      ago === 0 ? base : ago % 2 === 0 ? base * 1.1 : base * 0.9;
    expect(told(series(365, middle(400_000)), series(365, middle(5_000))).edge).toBeNull();
  });
});

test('thirty days, measured as the head of the chart of thirty days measures them', () => {
  const gold = series(365, (ago) => (ago >= 30 ? 400_000 : 410_000));
  const silver = series(365, (ago) => (ago >= 31 ? 5_000 : 4_500));
  const { month } = told(gold, silver);
  expect(month).toEqual({
    gold: summaryOf(lastMonth(gold))?.changePercent,
    silver: summaryOf(lastMonth(silver))?.changePercent,
  });
  expect(month?.gold).toBeCloseTo(2.5, 10);
  expect(month?.silver).toBeCloseTo(0, 10);
});

test('the ratio of now and its average', () => {
  const insight = told(
    series(365, level(400_000)),
    series(365, (ago) => (ago === 0 ? 4_000 : 5_000)),
  );
  expect(insight.ratio?.now).toBe(100);
  expect(insight.ratio?.average).toBeCloseTo((365 * 80 + 100) / 366, 10);
});

describe('too little is stored', () => {
  test('forty days tell a month, and neither an edge nor an average', () => {
    const insight = told(series(40, level(400_000)), series(40, level(5_000)));
    expect(insight).toMatchObject({ edge: null, ratio: null, month: { gold: 0, silver: 0 } });
  });

  test('half a year is named by the day it begins', () => {
    const insight = told(series(180, level(400_000)), series(180, level(5_000)));
    expect(insight.since).toBe(END - 180 * DAY_MS);
  });

  test('twenty days, or two kinds of prices tell nothing', () => {
    const short = series(20, level(1));
    expect(insightOf({ gold: short, silver: short }, { gold: short, silver: short })).toBeNull();
    const gold = series(365, level(400_000));
    const simulated = series(365, level(1), { origin: { ...gold.origin, simulated: true } });
    expect(insightOf({ gold, silver: simulated }, null)).toBeNull();
  });

  test('prices that do not reach back thirty days leave the month out', () => {
    const year = { gold: series(365, level(5_000)), silver: series(365, level(5_000)) };
    expect(insightOf(year, { gold: series(20, level(1)), silver: lastMonth(year.silver) })?.month).toBeNull();
    expect(insightOf(year, null)?.month).toBeNull();
  });
});
