import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUOTABLE_AGE_MS } from '../../../worker/domain/limits.ts';
import {
  areApart,
  differenceBp,
  isFresh,
  isJump,
  median,
  middle,
  observedAt,
  rejectionOf,
  scaledDecimal,
} from '../../../worker/domain/price-rules.ts';
import { anObservation, NOW } from './observations.ts';

const DECIMALS: readonly [string, number, number | null][] = [
  ['4392.0', 2, 439_200],
  ['4389.049', 2, 438_905],
  ['4389.0449999', 2, 438_904],
  ['1.005', 2, 101],
  ['0.285', 2, 29],
  ['58', 2, 5_800],
  ['4.9976', 4, 49_976],
  ['5.34485', 4, 53_449],
  ['0', 2, 0],
  ['999999999.999', 2, 100_000_000_000],
  ['-1', 2, null],
  ['+1', 2, null],
  ['1e3', 2, null],
  ['NaN', 2, null],
  ['Infinity', 2, null],
  ['', 2, null],
  ['1.', 2, null],
  ['.5', 2, null],
  ['1,5', 2, null],
  [' 1', 2, null],
  ['1234567890', 2, null],
  ['0x10', 2, null],
];
test.each(DECIMALS)('decimal text %s at %i decimals is %s', (text, decimals, expected) => {
  expect(scaledDecimal(text, decimals)).toBe(expected);
});

test('every amount of cents survives being written as a decimal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      expect(scaledDecimal((cents / 100).toFixed(2), 2)).toBe(cents);
    }),
  );
});

const REJECTED: readonly [string, Parameters<typeof anObservation>[0], string][] = [
  ['a fraction of a cent', { mid: 438_900.5 }, 'not-an-integer'],
  ['not a number', { mid: Number.NaN }, 'not-an-integer'],
  ['infinite', { mid: Number.POSITIVE_INFINITY }, 'not-an-integer'],
  ['zero', { mid: 0 }, 'not-positive'],
  ['negative', { mid: -438_900 }, 'not-positive'],
  ['a negative bid', { bid: -1, ask: 438_950 }, 'not-positive'],
  ['a negative ask', { ask: -1 }, 'not-positive'],
  ['a fraction of a bid', { bid: 438_850.5 }, 'not-an-integer'],
  ['a fraction of an ask', { ask: 438_950.5 }, 'not-an-integer'],
  ['bid above ask', { bid: 438_950, ask: 438_850 }, 'inverted'],
  ['middle below the bid', { bid: 438_950, ask: 439_000 }, 'inverted'],
  ['a mid below its bid, without an ask', { bid: 438_901 }, 'inverted'],
  ['a mid above its ask, without a bid', { ask: 438_899 }, 'inverted'],
  ['a hundred times gold', { mid: 43_890_000 }, 'implausible'],
  ['a hundredth of gold', { mid: 4_389 }, 'implausible'],
  ['a hundred times silver', { series: 'silver', mid: 580_000 }, 'implausible'],
  ['a cent above the band', { mid: 4_000_001 }, 'implausible'],
  ['a cent below the band', { mid: 19_999 }, 'implausible'],
  ['too dear for silver', { series: 'silver', mid: 60_001 }, 'implausible'],
  ['too cheap for silver', { series: 'silver', mid: 299 }, 'implausible'],
  ['too dear for platinum', { series: 'platinum', mid: 1_500_001 }, 'implausible'],
  ['too cheap for platinum', { series: 'platinum', mid: 9_999 }, 'implausible'],
  ['too dear for palladium', { series: 'palladium', mid: 1_500_001 }, 'implausible'],
  ['too cheap for palladium', { series: 'palladium', mid: 9_999 }, 'implausible'],
  ['too dear for a dollar', { series: 'usd-brl', mid: 300_001 }, 'implausible'],
  ['too cheap for a dollar', { series: 'usd-brl', mid: 9_999 }, 'implausible'],
  ['a minute and a millisecond ahead', { sourceAt: NOW + 60_001 }, 'from-the-future'],
  ['a millisecond more than a week ago', { sourceAt: NOW - 7 * 86_400_000 - 1 }, 'too-old'],
  ['next year', { sourceAt: NOW + 365 * 86_400_000 }, 'from-the-future'],
  ['two minutes ahead', { sourceAt: NOW + 120_000 }, 'from-the-future'],
  ['last year', { sourceAt: NOW - 365 * 86_400_000 }, 'too-old'],
  ['no time at all', { sourceAt: Number.NaN }, 'from-the-future'],
];
test.each(REJECTED)('an observation is refused: %s', (_, over, reason) => {
  expect(rejectionOf(anObservation(over), NOW)).toBe(reason);
});

const BELIEVED: readonly [string, Parameters<typeof anObservation>[0]][] = [
  ['a mid alone', {}],
  ['bid, mid and ask', { bid: 438_850, ask: 438_950 }],
  ['all three the same', { bid: 438_900, ask: 438_900 }],
  ['a clock 30 s ahead', { sourceAt: NOW + 30_000 }],
  ['last Friday, on a Monday', { sourceAt: NOW - 3 * 86_400_000 }],
  ['the top of the band', { mid: 4_000_000 }],
  ['the bottom of the band', { mid: 20_000 }],
  ['a clock a minute ahead', { sourceAt: NOW + 60_000 }],
  ['a week ago', { sourceAt: NOW - 7 * 86_400_000 }],
  ['the dollar in reais', { series: 'usd-brl', mid: 53_400 }],
];
test.each(BELIEVED)('an observation is sound: %s', (_, over) => {
  expect(rejectionOf(anObservation(over), NOW)).toBeNull();
});

test('the median of an even number is the middle of two, half a cent up', () => {
  expect(median([3])).toBe(3);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([100, 9, 10])).toBe(10);
  expect(median([100, 101])).toBe(101);
  expect(median([2, 1, 100, 3])).toBe(3);
  expect(() => median([])).toThrow('median of nothing');
  expect(middle(100, 101)).toBe(101);
});

test('ten per cent is not a jump, a cent more is', () => {
  expect(isJump(100_000, 110_000)).toBe(false);
  expect(isJump(100_000, 110_001)).toBe(true);
  expect(isJump(100_000, 90_000)).toBe(false);
  expect(isJump(100_000, 89_999)).toBe(true);
});

test('sources are apart by more than a per cent of the lowest, however many they are', () => {
  expect(areApart([10_100, 10_000, 10_050])).toBe(false);
  expect(areApart([10_050, 10_101, 10_000])).toBe(true);
  expect(areApart([10_000])).toBe(false);
});

test('a difference is in basis points with one decimal, below as above', () => {
  expect([101, 99, 100].map((value) => differenceBp(value, 100))).toEqual([100, -100, 0]);
  expect([438_900, 439_000].map((value) => differenceBp(value, 438_938))).toEqual([-0.9, 1.4]);
});

test('a price is fresh as long as it may be quoted, and of two clocks the earlier counts', () => {
  expect([NOW - QUOTABLE_AGE_MS, NOW - QUOTABLE_AGE_MS - 1].map((at) => isFresh(at, NOW))).toEqual([
    true,
    false,
  ]);
  expect(observedAt(anObservation({ sourceAt: NOW - 5, receivedAt: NOW }))).toBe(NOW - 5);
  expect(observedAt(anObservation({ sourceAt: NOW + 5, receivedAt: NOW }))).toBe(NOW);
});
