import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import type { Currency } from '../../i18n/format.ts';
import { rateHistoryQuery } from '../../live/history-query.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { type HistorySource, portfolioHistoryQuery } from './value-history-query.ts';
import { type LiveValue, type ValueSeries, valueSeries } from './value-series.ts';

export type SeriesState =
  | ValueSeries
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly retry: () => void; readonly retrying: boolean };

/** `valueCents`: the total at the live price, null while unknown. */
export function useValueSeries(
  range: HistoryRange,
  currency: Currency,
  valueCents: number | null,
  wanted: boolean,
  source?: HistorySource,
): SeriesState {
  const reais = currency === 'BRL';
  const values = useQuery({ ...portfolioHistoryQuery(range, source), enabled: wanted });
  const rates = useQuery({ ...rateHistoryQuery(range), enabled: wanted && reais });
  const prices = usePrices().data;
  const live = useMemo((): LiveValue | null => {
    if (valueCents === null || prices === undefined || prices.asOf === null) return null;
    return { at: Date.parse(prices.asOf), valueCents, kind: prices.source.kind };
  }, [valueCents, prices]);
  const fx = prices?.fx ?? null;
  const history = values.data;
  const stored = reais ? rates.data : null;
  const series = useMemo(() => {
    if (history === undefined || stored === undefined) return null;
    const now = fx === null ? null : { at: Date.parse(fx.asOf), value: fx.usdBrlE4 };
    return valueSeries(history, stored === null ? null : { history: stored, now }, live);
  }, [history, stored, fx, live]);
  const failed = [values, ...(reais ? [rates] : [])].filter(
    (query) => query.isError && query.data === undefined,
  );
  if (failed.length > 0) {
    return {
      status: 'failed',
      retry: () => failed.forEach((query) => void query.refetch()),
      retrying: failed.some((query) => query.isFetching),
    };
  }
  return series ?? { status: 'waiting' };
}
