import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryRange, PriceHistory, PriceSnapshot } from '../../../worker/contract/prices.ts';
import { PERIOD_MS } from '../../../worker/domain/history-ranges.ts';
import { ratioSeries, withLive } from '../../../worker/domain/price-series.ts';
import { priceHistoryQuery } from '../../live/history-query.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { together } from '../../ui/chart/pending-series.ts';
import { samplesOf, type SeriesState } from './series-state.ts';
import { liveSample } from './use-price-series.ts';

export function useRatioSeries(range: HistoryRange, wanted: boolean): SeriesState {
  const gold = useQuery({ ...priceHistoryQuery('gold', range), enabled: wanted });
  const silver = useQuery({ ...priceHistoryQuery('silver', range), enabled: wanted });
  const live = usePrices().data;
  const [upper, lower] = [gold.data, silver.data];
  const series = useMemo(
    () => (upper === undefined || lower === undefined ? null : goldInSilver(upper, lower, live)),
    [upper, lower, live],
  );
  return together([gold, silver]) ?? series ?? { status: 'waiting' };
}

/** Gold in ounces of silver, only if both prices are of the same kind. */
export function goldInSilver(
  gold: PriceHistory,
  silver: PriceHistory,
  live: PriceSnapshot | undefined,
): SeriesState {
  const upToNow = (history: PriceHistory) => {
    const stored = samplesOf(history, (point) => point.priceCents);
    return { ...stored, samples: withLive(stored, liveSample(history, live)) };
  };
  const samples = gold.kind === silver.kind ? ratioSeries(upToNow(gold), upToNow(silver)) : [];
  if (gold.resolution === null || silver.resolution === null || samples.length < 2) {
    return { status: 'empty', lacks: 'prices' };
  }
  const coarser = PERIOD_MS[gold.resolution] >= PERIOD_MS[silver.resolution] ? gold : silver;
  const names = new Set(gold.sources.map(({ name }) => name));
  return {
    status: 'ready',
    samples,
    dollars: null,
    origin: {
      resolution: coarser.resolution ?? gold.resolution,
      simulated: gold.kind === 'simulated',
      sources: [...gold.sources, ...silver.sources.filter(({ name }) => !names.has(name))],
      rates: null,
    },
  };
}
