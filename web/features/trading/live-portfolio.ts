import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { usePrices } from '../../live/live-prices.tsx';
import { type LivePortfolio, revalue } from './revalue.ts';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { Portfolio } from '../../../worker/contract/portfolio.ts';

/** A deposit may settle while the page does nothing: the portfolio is refetched at this interval. */
const REFETCH_MS = 60_000;

/** The portfolio of the signed-in customer, or of another one for an operator. */
export type PortfolioSource = {
  readonly key: readonly unknown[];
  readonly read: () => Promise<Portfolio>;
};

export const OWN_PORTFOLIO: PortfolioSource = {
  key: queryKeys.portfolio,
  read: () => receive(Portfolio, api.portfolio.$get()),
};

export type PortfolioState = {
  /** The portfolio at the live price; undefined until it is loaded. */
  readonly live: LivePortfolio | undefined;
  /** The last request failed. */
  readonly failed: boolean;
  readonly retrying: boolean;
  /** When the shown data was loaded, in epoch ms. */
  readonly readAt: number;
  readonly retry: () => void;
};

/** While the session is unknown. */
export const LOADING_PORTFOLIO: PortfolioState = {
  live: undefined,
  failed: false,
  retrying: true,
  readAt: 0,
  retry: () => undefined,
};

export function useLivePortfolio(source: PortfolioSource = OWN_PORTFOLIO): PortfolioState {
  const portfolio = useQuery({ queryKey: source.key, queryFn: source.read, refetchInterval: REFETCH_MS });
  const prices = usePrices().data;
  const { data } = portfolio;
  const live = useMemo(() => (data === undefined ? undefined : revalue(data, prices)), [data, prices]);
  return {
    live,
    failed: portfolio.isError,
    retrying: portfolio.isFetching,
    readAt: portfolio.dataUpdatedAt,
    retry: () => void portfolio.refetch(),
  };
}
