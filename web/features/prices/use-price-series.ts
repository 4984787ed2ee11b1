// The values of a price chart: stored prices up to the live one, in dollars or in reais at the rate of each day.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type {
  FxHistory,
  HistoryRange,
  PriceHistory,
  PriceSnapshot,
} from '../../../worker/contract/prices.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import { inReais, type Sample, withLive } from '../../../worker/domain/price-series.ts';
import type { Currency } from '../../i18n/format.ts';
import { priceHistoryQuery, rateHistoryQuery } from '../../live/history-query.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { together } from '../../ui/chart/pending-series.ts';
import { samplesOf, type SeriesState } from './series-state.ts';

export function usePriceSeries(
  metal: Metal,
  range: HistoryRange,
  currency: Currency,
  wanted: boolean,
): SeriesState {
  const reais = currency === 'BRL';
  const prices = useQuery({ ...priceHistoryQuery(metal, range), enabled: wanted });
  const rates = useQuery({ ...rateHistoryQuery(range), enabled: wanted && reais });
  const live = usePrices().data;
  const history = prices.data;
  const fx = reais ? rates.data : null;
  const series = useMemo(
    () => (history === undefined || fx === undefined ? null : priceSeries(history, fx, live)),
    [history, fx, live],
  );
  return together(reais ? [prices, rates] : [prices]) ?? series ?? { status: 'waiting' };
}

/** `fx` null: in dollars. The live price is added only to prices of its own kind: simulated and real prices never mix. */
export function priceSeries(
  history: PriceHistory,
  fx: FxHistory | null,
  live: PriceSnapshot | undefined,
): SeriesState {
  const { resolution, kind, sources } = history;
  const stored = samplesOf(history, (point) => point.priceCents);
  const dollars = withLive(stored, liveSample(history, live));
  if (resolution === null || dollars.length < 2) return { status: 'empty', lacks: 'prices' };
  const origin = { resolution, simulated: kind === 'simulated', sources, rates: null };
  if (fx === null) return { status: 'ready', samples: dollars, dollars: null, origin };

  const rates = samplesOf(fx, (point) => point.rateE4);
  const now = live?.fx ?? null;
  const upToNow = withLive(rates, now === null ? null : { at: Date.parse(now.asOf), value: now.usdBrlE4 });
  const samples = inReais(dollars, { ...rates, samples: upToNow });
  const [first, begin] = [samples[0], dollars[0]];
  if (first === undefined || begin === undefined || samples.length < 2) {
    return { status: 'empty', lacks: 'rates' };
  }
  return {
    status: 'ready',
    samples,
    dollars: dollars.slice(-samples.length),
    origin: {
      ...origin,
      rates: { sources: fx.sources, since: first.at > begin.at ? first.at : null },
    },
  };
}

export function liveSample(
  { metal, kind }: Pick<PriceHistory, 'metal' | 'kind'>,
  live: PriceSnapshot | undefined,
): Sample | null {
  if (live === undefined || live.source.kind !== kind) return null;
  const price = live.prices.find((one) => one.metal === metal);
  return price === undefined ? null : { at: Date.parse(price.asOf), value: price.priceCents };
}
