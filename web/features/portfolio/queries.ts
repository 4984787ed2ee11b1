import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { Portfolio } from '../../../worker/contract/portfolio.ts';

/** A deposit settles without this page's doing, so the account is read again now and then. */
const REFETCH_MS = 60_000;

export const portfolioQuery = queryOptions({
  queryKey: queryKeys.portfolio,
  queryFn: () => receive(Portfolio, api.portfolio.$get()),
  refetchInterval: REFETCH_MS,
});

export function usePortfolio() {
  return useQuery(portfolioQuery);
}
