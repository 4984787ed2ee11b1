import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { pointTime } from '../../ui/chart/chart-formats.ts';
import { PagedTable } from '../../ui/chart/paged-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { ChartPanelProps } from './chart-panel.tsx';
import type { SeriesState } from './series-state.ts';

type ChartTableProps = Pick<ChartPanelProps, 'of' | 'unit' | 'format'> & {
  readonly series: Extract<SeriesState, { status: 'ready' }>;
};

/** Every drawn value; in reais with the dollars beside them. */
export function ChartTable({ of, unit, format, series }: ChartTableProps) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const { samples, dollars, origin } = series;
  const hourly = origin.resolution === 'hour' || origin.resolution === 'minute';
  const columns: Column<'time' | 'value' | 'dollars'>[] = [
    { key: 'time', label: t(hourly ? 'table.time' : 'table.date') },
    { key: 'value', label: t(`table.${unit}`), align: 'right' },
    ...(dollars === null ? [] : [{ key: 'dollars', label: t('table.USD'), align: 'right' } as const]),
  ];
  return (
    <PagedTable
      caption={t(`label.${of}`)}
      columns={columns}
      rowHeader="time"
      count={samples.length}
      rowOf={(i) => {
        const { at, value } = samples[i] ?? { at: 0, value: 0 };
        return {
          id: String(at),
          cells: {
            time: pointTime(f, origin.resolution, at),
            value: format.bare(value),
            dollars: f.amount(dollars?.[i]?.value ?? 0),
          },
        };
      }}
    />
  );
}
