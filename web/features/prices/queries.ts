import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import type { HistoryRange } from '../../../worker/contract/prices.ts';
import type { Metal } from '../../../worker/domain/metals.ts';

const HISTORY_FRESH_MS = 10 * 60_000;

const History = v.object({ points: v.array(v.object({ at: v.string(), priceCents: v.number() })) });

function priceHistoryQuery(metal: Metal, range: HistoryRange) {
  return queryOptions({
    queryKey: queryKeys.priceHistory(metal, range),
    // Never aborted: the panel moves from the loading page to the full one while the answer is under way.
    queryFn: () =>
      receive(History, api.prices[':metal'].history.$get({ param: { metal }, query: { range } })),
    staleTime: HISTORY_FRESH_MS,
  });
}

/** As many points as a line of 76 pixels can show. */
const SPARK_POINTS = 60;

/** The last seven days of a metal as a thin line; empty until it is known, and when it is not. */
export function useSparkline(metal: Metal): readonly number[] {
  const { data } = useQuery(priceHistoryQuery(metal, '7D'));
  return data === undefined
    ? []
    : thinned(
        data.points.map((point) => point.priceCents),
        SPARK_POINTS,
      );
}

/** Evenly chosen values, the first and the last among them. */
export function thinned(values: readonly number[], most: number): readonly number[] {
  if (values.length <= most) return values;
  const step = (values.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => values[Math.round(i * step)] ?? 0);
}
