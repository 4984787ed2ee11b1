// The rules of the market tables: shares of a whole and bars to scale.

import type { Part } from './facts.ts';

export type PartRow<Id extends string> = Part<Id> & {
  readonly percent: number;
  /** Width of the bar, as a percentage of the widest one. */
  readonly scale: number;
};

/** Each part's share of the published total, and its bar against the largest part. */
export function partRows<Id extends string>(parts: readonly Part<Id>[], total: number): PartRow<Id>[] {
  const widest = Math.max(...parts.map(({ value }) => value));
  return parts.map((part) => ({
    ...part,
    percent: (part.value / total) * 100,
    scale: (part.value / widest) * 100,
  }));
}

/** The sum of the parts that are not slices of another part. */
export function sumOfParts(parts: readonly Part<string>[]): number {
  return parts.reduce((sum, part) => (part.of === undefined ? sum + part.value : sum), 0);
}
