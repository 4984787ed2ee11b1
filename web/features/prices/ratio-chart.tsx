// The gold to silver ratio over time: the value of an ounce of gold in ounces of silver, the same in every currency.

import { useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PERIOD_MS } from '../../../worker/domain/history-ranges.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { useNear } from '../../ui/near.ts';
import { ChangeOver } from './change-over.tsx';
import { ratioFormat } from '../../ui/chart/chart-formats.ts';
import { ChartPanel, type HeadingLevel } from './chart-panel.tsx';
import type { HistoryRange, PriceHistory, PriceSnapshot } from '../../../worker/contract/prices.ts';
import {
  closesOf,
  extremesOf,
  ratioSeries,
  type Sample,
  type SampleSeries,
} from '../../../worker/domain/price-series.ts';
import { priceHistoryQuery } from '../../live/history-query.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { together } from '../../ui/chart/pending-series.ts';
import type { SeriesState } from './series-state.ts';
import { RECENT, upToNow } from './use-price-series.ts';

type RatioChartProps = { readonly defaultRange?: HistoryRange; readonly headingLevel?: HeadingLevel };

export function RatioChart({ defaultRange = '1M', headingLevel = 2 }: RatioChartProps) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const [range, setRange] = useState(defaultRange);
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const series = useRatioSeries(range, near);
  const format = useMemo(() => ratioFormat(f, (ratio) => t('ratioFigure', { ratio })), [f, t]);
  const now = series.status === 'ready' ? series.samples.at(-1) : undefined;
  return (
    <ChartPanel
      of="ratio"
      unit="ratio"
      headingLevel={headingLevel}
      range={range}
      onRange={setRange}
      boxRef={box}
      near={near}
      series={series}
      format={format}
      boot={{ name: `ratio-${defaultRange}`, current: range === defaultRange }}
      now={
        <>
          <div className="chart-now">
            <span className="money money-big" key={now === undefined ? 'waiting' : 'known'}>
              {now === undefined ? UNKNOWN : format.bare(now.value)}
            </span>
            <ChangeOver
              series={series}
              range={range}
              amount={(change) => `${change > 0 ? '+' : ''}${f.decimal(change, 2)}`}
            />
          </div>
          <p className="chart-other small muted">{`${t('ratioNow')} ${t('ratioUnit')}`}</p>
        </>
      }
    />
  );
}

function useRatioSeries(range: HistoryRange, wanted: boolean): SeriesState {
  const part = RECENT[range];
  const gold = useQuery({ ...priceHistoryQuery('gold', range), enabled: wanted });
  const silver = useQuery({ ...priceHistoryQuery('silver', range), enabled: wanted });
  const recentGold = useQuery({ ...priceHistoryQuery('gold', part ?? range), enabled: wanted });
  const recentSilver = useQuery({ ...priceHistoryQuery('silver', part ?? range), enabled: wanted });
  const live = usePrices().data;
  const [upper, lower, upperNow, lowerNow] = [gold.data, silver.data, recentGold.data, recentSilver.data];
  const series = useMemo(
    () =>
      upper === undefined || lower === undefined || upperNow === undefined || lowerNow === undefined
        ? null
        : goldInSilver(upper, lower, live, part === null ? null : { gold: upperNow, silver: lowerNow }),
    [upper, lower, upperNow, lowerNow, live, part],
  );
  return together([gold, silver, recentGold, recentSilver]) ?? series ?? { status: 'waiting' };
}

type Pair = { readonly gold: PriceHistory; readonly silver: PriceHistory };

/** Gold in ounces of silver, only if both prices are of the same kind. */
export function goldInSilver(
  gold: PriceHistory,
  silver: PriceHistory,
  live: PriceSnapshot | undefined,
  recent: Pair | null = null,
): SeriesState {
  const samples = ratiosOf({ gold, silver }, live, (series) => series);
  const extremes = extremesOf([
    ...ratiosOf({ gold, silver }, live, closesOf),
    ...(recent === null ? [] : ratiosOf(recent, live, closesOf)),
  ]);
  if (gold.resolution === null || silver.resolution === null || extremes === null || samples.length < 2) {
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
    extremes,
    extremesAreOf: 'closes',
  };
}

function ratiosOf(
  { gold, silver }: Pair,
  live: PriceSnapshot | undefined,
  from: (series: SampleSeries) => SampleSeries,
): readonly Sample[] {
  if (gold.kind !== silver.kind) return [];
  return ratioSeries(from(upToNow(gold, live)), from(upToNow(silver, live)));
}
