import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PortfolioHistory } from '../../../worker/contract/portfolio-history.ts';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import type { Currency } from '../../i18n/format.ts';
import { rateHistoryQuery } from '../../live/history-query.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { type PendingSeries, together } from '../../ui/chart/pending-series.ts';
import { type LiveValue, type ValueSeries, valueSeries } from './value-series.ts';

/** The live price adds the current value; a transaction invalidates the query. */
const FRESH_MS = 5 * 60_000;

/** The history of the signed-in customer, or of another one for an operator. */
export type HistorySource = {
  readonly key: (range: HistoryRange) => readonly unknown[];
  readonly read: (range: HistoryRange) => Promise<PortfolioHistory>;
};

const OWN: HistorySource = {
  key: queryKeys.portfolioHistory,
  read: (range) => receive(PortfolioHistory, api.portfolio.history.$get({ query: { range } })),
};

function historyQuery(range: HistoryRange, source: HistorySource = OWN) {
  return queryOptions({
    queryKey: source.key(range),
    queryFn: () => source.read(range),
    staleTime: FRESH_MS,
  });
}

/** The total at the live price and the held bonus in it; null while unknown. */
export type Total = { readonly valueCents: number; readonly heldCents: number };

/** `total` null: while it is unknown. */
export function useValueSeries(
  range: HistoryRange,
  currency: Currency,
  total: Total | null,
  wanted: boolean,
  source?: HistorySource,
): ValueSeries | PendingSeries {
  const reais = currency === 'BRL';
  const values = useQuery({ ...historyQuery(range, source), enabled: wanted });
  const rates = useQuery({ ...rateHistoryQuery(range), enabled: wanted && reais });
  const prices = usePrices().data;
  const live = useMemo((): LiveValue | null => {
    if (total === null || prices === undefined || prices.asOf === null) return null;
    return { at: Date.parse(prices.asOf), ...total, kind: prices.source.kind };
  }, [total, prices]);
  const fx = prices?.fx ?? null;
  const history = values.data;
  const stored = reais ? rates.data : null;
  const series = useMemo(() => {
    if (history === undefined || stored === undefined) return null;
    const now = fx === null ? null : { at: Date.parse(fx.asOf), value: fx.usdBrlE4 };
    return valueSeries(history, stored === null ? null : { history: stored, now }, live);
  }, [history, stored, fx, live]);
  return together(reais ? [values, rates] : [values]) ?? series ?? { status: 'waiting' };
}
