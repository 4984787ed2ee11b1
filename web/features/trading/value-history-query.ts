import { queryOptions } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { PortfolioHistory } from '../../../worker/contract/portfolio-history.ts';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';

/** The value of this moment is added by the live price; a movement of money makes it read again at once. */
const FRESH_MS = 5 * 60_000;

/** Whose history: one's own, or another's for an operator. */
export type HistorySource = {
  readonly key: (range: HistoryRange) => readonly unknown[];
  readonly read: (range: HistoryRange) => Promise<PortfolioHistory>;
};

export const OWN_HISTORY: HistorySource = {
  key: queryKeys.portfolioHistory,
  read: (range) => receive(PortfolioHistory, api.portfolio.history.$get({ query: { range } })),
};

export function portfolioHistoryQuery(range: HistoryRange, source: HistorySource = OWN_HISTORY) {
  return queryOptions({
    queryKey: source.key(range),
    queryFn: () => source.read(range),
    staleTime: FRESH_MS,
  });
}
