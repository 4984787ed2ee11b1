// Below a chart: the sentence that sums it up, the same values as a table, and where they come from.

import { useId, useState } from 'react';
import type { HistorySource } from '../../../worker/contract/prices.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import commonMessages from '#messages/common.json';
import pricesMessages from '#messages/prices.json';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { beginning } from '../../ui/chart/chart-formats.ts';
import type { ChartPanelProps } from './chart-panel.tsx';
import { ChartTable } from './chart-table.tsx';
import type { Origin, SeriesState } from './series-state.ts';
import { coversRange, summaryOf } from './summary.ts';

type ChartFootProps = Pick<ChartPanelProps, 'of' | 'unit' | 'range' | 'format' | 'series'>;
type Ready = Extract<SeriesState, { status: 'ready' }>;

export function ChartFoot({ series, ...chart }: ChartFootProps) {
  const t = useMessages(chartsMessages);
  const [open, setOpen] = useState(false);
  const table = useId();
  const ready = series.status === 'ready' ? series : null;
  return (
    <>
      <div className="chart-foot">
        <p className="chart-summary muted">{ready !== null && <Summary {...chart} series={ready} />}</p>
        <Button
          size="small"
          aria-expanded={open}
          aria-controls={open ? table : undefined}
          disabled={ready === null}
          onClick={() => setOpen(!open)}
        >
          <Icon name="table" small />
          {t(open ? 'table.close' : 'table.open')}
        </Button>
        <p className="chart-legend tiny quiet">{ready !== null && <Legend {...chart} series={ready} />}</p>
      </div>
      {open && ready !== null && (
        <div id={table} className="chart-table">
          <ChartTable {...chart} series={ready} />
        </div>
      )}
    </>
  );
}

type PartProps = Omit<ChartFootProps, 'series'> & { readonly series: Ready };

function Summary({ of, range, format, series }: PartProps) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const summary = summaryOf(series.samples);
  if (summary === null) return null;
  const { start, end, high, low, changePercent } = summary;
  const percent = f.percent(changePercent, 'none');
  const way = directionOf(f.percent(changePercent, 'always'));
  const full = coversRange(range, series.samples);
  const say = of === 'ratio' ? format.bare : format.full;
  return t(`summary.${of}`, {
    over: t(`ranges.${full ? range : 'ALL'}.sentence`, {
      date: beginning(f, series.origin.resolution, start.at),
    }),
    start: say(start.value),
    end: say(end.value),
    high: say(high),
    low: say(low),
    change: t(`change.${way}`, { percent: percent.replace(/^[+−]/u, '') }),
  });
}

/** By the figure that is shown: what rounds to zero did not change. */
function directionOf(percent: string): 'up' | 'down' | 'flat' {
  return percent.startsWith('+') ? 'up' : percent.startsWith('−') ? 'down' : 'flat';
}

function Legend({ of, unit, series }: PartProps) {
  const t = useMessages(chartsMessages);
  const prices = useMessages(pricesMessages);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const { origin } = series;
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

/** A close and an average are different things, and the reader is told which. */
function pointsOf({ sources, resolution }: Origin) {
  const averages = sources.filter(({ basis }) => basis === 'average').length;
  if (averages === 0) return resolution;
  return averages === sources.length ? 'average' : 'mixed';
}
