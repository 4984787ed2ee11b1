// Whether two lists of times differ: the rank test of Mann and Whitney, which asks nothing of how times are distributed.

import { median } from '../bench/statistics.ts';

export type Compared = {
  /** How often one of the first is above one of the second: 0.5 is no difference. */
  readonly above: number;
  /** Of the medians. */
  readonly differenceMs: number;
  /** How likely ranks so far apart are where there is no difference. */
  readonly p: number;
};

export function compared(first: readonly number[], second: readonly number[]): Compared {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ];
  const sorted = all.toSorted((a, b) => a.value - b.value);
  let [rankSum, ties] = [0, 0];
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (sorted[to]?.value === sorted[from]?.value) to += 1;
    // Equal values share the mean of their ranks.
    const rank = (from + 1 + to) / 2;
    rankSum += rank * sorted.slice(from, to).filter(({ isFirst }) => isFirst).length;
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const [n, m] = [first.length, second.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (n + m + 1 - ties / ((n + m) * (n + m - 1)));
  const z = variance === 0 ? 0 : (Math.abs(u - (n * m) / 2) - 0.5) / Math.sqrt(variance);
  return {
    above: u / (n * m),
    differenceMs: median(first) - median(second),
    p: Math.min(1, twoSided(Math.max(0, z))),
  };
}

/** The normal distribution beyond z on both sides (Numerical Recipes' erfc, right to seven digits of its size). */
function twoSided(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const terms = [
    -1.265_512_23, 1.000_023_68, 0.374_091_96, 0.096_784_18, -0.186_288_06, 0.278_868_07, -1.135_203_98,
    1.488_515_87, -0.822_152_23, 0.170_872_77,
  ];
  return t * Math.exp(-x * x + terms.reduceRight((sum, term) => term + t * sum, 0));
}
