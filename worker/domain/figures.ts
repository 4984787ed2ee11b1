// Figures over time: what isolates counted, added up; what a minute looked like; and the points of a chart made of minutes. Series are
// named as contract/metrics.ts names them.

import { HOUR_MS, MINUTE_MS } from './time.ts';

/** A timing is its buckets, one by one, and at last the sum of the values. */
export type Counted = {
  readonly counts: Readonly<Record<string, number>>;
  readonly timings: Readonly<Record<string, readonly number[]>>;
};

export const NOTHING_COUNTED: Counted = { counts: {}, timings: {} };

/** A minute: what was counted in it, and what the gauges said at its end. What could not be read is absent, never 0. */
export type Minute = Counted & { readonly at: number; readonly gauges: Readonly<Record<string, number>> };

export function addCounted(a: Counted, b: Counted): Counted {
  return combine(a, b, (x, y) => x + y);
}

/** What `after` has more than `before`; series that did not move are left out. */
export function countedSince(before: Counted, after: Counted): Counted {
  const { counts, timings } = combine(after, before, (x, y) => x - y);
  return {
    counts: Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0)),
    timings: Object.fromEntries(
      Object.entries(timings).filter(([, values]) => values.some((value) => value !== 0)),
    ),
  };
}

function combine(a: Counted, b: Counted, how: (x: number, y: number) => number): Counted {
  const counts: Record<string, number> = { ...a.counts };
  for (const [series, value] of Object.entries(b.counts)) counts[series] = how(counts[series] ?? 0, value);
  const timings: Record<string, readonly number[]> = { ...a.timings };
  for (const [series, values] of Object.entries(b.timings)) {
    const other = timings[series] ?? [];
    const length = Math.max(values.length, other.length);
    timings[series] = Array.from({ length }, (_, index) => how(other[index] ?? 0, values[index] ?? 0));
  }
  return { counts, timings };
}

/** The bound below which this share of the values lies; null without values, and Infinity where they are beyond the last bound. */
export function boundOfShare(
  timing: readonly number[],
  bounds: readonly number[],
  share: number,
): number | null {
  const buckets = timing.slice(0, bounds.length + 1);
  const all = buckets.reduce((sum, value) => sum + value, 0);
  if (all === 0) return null;
  let below = 0;
  for (const [index, value] of buckets.entries()) {
    below += value;
    if (below >= all * share) return bounds[index] ?? Infinity;
  }
  return Infinity;
}

/** How long the periods are that charts show, and the time between two points: 60 and 96 of them. */
export const FIGURE_PERIODS = {
  '1h': { ms: HOUR_MS, stepMs: MINUTE_MS },
  '24h': { ms: 24 * HOUR_MS, stepMs: 15 * MINUTE_MS },
} as const;
export type FigurePeriod = keyof typeof FIGURE_PERIODS;
export const FIGURE_PERIOD_NAMES = Object.keys(FIGURE_PERIODS) as [FigurePeriod, ...FigurePeriod[]];
/** No period is longer. */
export const MINUTES_KEPT_MS = 25 * HOUR_MS;

/** The minutes of each step of the period, in order, the steps without any left out. `at` is the end of a step. */
export function stepsOf(
  minutes: readonly Minute[],
  period: FigurePeriod,
  now: number,
): readonly { readonly at: number; readonly minutes: readonly Minute[] }[] {
  const { ms, stepMs } = FIGURE_PERIODS[period];
  const within = minutes.filter(({ at }) => at > now - ms && at <= now);
  const steps = Map.groupBy(within, ({ at }) => Math.ceil(at / stepMs) * stepMs);
  return [...steps]
    .map(([at, of]) => ({ at: Math.min(at, now), minutes: of }))
    .toSorted((a, b) => a.at - b.at);
}

/** What was counted of these series in the minutes. */
export const countIn = (minutes: readonly Minute[], isOf: (series: string) => boolean): number =>
  minutes.reduce(
    (sum, { counts }) =>
      sum + Object.entries(counts).reduce((of, [series, value]) => of + (isOf(series) ? value : 0), 0),
    0,
  );

/** The highest that any of the series was; null where none was read. */
export function highestIn(minutes: readonly Minute[], series: readonly string[]): number | null {
  const values = minutes.flatMap(({ gauges }) => series.flatMap((name) => gauges[name] ?? []));
  return values.length === 0 ? null : Math.max(...values);
}
