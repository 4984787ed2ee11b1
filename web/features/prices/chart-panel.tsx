// A chart with everything around it: what it shows now, the range, the drawing, the sentence that sums it up, the table
// and where the values come from. Prices and the ratio share it.

import { type ReactNode, type RefObject, useId, useMemo } from 'react';
import { HISTORY_RANGES, type HistoryRange } from '../../../worker/domain/history-ranges.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { useBootLine } from '../../ui/chart/boot-line.tsx';
import { LineChart } from '../../ui/chart/line-chart.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { ChartFoot } from './chart-foot.tsx';
import { axisTime, pointTime, type ValueFormat } from '../../ui/chart/chart-formats.ts';
import type { SeriesState } from './series-state.ts';

export type ChartOf = Metal | 'ratio';
export type ChartUnit = 'USD' | 'BRL' | 'ratio';
export type HeadingLevel = 2 | 3 | 4;

export type ChartPanelProps = {
  readonly of: ChartOf;
  readonly unit: ChartUnit;
  readonly headingLevel: HeadingLevel;
  readonly range: HistoryRange;
  readonly onRange: (range: HistoryRange) => void;
  readonly boxRef: RefObject<HTMLDivElement | null>;
  readonly near: boolean;
  readonly series: SeriesState;
  /** Memoise it: the chart is drawn anew with another. */
  readonly format: ValueFormat;
  /** The first-paint line of the prerendered page, and whether it shows what is chosen now. */
  readonly boot: { readonly name: string; readonly current: boolean };
  /** What it is worth now, and how that changed: above the chart. */
  readonly now: ReactNode;
};

export function ChartPanel(props: ChartPanelProps) {
  const { of, unit, range, onRange, format, series, boot } = props;
  const t = useMessages(chartsMessages);
  const line = useBootLine(boot.name);
  const drawing = useDrawing(of, format, series);
  const instead = useInstead(series);
  const id = useId();
  const Heading = `h${props.headingLevel}` as const;
  return (
    <section className="price-chart" aria-labelledby={id}>
      <div className="chart-head">
        <div>
          <Heading className="chart-title" id={id}>
            {t(`title.${of}`)}
          </Heading>
          {props.now}
        </div>
        <SegmentedControl
          label={t('rangeLabel')}
          value={range}
          onChange={onRange}
          options={HISTORY_RANGES.map((value) => ({ value, label: <RangeName range={value} /> }))}
        />
      </div>
      <LineChart
        boxRef={props.boxRef}
        near={props.near}
        series={`${of} ${unit} ${range}`}
        samples={series.status === 'ready' ? series.samples : null}
        {...drawing}
        unit={t(`unit.${unit}`)}
        boot={boot.current ? { name: boot.name, line } : null}
        instead={instead}
        broken={drawTrouble}
      />
      <noscript>
        <p className="small muted">{t('noScript')}</p>
      </noscript>
      <ChartFoot key={`${unit} ${range}`} of={of} unit={unit} range={range} format={format} series={series} />
    </section>
  );
}

function RangeName({ range }: { readonly range: HistoryRange }) {
  const t = useMessages(chartsMessages);
  return (
    <>
      <span aria-hidden="true">{t(`ranges.${range}.short`)}</span>
      <span className="visually-hidden">{t(`ranges.${range}.long`)}</span>
    </>
  );
}

function useDrawing(of: ChartOf, format: ValueFormat, series: SeriesState) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const samples = series.status === 'ready' ? series.samples : null;
  const resolution = series.status === 'ready' ? series.origin.resolution : 'hour';
  return useMemo(
    () => ({
      axis: { value: format.axis, time: axisTime(f, samples ?? []) },
      readOut: ({ at, value }: { readonly at: number; readonly value: number }) => ({
        value: format.full(value),
        time: pointTime(f, resolution, at),
      }),
      words: { label: t(`label.${of}`), kind: t('kind'), help: t('help'), loading: t('loading') },
    }),
    [of, f, t, format, samples, resolution],
  );
}

/** What stands in the box when there is nothing to draw. */
function useInstead(series: SeriesState): ReactNode {
  const t = useMessages(chartsMessages);
  if (series.status === 'failed') return <Trouble retry={series.retry} retrying={series.retrying} />;
  if (series.status !== 'empty') return null;
  return series.lacks === 'rates' ? (
    <EmptyState title={t('empty.ratesTitle')}>{t('empty.ratesText')}</EmptyState>
  ) : (
    <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  );
}

/** The drawing code did not come. */
function drawTrouble(retry: () => void): ReactNode {
  return <Trouble retry={retry} retrying={false} />;
}

function Trouble({ retry, retrying }: { readonly retry: () => void; readonly retrying: boolean }) {
  const t = useMessages(chartsMessages);
  return (
    <ErrorState title={t('error.title')} onRetry={retry} retrying={retrying}>
      {t('error.text')}
    </ErrorState>
  );
}
