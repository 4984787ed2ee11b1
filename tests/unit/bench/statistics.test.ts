import { expect, test } from 'vitest';
import {
  isBeyond,
  median,
  percentile,
  percentileOf,
  percentiles,
  ratioOf,
  slopeOf,
  spreadOf,
} from '../../bench/statistics.ts';

const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

test('a percentile is the smallest value above its share of the others, in whatever order they come', () => {
  expect(percentile(hundred.toReversed(), 0.5)).toBe(51);
  expect(percentile(hundred, 0.99)).toBe(100);
  expect(percentile(hundred, 0)).toBe(1);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('a percentile compares numbers, not their texts', () => {
  expect(percentile([10, 9, 100], 0)).toBe(9);
});

test('a median of an even number of rounds is between the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([5])).toBe(5);
  expect(median([])).toBeNaN();
});

test('a spread is the median with the lowest and the highest round', () => {
  expect(spreadOf([30, 10, 20])).toEqual({ value: 20, low: 10, high: 30 });
  expect(spreadOf([5])).toEqual({ value: 5, low: 5, high: 5 });
});

test('a percentile of rounds is that of all calls together, its range that of each round', () => {
  const rounds = [hundred, hundred.map((time) => time + 1000)];
  expect(percentiles(rounds, 0.99)).toEqual([100, 1100]);
  expect(percentileOf(rounds, 0.99)).toEqual({ value: 1099, low: 100, high: 1100 });
});

test('each of our rounds is compared with the mean of theirs before and after it', () => {
  expect(ratioOf([50, 30], [100, 100, 20])).toEqual({ value: 0.5, low: 0.5, high: 0.5 });
  expect(ratioOf([150], [100, 200])).toEqual({ value: 1, low: 1, high: 1 });
});

test('a ratio needs a round of theirs on both sides', () => {
  expect(() => ratioOf([1, 1], [1, 1])).toThrow('between two of theirs');
});

test('two figures differ when their ranges do not touch', () => {
  const figure = (low: number, high: number) => ({ value: (low + high) / 2, low, high });
  expect(isBeyond(figure(1, 2), figure(3, 4))).toBe(true);
  expect(isBeyond(figure(3, 4), figure(1, 2))).toBe(true);
  expect(isBeyond(figure(1, 3), figure(3, 4))).toBe(false);
  expect(isBeyond(figure(1, 9), figure(3, 4))).toBe(false);
});

test('of two crowds, what each socket more costs', () => {
  expect(slopeOf({ x: 1_000, y: 46_000 }, { x: 3_000, y: 98_000 })).toBe(26);
});
