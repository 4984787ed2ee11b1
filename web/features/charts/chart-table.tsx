import { useState } from 'react';
import type { Sample } from '../../../worker/domain/price-series.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/use-words.ts';
import { chartsWords } from '../../i18n/words/charts.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { pointTime } from '../../ui/chart/chart-formats.ts';
import type { ChartPanelProps } from './chart-panel.tsx';
import type { SeriesState } from './series-state.ts';

/** A screenful: 800 rows at once would bury the page. */
const PAGE_ROWS = 12;

type ChartTableProps = Pick<ChartPanelProps, 'of' | 'unit' | 'format'> & {
  readonly series: Extract<SeriesState, { status: 'ready' }>;
};

/** Every drawn value, newest first, a page at a time; in reais with the dollars beside them. */
export function ChartTable({ of, unit, format, series }: ChartTableProps) {
  const t = useWords(chartsWords);
  const f = useFormat();
  const [page, setPage] = useState(0);
  const { samples, dollars, origin } = series;
  const last = Math.ceil(samples.length / PAGE_ROWS) - 1;
  const shown = Math.min(page, last);
  const end = samples.length - shown * PAGE_ROWS;
  const start = Math.max(0, end - PAGE_ROWS);
  const hourly = origin.resolution === 'hour' || origin.resolution === 'minute';
  const columns: Column<'time' | 'value' | 'dollars'>[] = [
    { key: 'time', label: t(hourly ? 'table.time' : 'table.date') },
    { key: 'value', label: t(`table.${unit}`), align: 'right' },
    ...(dollars === null ? [] : [{ key: 'dollars', label: t('table.USD'), align: 'right' } as const]),
  ];
  const rowOf = ({ at, value }: Sample, i: number) => ({
    id: String(at),
    cells: {
      time: pointTime(f, origin.resolution, at),
      value: format.bare(value),
      dollars: f.amount(dollars?.[start + i]?.value ?? 0),
    },
  });
  return (
    <>
      <DataTable
        caption={t(`label.${of}`)}
        columns={columns}
        rows={samples.slice(start, end).map(rowOf).reverse()}
        rowHeader="time"
      />
      <div className="chart-pages">
        <output className="small muted num">
          {t('table.showing', {
            from: f.integer(shown * PAGE_ROWS + 1),
            to: f.integer(samples.length - start),
            count: f.integer(samples.length),
          })}
        </output>
        <span>
          <Button size="small" disabled={shown === 0} onClick={() => setPage(shown - 1)}>
            {t('table.newer')}
          </Button>
          <Button size="small" disabled={shown === last} onClick={() => setPage(shown + 1)}>
            {t('table.older')}
          </Button>
        </span>
      </div>
    </>
  );
}
