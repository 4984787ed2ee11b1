import type * as v from 'valibot';
import { FxHistory, PriceHistory, type HistoryRange } from '../../worker/contract/prices.ts';
import type { Metal } from '../../worker/domain/metals.ts';
import { api, receive } from '../api/client.ts';

export function fetchPriceHistory(
  metal: Metal,
  range: HistoryRange,
): Promise<v.InferOutput<typeof PriceHistory>> {
  return receive(PriceHistory, api.prices[':metal'].history.$get({ param: { metal }, query: { range } }));
}

export function fetchRateHistory(range: HistoryRange): Promise<v.InferOutput<typeof FxHistory>> {
  return receive(FxHistory, api.prices['usd-brl'].history.$get({ query: { range } }));
}
