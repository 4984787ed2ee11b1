// The market insight: every sentence is computed from stored prices, and what they do not tell is not said.

import { describe, expect, test } from 'vitest';
import { type Insight, insightOf } from '../../../web/features/prices/insight.ts';
import type { PriceHistory } from '../../../worker/contract/prices.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

const END = Date.UTC(2026, 10, 20, 21);

/** Daily closes up to END: `priceOf` is asked with the days that lie between. */
function history(
  metal: 'gold' | 'silver',
  days: number,
  priceOf: (daysAgo: number) => number,
  over: Partial<PriceHistory> = {},
): PriceHistory {
  const points = Array.from({ length: days + 1 }, (_, i) => ({
    at: new Date(END - (days - i) * DAY_MS).toISOString(),
    priceCents: priceOf(days - i),
  }));
  return { metal, range: '1Y', kind: 'spot', resolution: 'day', sources: [], points, ...over };
}
const level = (price: number) => () => price;
function told(gold: PriceHistory, silver: PriceHistory): Insight {
  const insight = insightOf(gold, silver);
  if (insight === null) throw new Error('nothing to tell');
  return insight;
}

describe('the nearest edge', () => {
  test('gold at its high of the year', () => {
    const rising = history('gold', 365, (ago) => 400_000 - ago * 100);
    const insight = told(
      rising,
      history('silver', 365, (ago) => (ago === 50 ? 6_000 : 5_000 + (ago % 3) * 200)),
    );
    expect(insight.edge).toEqual({
      metal: 'gold',
      which: 'high',
      at: END,
      priceCents: 400_000,
      distancePercent: 0,
    });
    expect(insight.since).toBeNull();
  });

  test('silver half a percent above its low, and when that was', () => {
    const silver = history('silver', 365, (ago) => (ago === 0 ? 4_020 : ago === 10 ? 4_000 : 5_000));
    const gold = history('gold', 365, (ago) => (ago === 0 ? 400_000 : ago % 2 === 0 ? 380_000 : 420_000));
    const { edge } = told(gold, silver);
    expect(edge).toMatchObject({ metal: 'silver', which: 'low', at: END - 10 * DAY_MS, priceCents: 4_000 });
    expect(edge?.distancePercent).toBeCloseTo(0.5, 10);
  });

  test('nothing is near: nothing is said', () => {
    const middle = (base: number) => (ago: number) =>
      ago === 0 ? base : ago % 2 === 0 ? base * 1.1 : base * 0.9;
    expect(
      told(history('gold', 365, middle(400_000)), history('silver', 365, middle(5_000))).edge,
    ).toBeNull();
  });
});

test('thirty days, measured from the last price at or before their beginning', () => {
  const gold = history('gold', 365, (ago) => (ago >= 30 ? 400_000 : 410_000));
  const silver = history('silver', 365, (ago) => (ago >= 31 ? 5_000 : 4_500));
  expect(told(gold, silver).month?.gold).toBeCloseTo(2.5, 10);
  expect(told(gold, silver).month?.silver).toBeCloseTo(0, 10);
});

test('the ratio of now and its average', () => {
  const insight = told(
    history('gold', 365, level(400_000)),
    history('silver', 365, (ago) => (ago === 0 ? 4_000 : 5_000)),
  );
  expect(insight.ratio?.now).toBe(100);
  expect(insight.ratio?.average).toBeCloseTo((365 * 80 + 100) / 366, 10);
});

describe('too little is stored', () => {
  test('forty days tell a month, and neither an edge nor an average', () => {
    const insight = told(history('gold', 40, level(400_000)), history('silver', 40, level(5_000)));
    expect(insight).toMatchObject({ edge: null, ratio: null, month: { gold: 0, silver: 0 } });
  });

  test('half a year is named by the day it begins', () => {
    const insight = told(history('gold', 180, level(400_000)), history('silver', 180, level(5_000)));
    expect(insight.since).toBe(END - 180 * DAY_MS);
  });

  test('twenty days, nothing, or two kinds of prices tell nothing', () => {
    const gold = history('gold', 365, level(400_000));
    expect(insightOf(history('gold', 20, level(1)), history('silver', 20, level(1)))).toBeNull();
    expect(insightOf(gold, history('silver', 365, level(1), { resolution: null, points: [] }))).toBeNull();
    expect(insightOf(gold, history('silver', 365, level(1), { kind: 'simulated' }))).toBeNull();
  });

  test('a hole where the month begins leaves the month out', () => {
    const holed = (metal: 'gold' | 'silver') => {
      const whole = history(metal, 365, level(5_000));
      const inHole = ({ at }: { readonly at: string }) => {
        const ago = (END - Date.parse(at)) / DAY_MS;
        return ago >= 30 && ago < 45;
      };
      return { ...whole, points: whole.points.filter((point) => !inHole(point)) };
    };
    expect(told(holed('gold'), holed('silver')).month).toBeNull();
  });
});
