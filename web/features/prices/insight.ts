// Statements about the market, computed from what the charts draw: the distance of gold or silver to its high or low of a
// year, the change over thirty days, and the ratio compared with its average. A high and a change are the chart's (P43).

import type { TradedMetal } from '../../../worker/domain/metals.ts';
import { ratioSeries, type SampleSeries } from '../../../worker/domain/price-series.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import type { ReadySeries } from './series-state.ts';
import { coversRange, summaryOf } from './summary.ts';

/** The distance to the highest or lowest price below which the insight mentions it, in percent of that price. */
const NEAR_PERCENT = 1;
/** The day from which a year is counted may follow a weekend with a holiday. */
const MISSING_MS = 5 * DAY_MS;
/** Highs, lows and averages of fewer points mean nothing. */
const LEAST_MS = 90 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

export type Edge = {
  readonly metal: TradedMetal;
  readonly which: 'high' | 'low';
  readonly of: ReadySeries['extremesAreOf'];
  /** The time and price of the edge, in the currency of the series. */
  readonly at: number;
  readonly cents: number;
  /** 0 at the edge itself. */
  readonly distancePercent: number;
};

export type Insight = {
  /** The newest price of the computation. */
  readonly asOf: number;
  readonly simulated: boolean;
  readonly edge: Edge | null;
  /** Percent over 30 days, in the currency of the series. */
  readonly month: Readonly<Record<TradedMetal, number>> | null;
  readonly ratio: { readonly now: number; readonly average: number } | null;
  /** The start of the highs, lows and averages; null means a year. */
  readonly since: number | null;
};

type Metals = Readonly<Record<TradedMetal, ReadySeries>>;

/** From the charts' own series of a year and of thirty days; null when too few prices are stored. */
export function insightOf(year: Metals, month: Metals | null): Insight | null {
  if (year.gold.origin.simulated !== year.silver.origin.simulated) return null;
  const ends = [year.gold, year.silver].map(({ samples }) => samples.at(-1)?.at ?? 0);
  const starts = [year.gold, year.silver].map(({ samples }) => samples[0]?.at ?? 0);
  const [asOf, start] = [Math.max(...ends), Math.max(...starts)];
  const long = asOf - start >= LEAST_MS;
  const edge = long ? nearestEdge(year) : null;
  const changes = month === null ? null : monthOf(month);
  const ratio = long ? ratioOf(year) : null;
  if (edge === null && changes === null && ratio === null) return null;
  const full = asOf - start >= YEAR_MS - MISSING_MS;
  const { simulated } = year.gold.origin;
  return { asOf, simulated, edge, month: changes, ratio, since: full ? null : start };
}

/** The nearest of the four edges, if one is near. */
function nearestEdge(year: Metals): Edge | null {
  const edges = (['gold', 'silver'] as const).flatMap((metal) =>
    (['high', 'low'] as const).map((which) => edgeOf(metal, which, year[metal])),
  );
  const near = edges.filter(({ distancePercent }) => distancePercent <= NEAR_PERCENT);
  return near.toSorted((a, b) => a.distancePercent - b.distancePercent)[0] ?? null;
}

function edgeOf(metal: TradedMetal, which: Edge['which'], series: ReadySeries): Edge {
  const { at, value } = series.extremes[which];
  const now = series.samples.at(-1)?.value ?? value;
  return {
    metal,
    which,
    of: series.extremesAreOf,
    at,
    cents: value,
    distancePercent: (Math.abs(value - now) / value) * 100,
  };
}

/** As the head of each chart says it for thirty days; where prices do not reach back so far, nothing is said. */
function monthOf(month: Metals): Insight['month'] {
  const changeOf = (series: ReadySeries) =>
    coversRange('1M', series.samples) ? (summaryOf(series)?.changePercent ?? null) : null;
  const [gold, silver] = [changeOf(month.gold), changeOf(month.silver)];
  return gold === null || silver === null ? null : { gold, silver };
}

function ratioOf({ gold, silver }: Metals): Insight['ratio'] {
  const ratios = ratioSeries(dollarsOf(gold), dollarsOf(silver)).map(({ value }) => value);
  const now = ratios.at(-1);
  if (now === undefined) return null;
  return { now, average: ratios.reduce((sum, value) => sum + value, 0) / ratios.length };
}

function dollarsOf({ samples, dollars, origin }: ReadySeries): SampleSeries {
  return { resolution: origin.resolution, samples: dollars ?? samples };
}
