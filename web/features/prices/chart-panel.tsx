// A price chart with everything around it: the current value, the range control, the drawing, and below it the summary
// and the sources. The metals' charts and the ratio's share it.

import { type ReactNode, type RefObject, useId } from 'react';
import type { HistorySource } from '../../../worker/contract/prices.ts';
import { type HistoryRange, PERIOD_MS } from '../../../worker/domain/history-ranges.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import commonMessages from '#messages/common.json';
import pricesMessages from '#messages/prices.json';
import { useBootLine } from '../../ui/chart/boot-line.tsx';
import { ChartBody, RangeControl } from '../../ui/chart/chart-body.tsx';
import { beginning, type ValueFormat } from '../../ui/chart/chart-formats.ts';
import { EmptyState } from '../../ui/data-state.tsx';
import type { Origin, ReadySeries, SeriesState } from './series-state.ts';
import { coversRange, summaryOf } from './summary.ts';

export type HeadingLevel = 2 | 3 | 4;

type ChartPanelProps = {
  readonly of: Metal | 'ratio';
  readonly unit: 'USD' | 'BRL' | 'ratio';
  readonly headingLevel: HeadingLevel;
  readonly range: HistoryRange;
  readonly onRange: (range: HistoryRange) => void;
  readonly boxRef: RefObject<HTMLDivElement | null>;
  readonly near: boolean;
  readonly series: SeriesState;
  /** Memoise it: another format redraws the chart. */
  readonly format: ValueFormat;
  /** The first-paint line of the prerendered page, and whether it shows the chosen range and currency. */
  readonly boot: { readonly name: string; readonly current: boolean };
  /** The current value and its change, above the chart. */
  readonly now: ReactNode;
};

export function ChartPanel(props: ChartPanelProps) {
  const { of, unit, range, series, boot } = props;
  const t = useMessages(chartsMessages);
  const line = useBootLine(boot.name);
  const id = useId();
  const Heading = `h${props.headingLevel}` as const;
  const ready = series.status === 'ready' ? series : null;
  const extremes =
    ready === null
      ? []
      : (['high', 'low'] as const).map((which) => ({
          label: (time: string) => t(`table.${which}.${ready.extremesAreOf}`, { time }),
          sample: ready.extremes[which],
        }));
  const lacksRates = series.status === 'empty' && series.lacks === 'rates';
  return (
    <section className="price-chart" aria-labelledby={id}>
      <div className="chart-head">
        <div>
          <Heading className="chart-title" id={id}>
            {t(`title.${of}`)}
          </Heading>
          {props.now}
        </div>
        <RangeControl range={range} onRange={props.onRange} />
      </div>
      <ChartBody
        name={`${of} ${unit} ${range}`}
        label={t(`label.${of}`)}
        unit={t(`unit.${unit}`)}
        boxRef={props.boxRef}
        near={props.near}
        series={series}
        resolution={ready?.origin.resolution ?? 'hour'}
        format={props.format}
        boot={boot.current ? { name: boot.name, line } : null}
        error={{ title: t('error.title'), text: t('error.text') }}
        empty={
          <EmptyState title={t(lacksRates ? 'empty.ratesTitle' : 'empty.title')}>
            {t(lacksRates ? 'empty.ratesText' : 'empty.text')}
          </EmptyState>
        }
        note={
          <noscript>
            <p className="small muted">{t('noScript')}</p>
          </noscript>
        }
        summary={ready !== null && <Summary {...props} series={ready} />}
        legend={ready !== null && <Legend {...props} origin={ready.origin} />}
        columns={{ value: t(`table.${unit}`), dollars: t('table.USD') }}
        extremes={extremes}
      />
    </section>
  );
}

type SummaryProps = Pick<ChartPanelProps, 'of' | 'range' | 'format'> & {
  readonly series: ReadySeries;
};

function Summary({ of, range, format, series }: SummaryProps) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const summary = summaryOf(series);
  if (summary === null) return null;
  const { start, end, high, low, changePercent } = summary;
  const percent = f.percent(changePercent, 'none');
  const way = directionOf(f.percent(changePercent, 'always'));
  const full = coversRange(range, series.samples);
  const valueText = of === 'ratio' ? format.bare : format.full;
  const went = t(`summary.${of}`, {
    over: t(`ranges.${full ? range : 'ALL'}.sentence`, {
      date: beginning(f, series.origin.resolution, start.at),
    }),
    start: valueText(start.value),
    end: valueText(end.value),
    change: t(`change.${way}`, { percent: percent.replace(/^[+−]/u, '') }),
  });
  const between = t(`extremes.${measureOf(series)}`, { high: valueText(high), low: valueText(low) });
  return `${went} ${between}`;
}

/** What the highest and the lowest value are taken from: longer candles than days close their own period. */
function measureOf({ extremesAreOf, origin }: ReadySeries): 'prices' | 'days' | 'periods' {
  if (extremesAreOf === 'prices') return 'prices';
  return PERIOD_MS[origin.resolution] > PERIOD_MS.day ? 'periods' : 'days';
}

/** Judged by the text that is shown: a change that rounds to zero is no change. */
function directionOf(percent: string): 'up' | 'down' | 'flat' {
  return percent.startsWith('+') ? 'up' : percent.startsWith('−') ? 'down' : 'flat';
}

type LegendProps = Pick<ChartPanelProps, 'of' | 'unit'> & { readonly origin: Origin };

function Legend({ of, unit, origin }: LegendProps) {
  const t = useMessages(chartsMessages);
  const prices = useMessages(pricesMessages);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const metal = of === 'ratio' ? '' : names(`metals.${of}`);
  return (
    <>
      <span className="chart-key">{t(`legend.${unit}`, { metal })}</span>
      <span>{t(`points.${pointsOf(origin)}`)}</span>
      {origin.simulated ? (
        <b>{prices('simulated')}</b>
      ) : (
        <span>{prices('source', { name: namesOf(origin.sources) })}</span>
      )}
      {origin.rates !== null && !origin.simulated && (
        <span>{t('legend.rateSource', { names: namesOf(origin.rates.sources) })}</span>
      )}
      {origin.rates !== null && origin.rates.since !== null && (
        <span>{t('legend.noRate', { date: beginning(f, origin.resolution, origin.rates.since) })}</span>
      )}
    </>
  );
}

function namesOf(sources: readonly HistorySource[]): string {
  return [...new Set(sources.map(({ name }) => name))].join(', ');
}

/** A close and an average are different values; the legend names which of them is drawn. */
function pointsOf({ sources, resolution }: Origin) {
  const averages = sources.filter(({ basis }) => basis === 'average').length;
  if (averages === 0) return resolution;
  return averages === sources.length ? 'average' : 'mixed';
}
