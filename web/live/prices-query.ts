// The one entry of the query cache that holds live prices. Fed by the boot block, the socket and the poll.

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { queryKeys } from '../api/keys.ts';
import { newerOf } from './frame-order.ts';

/** The boot block spares most pages this request, so its code comes only when it is made. */
const fetchPrices = async () => (await import('./fetch-prices.ts')).fetchPrices();

export const pricesQuery = queryOptions({
  queryKey: queryKeys.prices,
  queryFn: async ({ client }) => newerOf(client.getQueryData(queryKeys.prices), await fetchPrices()),
  // The socket keeps this fresh and the poll takes over when it cannot: no timer of the cache's own.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 2,
});

export function seedPrices(client: QueryClient, prices: PriceSnapshot | null): void {
  if (prices !== null) client.setQueryData(pricesQuery.queryKey, prices);
}
