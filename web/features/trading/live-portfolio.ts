import { useMemo } from 'react';
import { usePrices } from '../../live/live-prices.tsx';
import { type PortfolioSource, usePortfolio } from './portfolio-query.ts';
import { type LivePortfolio, revalue } from './revalue.ts';

export type PortfolioState = {
  /** What is owned, at the price of this moment; undefined until it is known. */
  readonly live: LivePortfolio | undefined;
  readonly usdBrlE4: number | null;
  /** The last attempt to read it failed. */
  readonly failed: boolean;
  readonly retrying: boolean;
  /** When the shown figures were read, in epoch ms. */
  readonly readAt: number;
  readonly retry: () => void;
};

/** Before it is known who is here. */
export const LOADING_PORTFOLIO: PortfolioState = {
  live: undefined,
  usdBrlE4: null,
  failed: false,
  retrying: true,
  readAt: 0,
  retry: () => undefined,
};

export function useLivePortfolio(source?: PortfolioSource): PortfolioState {
  const portfolio = usePortfolio(source);
  const prices = usePrices().data;
  const { data } = portfolio;
  const live = useMemo(() => (data === undefined ? undefined : revalue(data, prices)), [data, prices]);
  return {
    live,
    usdBrlE4: prices?.fx?.usdBrlE4 ?? null,
    failed: portfolio.isError,
    retrying: portfolio.isFetching,
    readAt: portfolio.dataUpdatedAt,
    retry: () => void portfolio.refetch(),
  };
}
