// Stored prices and exchange rates for charts and sparklines. The requests are never aborted: a chart may be replaced by
// another one that waits for the same reply.

import { queryOptions } from '@tanstack/react-query';
import type { HistoryRange } from '../../worker/contract/prices.ts';
import type { Metal } from '../../worker/domain/metals.ts';
import { queryKeys } from '../api/keys.ts';
import { receiveLazily } from '../api/lazy-client.ts';

/** Hours and days change slowly, and the charts add the live price by themselves. */
const HISTORY_FRESH_MS = 10 * 60_000;

const schemas = () => import('../../worker/contract/prices.ts');

export function priceHistoryQuery(metal: Metal, range: HistoryRange) {
  return queryOptions({
    queryKey: queryKeys.priceHistory(metal, range),
    queryFn: () =>
      receiveLazily(
        async () => (await schemas()).PriceHistory,
        (api) => api.prices[':metal'].history.$get({ param: { metal }, query: { range } }),
      ),
    staleTime: HISTORY_FRESH_MS,
  });
}

export function rateHistoryQuery(range: HistoryRange) {
  return queryOptions({
    queryKey: queryKeys.priceHistory('usd-brl', range),
    queryFn: () =>
      receiveLazily(
        async () => (await schemas()).FxHistory,
        (api) => api.prices['usd-brl'].history.$get({ query: { range } }),
      ),
    staleTime: HISTORY_FRESH_MS,
  });
}
