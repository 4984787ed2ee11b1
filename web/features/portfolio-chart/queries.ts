import { queryOptions } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { PortfolioHistory } from '../../../worker/contract/portfolio-history.ts';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';

/** The value of this moment is added by the live price; a movement of money makes it read again at once. */
const FRESH_MS = 5 * 60_000;

export function portfolioHistoryQuery(range: HistoryRange) {
  return queryOptions({
    queryKey: queryKeys.portfolioHistory(range),
    queryFn: () => receive(PortfolioHistory, api.portfolio.history.$get({ query: { range } })),
    staleTime: FRESH_MS,
  });
}
