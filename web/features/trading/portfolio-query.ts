import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { Portfolio } from '../../../worker/contract/portfolio.ts';

/** A deposit settles without this page's doing, so the account is read again now and then. */
const REFETCH_MS = 60_000;

/** Whose portfolio: one's own, or another's for an operator. */
export type PortfolioSource = {
  readonly key: readonly unknown[];
  readonly read: () => Promise<Portfolio>;
};

const OWN: PortfolioSource = {
  key: queryKeys.portfolio,
  read: () => receive(Portfolio, api.portfolio.$get()),
};

function queryOf({ key, read }: PortfolioSource) {
  return queryOptions({ queryKey: key, queryFn: read, refetchInterval: REFETCH_MS });
}

export const portfolioQuery = queryOf(OWN);

export function usePortfolio(source: PortfolioSource = OWN) {
  return useQuery(queryOf(source));
}
