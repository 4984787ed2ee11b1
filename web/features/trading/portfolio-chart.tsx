// What the portfolio was worth over time: the range, the line, the sentence that sums it up and the same as a table.

import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { HISTORY_RANGES, type HistoryRange } from '../../../worker/domain/history-ranges.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import portfolioChartMessages from '#messages/portfolio-chart.json';
import { Button } from '../../ui/button.tsx';
import { axisTime, moneyFormat, pointTime, type ValueFormat } from '../../ui/chart/chart-formats.ts';
import { Card } from '../../ui/card.tsx';
import { LineChart } from '../../ui/chart/line-chart.tsx';
import { useNear } from '../../ui/chart/use-near.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { axisLabel, axisUnit } from './axis-scale.ts';
import { ChartFoot } from './value-chart-foot.tsx';
import type { HistorySource } from './value-history-query.ts';
import { type SeriesState, useValueSeries } from './use-value-series.ts';
import '../../styles/chart.css';
import '../../styles/portfolio-chart.css';

type PortfolioChartProps = {
  /** The total at the live price; null while nobody knows it. */
  readonly valueCents: number | null;
  readonly masked: boolean;
  /** Before it is known who is here: the place is kept, nothing is asked. */
  readonly waiting?: boolean;
  /** Another's history, for operators. */
  readonly source?: HistorySource;
  /** Left out where it is only read. */
  readonly onDeposit?: () => void;
};

export function PortfolioChart(props: PortfolioChartProps) {
  const { valueCents, masked, waiting = false, source, onDeposit } = props;
  const t = useMessages(portfolioChartMessages);
  const f = useFormat();
  const [range, setRange] = useState<HistoryRange>('1M');
  const currency = useCurrency();
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const series = useValueSeries(range, currency, valueCents, near && !waiting, source);
  const samples = series.status === 'ready' ? series.samples : null;
  const scale = axisUnit(samples ?? []);
  const format = useMemo(() => {
    const money = { ...moneyFormat(f, currency), axis: axisLabel(f, scale) };
    return masked ? { ...money, full: () => t('hidden'), bare: () => t('hidden'), axis: () => '' } : money;
  }, [f, t, currency, scale, masked]);
  const drawing = useDrawing(series, format);
  const instead = useInstead(series);
  const id = useId();
  if (series.status === 'empty' && series.lacks === 'movements') return <NoHistory onDeposit={onDeposit} />;
  return (
    <section className="card" aria-labelledby={id}>
      <header className="card-header value-chart-header">
        <h2 className="card-title" id={id}>
          {t('title')}
        </h2>
        <Ranges range={range} onRange={setRange} />
      </header>
      <div className="card-padded price-chart value-chart">
        <LineChart
          boxRef={box}
          near={near}
          series={`portfolio ${currency} ${range}`}
          samples={samples}
          {...drawing}
          unit={masked ? '' : t(`unit.${currency}.${scale}`)}
          boot={null}
          instead={instead}
          broken={drawTrouble}
        />
        <ChartFoot key={`${currency} ${range}`} {...{ series, range, currency, format, masked }} />
      </div>
    </section>
  );
}

/** Before the first movement there is nothing to choose and nothing to draw. */
function NoHistory({ onDeposit }: { readonly onDeposit: (() => void) | undefined }) {
  const t = useMessages(portfolioChartMessages);
  return (
    <Card title={t('title')}>
      <EmptyState
        title={t('empty.movements.title')}
        action={onDeposit !== undefined && <Button onClick={onDeposit}>{t('empty.movements.action')}</Button>}
      >
        {t('empty.movements.text')}
      </EmptyState>
    </Card>
  );
}

type RangesProps = { readonly range: HistoryRange; readonly onRange: (range: HistoryRange) => void };

function Ranges({ range, onRange }: RangesProps) {
  const t = useMessages(chartsMessages);
  return (
    <SegmentedControl
      label={t('rangeLabel')}
      value={range}
      onChange={onRange}
      options={HISTORY_RANGES.map((value) => ({
        value,
        label: (
          <>
            <span aria-hidden="true">{t(`ranges.${value}.short`)}</span>
            <span className="visually-hidden">{t(`ranges.${value}.long`)}</span>
          </>
        ),
      }))}
    />
  );
}

function useDrawing(series: SeriesState, format: ValueFormat) {
  const t = useMessages(portfolioChartMessages);
  const charts = useMessages(chartsMessages);
  const f = useFormat();
  const samples = series.status === 'ready' ? series.samples : null;
  const resolution = series.status === 'ready' ? series.resolution : 'hour';
  return useMemo(
    () => ({
      axis: { value: format.axis, time: axisTime(f, samples ?? []) },
      readOut: ({ at, value }: { readonly at: number; readonly value: number }) => ({
        value: format.full(value),
        time: pointTime(f, resolution, at),
      }),
      words: {
        label: t('label'),
        kind: charts('kind'),
        help: charts('help'),
        loading: charts('loading'),
      },
    }),
    [f, t, charts, format, samples, resolution],
  );
}

/** What stands in the box when there is nothing to draw. */
function useInstead(series: SeriesState): ReactNode {
  const t = useMessages(portfolioChartMessages);
  if (series.status === 'failed') return <Trouble retry={series.retry} retrying={series.retrying} />;
  if (series.status !== 'empty') return null;
  return <EmptyState title={t(`empty.${series.lacks}.title`)}>{t(`empty.${series.lacks}.text`)}</EmptyState>;
}

/** The drawing code did not come. */
function drawTrouble(retry: () => void): ReactNode {
  return <Trouble retry={retry} retrying={false} />;
}

function Trouble({ retry, retrying }: { readonly retry: () => void; readonly retrying: boolean }) {
  const t = useMessages(portfolioChartMessages);
  return (
    <ErrorState title={t('error.title')} onRetry={retry} retrying={retrying}>
      {t('error.text')}
    </ErrorState>
  );
}
