import { describe, expect, test } from 'vitest';
import {
  ageText,
  largestDifference,
  newestPrice,
  valueText,
} from '../../../web/features/operators/price-sources/values.ts';
import { formatsFor } from '../../../web/i18n/use-format.ts';
import type { FeedReport, FeedSeries } from '../../../worker/contract/operators/price-feed.ts';

const [pt, en] = [formatsFor('pt-BR'), formatsFor('en')];
const AT = '2026-11-18T17:00:00.000Z';
const NOW = Date.parse(AT);

function reportOf(series: readonly FeedSeries[]): FeedReport {
  return {
    at: AT,
    seq: 1,
    kind: 'spot',
    pollMs: 2_000,
    marketOpen: true,
    opensAt: null,
    quotable: true,
    reason: null,
    paused: null,
    sources: [],
    notUsed: [],
    series: [...series],
    refused: [],
    troubles: [],
  };
}

function aSeries(
  series: FeedSeries['series'],
  asOf: string,
  differences: readonly (number | null)[],
): FeedSeries {
  return {
    series,
    accepted: { value: 438_900, asOf, fresh: true, mayQuote: true, settled: true, sources: [] },
    words: differences.map((differenceBp, index) => ({
      source: `source-${index}`,
      value: 438_900,
      bid: null,
      ask: null,
      sourceAt: AT,
      receivedAt: AT,
      verdict: 'accepted',
      inPrice: true,
      leftOut: null,
      differenceBp,
    })),
  };
}

describe('a value is said in its own unit', () => {
  test.each([
    ['gold', 438_938, 'US$\u00a04.389,38'],
    ['usd-brl', 53_214, 'R$\u00a05,3214'],
    // A vendor's nonsense is not made to look like money.
    ['gold', 4_389.38, '4389.38'],
  ] as const)('%s %d', (series, value, text) => {
    expect(valueText(pt, series, value).replaceAll(' ', '\u00a0')).toBe(text);
  });
});

describe('an age is told to the second below a minute, and calmly below five', () => {
  test.each([
    [-3_000, 'agora', 'now'],
    [0, 'agora', 'now'],
    [4_999, 'agora', 'now'],
    [5_000, 'há 5 segundos', '5 seconds ago'],
    [59_999, 'há 59 segundos', '59 seconds ago'],
    [60_000, 'há 1 minuto', '1 minute ago'],
    [7_200_000, 'há 2 horas', '2 hours ago'],
  ])('%i ms', (elapsed, portuguese, english) => {
    expect(ageText(pt, AT, NOW + elapsed)).toBe(portuguese);
    expect(ageText(en, AT, NOW + elapsed)).toBe(english);
  });
});

test('the largest difference is the farthest either way, and a lone source differs from nobody', () => {
  const gold = aSeries('gold', AT, [2.5, -7.1, null]);
  const silver = aSeries('silver', AT, [900]);
  expect(largestDifference(reportOf([gold, silver]))).toEqual({
    source: 'source-1',
    series: 'gold',
    bp: -7.1,
  });
  expect(largestDifference(reportOf([silver]))).toBeNull();
});

test('the newest price is a metal: the exchange rate has hours of its own', () => {
  const later = '2026-11-18T17:00:09.000Z';
  const silver = aSeries('silver', '2026-11-18T17:00:04.000Z', []);
  expect(newestPrice(reportOf([aSeries('gold', AT, []), silver, aSeries('usd-brl', later, [])]))).toBe(
    '2026-11-18T17:00:04.000Z',
  );
  expect(newestPrice(reportOf([]))).toBeNull();
});
