import type { HistorySource } from '../../../worker/contract/prices.ts';
import type { Resolution } from '../../../worker/domain/history-ranges.ts';
import type { Sample, SampleSeries } from '../../../worker/domain/price-series.ts';

/** Where the drawn values come from. */
export type Origin = {
  readonly resolution: Resolution;
  readonly simulated: boolean;
  readonly sources: readonly HistorySource[];
  /** In reais: whose exchange rates, and when they begin if that is after the prices do. */
  readonly rates: { readonly sources: readonly HistorySource[]; readonly since: number | null } | null;
};

export type SeriesState =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly retry: () => void; readonly retrying: boolean }
  /** Nothing stored in the range; `rates`: prices, but no exchange rate to show them in reais. */
  | { readonly status: 'empty'; readonly lacks: 'prices' | 'rates' }
  | {
      readonly status: 'ready';
      readonly samples: readonly Sample[];
      readonly origin: Origin;
      /** The same times in dollars, beside reais. */
      readonly dollars: readonly Sample[] | null;
    };

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

/** Several queries as one: ready when all are, failed when one is. */
export function together(
  queries: readonly {
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly data: unknown;
    readonly refetch: () => unknown;
  }[],
): Exclude<SeriesState, { status: 'ready' | 'empty' }> | null {
  const failed = queries.filter((query) => query.data === undefined && query.isError);
  if (failed.length > 0) {
    return {
      status: 'failed',
      retry: () => failed.forEach((query) => void query.refetch()),
      retrying: failed.some((query) => query.isFetching),
    };
  }
  return queries.some((query) => query.data === undefined) ? { status: 'waiting' } : null;
}
