// Whether a figure rises: the line through its values by least squares, and what its slope lies between.

import type { Point } from '../bench/statistics.ts';

/** In units of y for each unit of x: the slope, and the interval that has the true one in 95 of 100 runs. */
export type Trend = { readonly slope: number; readonly low: number; readonly high: number };

/** With fewer nothing is known of how much the values scatter. */
const POINTS_MIN = 8;

/**
 * Neighbours in time resemble each other: a heap grows until it is collected. So n values count as n (1 - r) / (1 + r), r being how much
 * each resembles the next (Santer et al. 2000, of temperatures); without that the interval would be far too narrow.
 */
export function trendOf(points: readonly Point[]): Trend | null {
  const n = points.length;
  if (n < POINTS_MIN) return null;
  const [x, y] = [meanOf(points.map((point) => point.x)), meanOf(points.map((point) => point.y))];
  const width = sumOf(points.map((point) => (point.x - x) ** 2));
  const slope = sumOf(points.map((point) => (point.x - x) * (point.y - y))) / width;
  const rests = points.map((point) => point.y - y - slope * (point.x - x));
  const square = sumOf(rests.map((rest) => rest ** 2));
  const resemblance =
    square === 0 ? 0 : sumOf(rests.slice(1).map((rest, i) => rest * (rests[i] ?? 0))) / square;
  const counted = Math.max(3, Math.min(n, (n * (1 - resemblance)) / (1 + resemblance)));
  const error = Math.sqrt(square / (counted - 2) / width) * studentOf(counted - 2);
  return { slope, low: slope - error, high: slope + error };
}

/** The 97.5th percentile of Student's distribution (Abramowitz and Stegun 26.7.5); of one degree of freedom it is exact. */
function studentOf(freedom: number): number {
  if (freedom <= 1) return 12.706;
  const z = 1.959_964;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;
