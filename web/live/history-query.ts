// Stored prices and exchange rates for charts and sparklines. Never aborted: a panel may move while its answer is under
// way. The code that asks and checks comes with the first question, not with the page.

import { queryOptions } from '@tanstack/react-query';
import type { HistoryRange } from '../../worker/contract/prices.ts';
import type { Metal } from '../../worker/domain/metals.ts';
import { queryKeys } from '../api/keys.ts';

/** Hours and days change slowly, and the live price is added to them by itself. */
const HISTORY_FRESH_MS = 10 * 60_000;

export function priceHistoryQuery(metal: Metal, range: HistoryRange) {
  return queryOptions({
    queryKey: queryKeys.priceHistory(metal, range),
    queryFn: async () => (await import('./fetch-history.ts')).fetchPriceHistory(metal, range),
    staleTime: HISTORY_FRESH_MS,
  });
}

export function rateHistoryQuery(range: HistoryRange) {
  return queryOptions({
    queryKey: queryKeys.priceHistory('usd-brl', range),
    queryFn: async () => (await import('./fetch-history.ts')).fetchRateHistory(range),
    staleTime: HISTORY_FRESH_MS,
  });
}
