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
import {
  closesOf,
  extremesOf,
  inReais,
  type Sample,
  type SampleSeries,
  withLive,
} from '../../../worker/domain/price-series.ts';
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
  const part = RECENT[range];
  const prices = useQuery({ ...priceHistoryQuery(metal, range), enabled: wanted });
  const rates = useQuery({ ...rateHistoryQuery(range), enabled: wanted && reais });
  const recentPrices = useQuery({ ...priceHistoryQuery(metal, part ?? range), enabled: wanted });
  const recentRates = useQuery({ ...rateHistoryQuery(part ?? range), enabled: wanted && reais });
  const live = usePrices().data;
  const history = prices.data;
  const fx = reais ? rates.data : null;
  const recent = recentPrices.data;
  const recentFx = reais ? recentRates.data : null;
  const series = useMemo(() => {
    if (history === undefined || fx === undefined || recent === undefined || recentFx === undefined) {
      return null;
    }
    return priceSeries(history, fx, live, part === null ? null : { history: recent, fx: recentFx });
  }, [history, fx, live, part, recent, recentFx]);
  const asked = reais ? [prices, rates, recentPrices, recentRates] : [prices, recentPrices];
  return together(asked) ?? series ?? { status: 'waiting' };
}

/**
 * The range whose closes count in the highs and lows of a longer one: everything stored is drawn from weeks or longer, and the
 * highest close of a year may lie within a week (P43).
 */
export const RECENT: Readonly<Record<HistoryRange, HistoryRange | null>> = {
  '7D': null,
  '1M': null,
  '3M': null,
  '1Y': null,
  ALL: '1Y',
};

/** A history and, for reais, the exchange rates of its range. */
export type Priced = { readonly history: PriceHistory; readonly fx: FxHistory | null };

/** `fx` null: in dollars. The live price is added only to prices of its own kind: simulated and real prices never mix. */
export function priceSeries(
  history: PriceHistory,
  fx: FxHistory | null,
  live: PriceSnapshot | undefined,
  recent: Priced | null = null,
): SeriesState {
  const { resolution, kind, sources } = history;
  const dollars = upToNow(history, live).samples;
  if (resolution === null || dollars.length < 2) return { status: 'empty', lacks: 'prices' };
  const origin = { resolution, simulated: kind === 'simulated', sources, rates: null };
  if (fx === null) {
    const seen = [
      ...dollars,
      ...seenWithin(history, live),
      ...(recent === null ? [] : seenWithin(recent.history, live)),
    ];
    const extremes = extremesOf(seen);
    if (extremes === null) return { status: 'empty', lacks: 'prices' };
    return { status: 'ready', samples: dollars, dollars: null, origin, extremes, extremesAreOf: 'prices' };
  }
  const samples = inReais(dollars, ratesUpToNow(fx, live));
  const extremes = extremesOf([
    ...closesInReais(history, fx, live),
    ...(recent === null || recent.fx === null ? [] : closesInReais(recent.history, recent.fx, live)),
  ]);
  const [first, begin] = [samples[0], dollars[0]];
  if (first === undefined || begin === undefined || extremes === null || samples.length < 2) {
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
    extremes,
    extremesAreOf: 'closes',
  };
}

export function upToNow(history: PriceHistory, live: PriceSnapshot | undefined): SampleSeries {
  const stored = samplesOf(history, (point) => point.priceCents);
  return { ...stored, samples: withLive(stored, liveSample(history, live)) };
}

function ratesUpToNow(fx: FxHistory, live: PriceSnapshot | undefined): SampleSeries {
  const rates = samplesOf(fx, (point) => point.rateE4);
  const now = live?.fx ?? null;
  return {
    ...rates,
    samples: withLive(rates, now === null ? null : { at: Date.parse(now.asOf), value: now.usdBrlE4 }),
  };
}

function closesInReais(
  history: PriceHistory,
  fx: FxHistory,
  live: PriceSnapshot | undefined,
): readonly Sample[] {
  return inReais(closesOf(upToNow(history, live)).samples, closesOf(ratesUpToNow(fx, live)));
}

/** The highest and lowest stored price of a range, and those of the last day, which are newer than the stored ones. */
function seenWithin(
  { metal, kind, high, low }: PriceHistory,
  live: PriceSnapshot | undefined,
): readonly Sample[] {
  const stored = [high, low].flatMap((point) =>
    point === null ? [] : [{ at: Date.parse(point.at), value: point.priceCents }],
  );
  const price = live?.source.kind === kind ? live.prices.find((one) => one.metal === metal) : undefined;
  if (price === undefined) return stored;
  const day = [price.high24hCents, price.low24hCents].flatMap((value) =>
    value === null ? [] : [{ at: Date.parse(price.asOf), value }],
  );
  // The stored price of a moment comes last: of equal prices it says when it was.
  return [...day, ...stored];
}

function liveSample(
  { metal, kind }: Pick<PriceHistory, 'metal' | 'kind'>,
  live: PriceSnapshot | undefined,
): Sample | null {
  if (live === undefined || live.source.kind !== kind) return null;
  const price = live.prices.find((one) => one.metal === metal);
  return price === undefined ? null : { at: Date.parse(price.asOf), value: price.priceCents };
}
