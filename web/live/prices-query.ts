// The one cache entry for live prices, written by the boot block, the socket and the poll.

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { queryKeys } from '../api/keys.ts';
import { newerOf } from './frame-order.ts';

/** The boot block saves most pages this request, so its code loads only when it is made. */
const fetchPrices = async () => (await import('./price-stream.ts')).fetchPrices();

export const pricesQuery = queryOptions({
  queryKey: queryKeys.prices,
  queryFn: async ({ client }) => newerOf(client.getQueryData(queryKeys.prices), await fetchPrices()),
  // The socket keeps this entry fresh, and the poll while the socket is down: the cache needs no timer of its own.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 2,
});

export function seedPrices(client: QueryClient, prices: PriceSnapshot | null): void {
  if (prices !== null) client.setQueryData(pricesQuery.queryKey, prices);
}
