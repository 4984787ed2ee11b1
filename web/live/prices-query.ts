// The one entry of the query cache that holds live prices. Fed by the boot block, the socket and the poll.

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { PriceSnapshot } from '../../worker/contract/prices.ts';
import { queryKeys } from '../api/keys.ts';
import { newerOf } from './frame-order.ts';

/** The specification's limit on a request (second document, section 9). */
const ANSWER_WITHIN_MS = 10_000;

/** Not cut off when a component goes: the next one on the page wants the same prices. */
async function fetchPrices(): Promise<PriceSnapshot> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch('/api/prices', { signal, headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /api/prices answered ${response.status}`);
  return v.parse(PriceSnapshot, await response.json());
}

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
