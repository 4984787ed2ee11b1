// Prices joined with rates and with each other: nothing is invented where one side has no value.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FxHistory, PriceHistory } from '../../../worker/contract/prices.ts';
import { closesOf, extremesOf, inReais, ratioSeries, withLive } from '../../../worker/domain/price-series.ts';
import { goldInSilver } from '../../../web/features/prices/ratio-chart.tsx';
import { priceSeries } from '../../../web/features/prices/use-price-series.ts';
import { coversRange, summaryOf } from '../../../web/features/prices/summary.ts';
import { aMetalPrice, aSnapshot } from '../../support/snapshots.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';

const DAY = Date.parse('2026-11-10T00:00:00Z');
/** The last price of the hour that begins so many hours after the tenth of November, a few seconds before its end. */
const close = (hour: number, value: number, secondsBefore = 5) => ({
  at: DAY + (hour + 1) * HOUR_MS - secondsBefore * 1000,
  value,
});
const hourly = (...samples: { at: number; value: number }[]) => ({ resolution: 'hour' as const, samples });
const unknown = (...samples: { at: number; value: number }[]) => ({ resolution: null, samples });

describe('prices in reais', () => {
  test.each([
    [
      'each hour at the rate of its hour',
      [close(0, 10_000), close(1, 10_000)],
      [close(0, 50_000), close(1, 60_000)],
      [50_000, 60_000],
    ],
    ['a rate that closed seconds after the price', [close(0, 10_000, 30)], [close(0, 50_000, 1)], [50_000]],
    [
      'an hour without a rate at the one before',
      [close(0, 10_000), close(1, 20_000)],
      [close(0, 50_000)],
      [50_000, 100_000],
    ],
    ['nothing before the first rate', [close(0, 10_000), close(1, 10_000)], [close(1, 50_000)], [50_000]],
    [
      'a price of the first moment of an hour at its rate',
      [{ at: DAY, value: 10_000 }],
      [close(0, 50_000)],
      [50_000],
    ],
    ['nothing without rates', [close(0, 10_000)], [], []],
    ['no price, no value', [], [close(0, 50_000)], []],
    ['half a cent away from zero', [close(0, 1)], [close(0, 55_000)], [6]],
  ])('%s', (_what, prices, rates, expected) => {
    expect(inReais(prices, hourly(...rates)).map(({ value }) => value)).toEqual(expected);
  });

  test('are none where nobody knows how long a rate holds', () => {
    expect(inReais([close(0, 10_000)], unknown(close(0, 50_000)))).toEqual([]);
  });

  test("with one rate a day, every hour of a day is at that day's rate", () => {
    const rates = {
      resolution: 'day' as const,
      samples: [
        { at: DAY + DAY_MS - 1000, value: 50_000 },
        { at: DAY + 2 * DAY_MS - 1000, value: 60_000 },
      ],
    };
    const prices = [close(0, 10_000), close(23, 10_000), close(24, 10_000)];
    expect(inReais(prices, rates).map(({ value }) => value)).toEqual([50_000, 50_000, 60_000]);
  });

  test('are never more than there are prices, keep their times, and rise with the rate', () => {
    const some = fc
      .uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 60 })
      .map((hours) => hours.sort((a, b) => a - b));
    fc.assert(
      fc.property(some, some, (priceHours, rateHours) => {
        const prices = priceHours.map((hour) => close(hour, 10_000));
        const joined = inReais(prices, hourly(...rateHours.map((hour) => close(hour, 40_000 + hour))));
        const first = rateHours[0] ?? Number.POSITIVE_INFINITY;
        expect(joined.map(({ at }) => at)).toEqual(
          prices.filter((_, i) => (priceHours[i] ?? 0) >= first).map(({ at }) => at),
        );
        const values = joined.map(({ value }) => value);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('gold in ounces of silver', () => {
  test.each([
    [
      'at the hours both have',
      [close(0, 8_000), close(1, 9_000), close(2, 8_800)],
      [close(0, 100), close(2, 110)],
      [80, 80],
    ],
    ['whatever the second in which each hour closed', [close(0, 8_000, 2)], [close(0, 100, 900)], [80]],
    ['without hours in common there is none', [close(0, 8_000)], [close(1, 100)], []],
    ['a price of zero divides nothing', [close(0, 8_000)], [close(0, 0)], []],
  ])('%s', (_what, gold, silver, expected) => {
    expect(ratioSeries(hourly(...gold), hourly(...silver)).map(({ value }) => value)).toEqual(expected);
  });

  test('of hours and days, one value a day', () => {
    const days = { resolution: 'day' as const, samples: [{ at: DAY + DAY_MS - 1, value: 100 }] };
    expect(ratioSeries(hourly(close(0, 8_000), close(23, 9_000)), days)).toEqual([
      { at: close(23, 0).at, value: 90 },
    ]);
    const early = { resolution: 'day' as const, samples: [{ at: DAY + 20 * HOUR_MS, value: 100 }] };
    expect(ratioSeries(hourly(close(23, 9_000)), early)).toEqual([{ at: close(23, 0).at, value: 90 }]);
    expect(ratioSeries(days, hourly(close(0, 5), close(20, 4)))).toEqual([
      { at: DAY + DAY_MS - 1, value: 25 },
    ]);
    expect(ratioSeries(unknown(close(0, 8_000)), days)).toEqual([]);
    expect(ratioSeries(days, unknown(close(0, 100)))).toEqual([]);
  });
});

describe('the live price', () => {
  const stored = hourly(close(-1, 5), close(0, 1), close(1, 2));
  test.each([
    ['stands for the hour that is still growing', { at: close(1, 0).at + 1000, value: 9 }, [5, 1, 9]],
    ['follows an hour that is over', { at: close(2, 0).at, value: 9 }, [5, 1, 2, 9]],
    ['changes nothing when it is the last', { at: close(1, 0).at, value: 9 }, [5, 1, 2]],
    ['changes nothing when it is older', { at: close(1, 0).at - 1000, value: 9 }, [5, 1, 2]],
    ['changes nothing when there is none', null, [5, 1, 2]],
  ])('%s', (_what, live, expected) => {
    expect(withLive(stored, live).map(({ value }) => value)).toEqual(expected);
  });
});

test('the live price alone is no series', () => {
  expect(withLive(hourly(), close(0, 1))).toEqual([]);
  expect(withLive(unknown(close(0, 1)), close(2, 1))).toEqual([close(0, 1)]);
});

test('of equal highest and lowest samples the latest counts', () => {
  const [low, high, lower, higher] = [close(0, 1), close(1, 3), close(2, 1), close(3, 3)];
  expect(extremesOf([low, high, close(1, 2), lower, higher, close(4, 2)])).toEqual({
    high: higher,
    low: lower,
  });
  expect(extremesOf([low])).toEqual({ high: low, low });
  expect(extremesOf([])).toBeNull();
});

test('closes are the last of each day, and longer candles as they are', () => {
  const hours = hourly(close(0, 1), close(23, 2), close(24, 3));
  expect(closesOf(hours)).toEqual({ resolution: 'day', samples: [close(23, 2), close(24, 3)] });
  const weeks = { resolution: 'week' as const, samples: [close(0, 1), close(1, 2)] };
  expect(closesOf(weeks)).toEqual(weeks);
  expect(closesOf(unknown())).toEqual(unknown());
});

const iso = (at: number) => new Date(at).toISOString();
const SOURCE = { name: 'simulated', licence: 'commercial', basis: 'observed' } as const;
function aHistory(metal: 'gold' | 'silver', samples: readonly { at: number; value: number }[]): PriceHistory {
  return {
    metal,
    range: '1M',
    kind: 'simulated',
    resolution: samples.length === 0 ? null : 'hour',
    sources: [SOURCE],
    points: samples.map(({ at, value }) => ({ at: iso(at), priceCents: value })),
    high: null,
    low: null,
  };
}
function aRateHistory(samples: readonly { at: number; value: number }[]): FxHistory {
  const { metal: _, high: __, low: ___, ...rest } = aHistory('gold', samples);
  return {
    ...rest,
    pair: 'usd-brl',
    points: samples.map(({ at, value }) => ({ at: iso(at), rateE4: value })),
  };
}

describe('what a chart draws', () => {
  const prices = [close(0, 400_000), close(1, 410_000), close(2, 405_000)];

  test('dollars as they are stored', () => {
    const series = priceSeries(aHistory('gold', prices), null, undefined);
    expect(series).toMatchObject({ status: 'ready', samples: prices, dollars: null });
  });

  test('reais from the first rate on, which it names, with the dollars of the same times', () => {
    const series = priceSeries(aHistory('gold', prices), aRateHistory([close(1, 50_000)]), undefined);
    expect(series).toMatchObject({
      status: 'ready',
      samples: [{ value: 2_050_000 }, { value: 2_025_000 }],
      dollars: prices.slice(1),
      origin: { rates: { since: prices[1]?.at } },
    });
  });

  test('nothing without prices, and in reais nothing without rates', () => {
    expect(priceSeries(aHistory('gold', []), null, undefined)).toEqual({ status: 'empty', lacks: 'prices' });
    expect(priceSeries(aHistory('gold', prices), aRateHistory([]), undefined)).toEqual({
      status: 'empty',
      lacks: 'rates',
    });
  });

  test('simulated history never ends in a real price', () => {
    const asOf = iso(close(9, 0).at);
    const live = aSnapshot({ prices: [aMetalPrice({ asOf })] });
    const later = { ...live, source: { ...live.source, kind: 'spot' as const } };
    const series = priceSeries(aHistory('gold', prices), null, later);
    expect(series).toMatchObject({ samples: prices });
  });

  test('the ratio only of prices of one kind', () => {
    const silver = prices.map(({ at }) => ({ at, value: 5_000 }));
    const gold = aHistory('gold', prices);
    expect(goldInSilver(gold, aHistory('silver', silver), undefined)).toMatchObject({
      status: 'ready',
      samples: [{ value: 80 }, { value: 82 }, { value: 81 }],
    });
    const real = { ...aHistory('silver', silver), kind: 'spot' as const };
    expect(goldInSilver(gold, real, undefined)).toEqual({ status: 'empty', lacks: 'prices' });
  });
});

describe('the figures of the sentence', () => {
  const extremes = { high: { at: 1, value: 125 }, low: { at: 2, value: 75 } };
  test.each([
    [[100, 120, 90, 110], { high: 125, low: 75, change: 10, changePercent: 10 }],
    [[100, 80], { change: -20, changePercent: -20 }],
    [[100, 100], { change: 0, changePercent: 0 }],
    [[0, 5], { changePercent: null }],
  ])('of %j', (values, expected) => {
    const samples = values.map((value, at) => ({ at, value }));
    expect(summaryOf({ samples, extremes })).toMatchObject(expected);
  });

  test('of nothing there are none', () => expect(summaryOf({ samples: [], extremes })).toBeNull());

  test.each([
    ['1M', 30, true],
    ['1M', 27, true],
    ['1M', 12, false],
    ['1Y', 300, false],
    ['ALL', 2_000, false],
  ] as const)('a range of %s over %d days reaches back: %s', (range, days, full) => {
    const samples = [
      { at: DAY, value: 1 },
      { at: DAY + days * DAY_MS, value: 1 },
    ];
    expect(coversRange(range, samples)).toBe(full);
  });
});
