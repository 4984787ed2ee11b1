// Below the chart: the sentence that sums it up, the same values as a table, and what they are made of.

import { useId, useState } from 'react';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import type { Currency } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import portfolioChartMessages from '#messages/portfolio-chart.json';
import { Button } from '../../ui/button.tsx';
import { pointTime, type ValueFormat } from '../../ui/chart/chart-formats.ts';
import { PagedTable } from '../../ui/chart/paged-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { SeriesState } from './use-value-series.ts';
import { type ReadySeries, valueSummary } from './value-series.ts';

type ChartView = {
  readonly series: SeriesState;
  readonly range: HistoryRange;
  readonly currency: Currency;
  readonly format: ValueFormat;
  readonly masked: boolean;
};

export function ChartFoot({ series, ...view }: ChartView) {
  const t = useMessages(portfolioChartMessages);
  const charts = useMessages(chartsMessages);
  const [wanted, setWanted] = useState(false);
  const table = useId();
  const ready = series.status === 'ready' ? series : null;
  const open = wanted && ready !== null && !view.masked;
  return (
    <>
      <div className="chart-foot">
        <p className="chart-summary muted">
          {ready !== null && (view.masked ? t('masked') : <Summary {...view} series={ready} />)}
        </p>
        <Button
          size="small"
          aria-expanded={open}
          aria-controls={open ? table : undefined}
          disabled={ready === null || view.masked}
          onClick={() => setWanted(!open)}
        >
          <Icon name="table" small />
          {charts(open ? 'table.close' : 'table.open')}
        </Button>
        <p className="chart-legend tiny quiet">{ready !== null && <Legend {...view} series={ready} />}</p>
      </div>
      {open && (
        <div id={table} className="chart-table">
          <ValueTable {...view} series={ready} />
        </div>
      )}
    </>
  );
}

type PartProps = Omit<ChartView, 'series'> & { readonly series: ReadySeries };

function Summary({ series, range, format, currency }: PartProps) {
  const t = useMessages(portfolioChartMessages);
  const charts = useMessages(chartsMessages);
  const f = useFormat();
  const summary = valueSummary(series);
  if (summary === null) return null;
  const { start, end, high, low, changeCents } = summary;
  const way = changeCents > 0 ? 'up' : changeCents < 0 ? 'down' : 'flat';
  const paid = series.paidInCents;
  return t(paid === 0 ? 'summary.plain' : 'summary.deposits', {
    over: charts(`ranges.${series.full ? range : 'ALL'}.sentence`, {
      date: f.dateTime(start.at, 'dayMonthYear'),
    }),
    start: format.full(start.value),
    end: format.full(end.value),
    high: format.full(high),
    low: format.full(low),
    paid: f.money(paid, currency),
    change: t(`moved.${way}`, { amount: f.money(Math.abs(changeCents), currency) }),
  });
}

function Legend({ series, currency }: PartProps) {
  const t = useMessages(portfolioChartMessages);
  return (
    <>
      <span className="chart-key">{t(`legend.${currency}`)}</span>
      {series.simulated && <b>{t('legend.simulated')}</b>}
      {series.hasGaps && <span>{t('legend.gaps')}</span>}
    </>
  );
}

/** Every drawn value; in reais with the dollars beside them. */
function ValueTable({ series, currency, format }: PartProps) {
  const t = useMessages(portfolioChartMessages);
  const charts = useMessages(chartsMessages);
  const f = useFormat();
  const { samples, dollars, resolution } = series;
  const columns: Column<'time' | 'value' | 'dollars'>[] = [
    { key: 'time', label: charts(resolution === 'hour' ? 'table.time' : 'table.date') },
    { key: 'value', label: t(`table.${currency}`), align: 'right' },
    ...(dollars === null ? [] : [{ key: 'dollars', label: t('table.USD'), align: 'right' } as const]),
  ];
  return (
    <PagedTable
      caption={t('label')}
      columns={columns}
      rowHeader="time"
      count={samples.length}
      rowOf={(i) => {
        const { at, value } = samples[i] ?? { at: 0, value: 0 };
        return {
          id: String(at),
          cells: {
            time: pointTime(f, resolution, at),
            value: format.bare(value),
            dollars: f.amount(dollars?.[i]?.value ?? 0),
          },
        };
      }}
    />
  );
}
