// What the rounds of a bench say together: medians with their ranges, percentiles, and whether two of them differ.

/** A figure with what its rounds lay between; of one round the three are equal. */
export type Spread = { readonly value: number; readonly low: number; readonly high: number };

/** The smallest value that is above `share` of the others; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Of an even number of values, the middle between the two in the middle; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
}

export function spreadOf(rounds: readonly number[]): Spread {
  return { value: median(rounds), low: Math.min(...rounds), high: Math.max(...rounds) };
}

/** Of each round. */
export function percentiles(rounds: readonly (readonly number[])[], share: number): number[] {
  return rounds.map((times) => percentile(times, share));
}

/** A percentile needs many samples: the value is that of all rounds together, the range that of each by itself. */
export function percentileOf(rounds: readonly (readonly number[])[], share: number): Spread {
  return { ...spreadOf(percentiles(rounds, share)), value: percentile(rounds.flat(), share) };
}

/**
 * Each of our rounds has one of theirs before it and one after it, and is compared with their mean: a machine that becomes
 * slower meanwhile is slower for both.
 */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Spread {
  if (theirs.length !== ours.length + 1) throw new Error('each of our rounds stands between two of theirs');
  const at = (index: number) => theirs[index] ?? Number.NaN;
  return spreadOf(ours.map((value, index) => (2 * value) / (at(index) + at(index + 1))));
}

/** Whether two figures differ by more than their rounds do among themselves. */
export function isBeyond(one: Spread, other: Spread): boolean {
  return one.low > other.high || other.low > one.high;
}

export type Point = { readonly x: number; readonly y: number };

/** What each unit of x costs between the two. */
export function slopeOf(near: Point, far: Point): number {
  return (far.y - near.y) / (far.x - near.x);
}
