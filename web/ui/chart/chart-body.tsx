// What a price chart and the portfolio's chart share: the range control, the drawing with its empty and failed states,
// and below it the summary, the legend and the same values as a table.

import { type ReactNode, type RefObject, useId, useMemo, useState } from 'react';
import { HISTORY_RANGES, type HistoryRange, type Resolution } from '../../../worker/domain/history-ranges.ts';
import type { Sample } from '../../../worker/domain/price-series.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { Button } from '../button.tsx';
import type { Column } from '../data-table.tsx';
import { ErrorState } from '../data-state.tsx';
import { Icon } from '../icon.tsx';
import { SegmentedControl } from '../segmented-control.tsx';
import { axisTime, pointTime, type ValueFormat } from './chart-formats.ts';
import { LineChart } from './line-chart.tsx';
import { PagedTable } from './paged-table.tsx';
import type { PendingSeries } from './pending-series.ts';
import '../../styles/chart-reading.css';

type RangeControlProps = {
  readonly range: HistoryRange;
  readonly onRange: (range: HistoryRange) => void;
};

export function RangeControl({ range, onRange }: RangeControlProps) {
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

type ReadySeries = {
  readonly status: 'ready';
  readonly samples: readonly Sample[];
  /** The same times in dollars, beside reais. */
  readonly dollars: readonly Sample[] | null;
};

type ChartBodyProps = {
  /** Identifies the series: another name resets the cursor and the table. */
  readonly name: string;
  readonly label: string;
  /** What the right axis counts: `US$/oz`. */
  readonly unit: string;
  readonly boxRef: RefObject<HTMLDivElement | null>;
  readonly near: boolean;
  readonly series: PendingSeries | ReadySeries | { readonly status: 'empty' };
  readonly resolution: Resolution;
  /** Memoise it: another format redraws the chart. */
  readonly format: ValueFormat;
  readonly boot: { readonly name: string; readonly line: string } | null;
  readonly error: { readonly title: string; readonly text: string };
  /** Replaces the drawing while the series is empty. */
  readonly empty: ReactNode;
  /** Between the drawing and the summary. */
  readonly note?: ReactNode;
  readonly summary: ReactNode;
  readonly legend: ReactNode;
  readonly columns: { readonly value: string; readonly dollars: string };
  /** The highest and the lowest value, below the rows of the table; the label gets their time. */
  readonly extremes?: readonly { readonly label: (time: string) => string; readonly sample: Sample }[];
  /** The values are masked: there is no table to open. */
  readonly masked?: boolean;
};

export function ChartBody(props: ChartBodyProps) {
  const { name, label, series, resolution, format, error } = props;
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const ready = series.status === 'ready' ? series : null;
  const samples = ready?.samples ?? null;
  const drawing = useMemo(
    () => ({
      axis: { value: format.axis, time: axisTime(f, samples ?? []) },
      readOut: ({ at, value }: Sample) => ({
        value: format.full(value),
        time: pointTime(f, resolution, at),
      }),
      texts: { label, kind: t('kind'), help: t('help'), loading: t('loading') },
    }),
    [f, t, format, samples, resolution, label],
  );
  const failure = (retry: () => void, retrying: boolean) => (
    <ErrorState title={error.title} onRetry={retry} retrying={retrying}>
      {error.text}
    </ErrorState>
  );
  const instead =
    series.status === 'failed'
      ? failure(series.retry, series.retrying)
      : series.status === 'empty'
        ? props.empty
        : null;
  return (
    <>
      <LineChart
        boxRef={props.boxRef}
        near={props.near}
        series={name}
        samples={samples}
        {...drawing}
        unit={props.unit}
        boot={props.boot}
        instead={instead}
        broken={(retry) => failure(retry, false)}
      />
      {props.note}
      <Foot key={name} {...props} ready={ready} />
    </>
  );
}

function Foot({
  ready,
  summary,
  legend,
  masked = false,
  ...view
}: ChartBodyProps & { readonly ready: ReadySeries | null }) {
  const t = useMessages(chartsMessages);
  const [wanted, setWanted] = useState(false);
  const table = useId();
  const open = wanted && ready !== null && !masked;
  return (
    <>
      <div className="chart-foot">
        <p className="chart-summary muted">{ready !== null && summary}</p>
        <Button
          size="small"
          aria-expanded={open}
          aria-controls={open ? table : undefined}
          disabled={ready === null || masked}
          onClick={() => setWanted(!open)}
        >
          <Icon name="table" small />
          {t(open ? 'table.close' : 'table.open')}
        </Button>
        <p className="chart-legend tiny quiet">{ready !== null && legend}</p>
      </div>
      {open && (
        <div id={table} className="chart-table">
          <ValueTable {...view} ready={ready} />
        </div>
      )}
    </>
  );
}

type ValueTableProps = Pick<ChartBodyProps, 'label' | 'resolution' | 'format' | 'columns' | 'extremes'> & {
  readonly ready: ReadySeries;
};

/** Every drawn value; in reais with the dollars beside them. */
function ValueTable({ label, resolution, format, columns: labels, extremes, ready }: ValueTableProps) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const { samples, dollars } = ready;
  const hourly = resolution === 'hour' || resolution === 'minute';
  const columns: Column<'time' | 'value' | 'dollars'>[] = [
    { key: 'time', label: t(hourly ? 'table.time' : 'table.date') },
    { key: 'value', label: labels.value, align: 'right' },
    ...(dollars === null ? [] : [{ key: 'dollars', label: labels.dollars, align: 'right' } as const]),
  ];
  return (
    <PagedTable
      caption={label}
      columns={columns}
      rowHeader="time"
      count={samples.length}
      footer={extremes?.map((extreme, i) => ({
        id: String(i),
        cells: {
          time: extreme.label(pointTime(f, resolution, extreme.sample.at)),
          value: format.bare(extreme.sample.value),
          // A high is not always one of the rows, so its other currency is not known.
          dollars: UNKNOWN,
        },
      }))}
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
