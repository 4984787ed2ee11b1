import type { HistorySource } from '../../../worker/contract/prices.ts';
import type { Resolution } from '../../../worker/domain/history-ranges.ts';
import type { Extremes, Sample, SampleSeries } from '../../../worker/domain/price-series.ts';
import type { PendingSeries } from '../../ui/chart/pending-series.ts';

/** Where the drawn values come from. */
export type Origin = {
  readonly resolution: Resolution;
  readonly simulated: boolean;
  readonly sources: readonly HistorySource[];
  /** In reais: the sources of the exchange rates, and their first time if it is later than that of the prices. */
  readonly rates: { readonly sources: readonly HistorySource[]; readonly since: number | null } | null;
};

export type ReadySeries = {
  readonly status: 'ready';
  readonly samples: readonly Sample[];
  readonly origin: Origin;
  /** The same times in dollars, beside reais. */
  readonly dollars: readonly Sample[] | null;
  /**
   * The highest and the lowest of the range (P43): in dollars of all prices within it, otherwise of its closes, because
   * nobody knows what the other side was at the moment of a high.
   */
  readonly extremes: Extremes;
  readonly extremesAreOf: 'prices' | 'closes';
};

export type SeriesState =
  | PendingSeries
  /** The range has no stored prices; `rates`: it has prices, but no exchange rate for reais. */
  | { readonly status: 'empty'; readonly lacks: 'prices' | 'rates' }
  | ReadySeries;

type Reply<Point> = {
  readonly resolution: Resolution | null;
  readonly points: readonly Point[];
};

/** A history reply as samples: times as epoch milliseconds, one value each. */
export function samplesOf<Point extends { readonly at: string }>(
  reply: Reply<Point>,
  valueOf: (point: Point) => number,
): SampleSeries {
  return {
    resolution: reply.resolution,
    samples: reply.points.map((point) => ({ at: Date.parse(point.at), value: valueOf(point) })),
  };
}
