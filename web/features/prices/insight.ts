// Statements about the market, computed from the stored prices of a year: the distance of gold or silver to its high or
// low, the change over a month, and the ratio compared with its average.

import type { PriceHistory } from '../../../worker/contract/prices.ts';
import { PERIOD_MS, type Resolution } from '../../../worker/domain/history-ranges.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import { type Sample, ratioSeries } from '../../../worker/domain/price-series.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

/** The distance to the highest or lowest price below which the insight mentions it, in percent of that price. */
const NEAR_PERCENT = 1;
const MONTH_MS = 30 * DAY_MS;
/** The day from which a month is counted may follow a weekend with a holiday. */
const MISSING_MS = 5 * DAY_MS;
/** Highs, lows and averages of fewer points mean nothing. */
const LEAST_MS = 90 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

export type Edge = {
  readonly metal: TradedMetal;
  readonly which: 'high' | 'low';
  /** The time and price of the edge. */
  readonly at: number;
  readonly priceCents: number;
  /** 0 at the edge itself. */
  readonly distancePercent: number;
};

export type Insight = {
  /** The newest price of the computation. */
  readonly asOf: number;
  readonly simulated: boolean;
  readonly edge: Edge | null;
  /** Percent over 30 days. */
  readonly month: Readonly<Record<TradedMetal, number>> | null;
  readonly ratio: { readonly now: number; readonly average: number } | null;
  /** The start of the highs, lows and averages; null means a year. */
  readonly since: number | null;
};

type Series = { readonly resolution: Resolution; readonly samples: readonly Sample[] };

/** Null when too few prices are stored. */
export function insightOf(gold: PriceHistory, silver: PriceHistory): Insight | null {
  const series = { gold: seriesOf(gold), silver: seriesOf(silver) };
  if (series.gold === null || series.silver === null || gold.kind !== silver.kind) return null;
  const known = { gold: series.gold, silver: series.silver };
  const ends = [known.gold, known.silver].map(({ samples }) => samples.at(-1)?.at ?? 0);
  const starts = [known.gold, known.silver].map(({ samples }) => samples[0]?.at ?? 0);
  const [asOf, start] = [Math.max(...ends), Math.max(...starts)];
  const long = asOf - start >= LEAST_MS;
  const edge = long ? nearestEdge(known) : null;
  const month = monthOf(known);
  const ratio = long ? ratioOf(known) : null;
  if (edge === null && month === null && ratio === null) return null;
  const full = asOf - start >= YEAR_MS - MISSING_MS;
  return { asOf, simulated: gold.kind === 'simulated', edge, month, ratio, since: full ? null : start };
}

function seriesOf({ resolution, points }: PriceHistory): Series | null {
  if (resolution === null || points.length < 2) return null;
  return {
    resolution,
    samples: points.map(({ at, priceCents }) => ({ at: Date.parse(at), value: priceCents })),
  };
}

type Known = Readonly<Record<TradedMetal, Series>>;

/** The nearest of the four edges, if one is near. */
function nearestEdge(known: Known): Edge | null {
  const edges = (['gold', 'silver'] as const).flatMap((metal) =>
    (['high', 'low'] as const).map((which) => edgeOf(metal, which, known[metal].samples)),
  );
  const near = edges.filter(({ distancePercent }) => distancePercent <= NEAR_PERCENT);
  return near.toSorted((a, b) => a.distancePercent - b.distancePercent)[0] ?? null;
}

function edgeOf(metal: TradedMetal, which: Edge['which'], samples: readonly Sample[]): Edge {
  const farther = (a: Sample, b: Sample) => (which === 'high' ? b.value >= a.value : b.value <= a.value);
  const edge = samples.reduce((best, sample) => (farther(best, sample) ? sample : best));
  const now = samples.at(-1)?.value ?? edge.value;
  return {
    metal,
    which,
    at: edge.at,
    priceCents: edge.value,
    distancePercent: (Math.abs(edge.value - now) / edge.value) * 100,
  };
}

function monthOf(known: Known): Insight['month'] {
  const [gold, silver] = [monthChange(known.gold), monthChange(known.silver)];
  return gold === null || silver === null ? null : { gold, silver };
}

function monthChange({ resolution, samples }: Series): number | null {
  const end = samples.at(-1);
  if (end === undefined) return null;
  const from = end.at - MONTH_MS;
  const before = samples.findLast(({ at }) => at <= from);
  if (before === undefined || before.at < from - MISSING_MS - PERIOD_MS[resolution]) return null;
  return (end.value / before.value - 1) * 100;
}

function ratioOf({ gold, silver }: Known): Insight['ratio'] {
  const ratios = ratioSeries(gold, silver).map(({ value }) => value);
  const now = ratios.at(-1);
  if (now === undefined) return null;
  return { now, average: ratios.reduce((sum, value) => sum + value, 0) / ratios.length };
}
