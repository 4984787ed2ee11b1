// One figure over time, as a chart and as a table.

import { useId, useMemo, useRef } from 'react';
import { UNKNOWN } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-figures.json';
import { ChartBody } from '../../../ui/chart/chart-body.tsx';
import type { ValueFormat } from '../../../ui/chart/chart-formats.ts';
import { EmptyState } from '../../../ui/data-state.tsx';
import { useNear } from '../../../ui/near.ts';
import type { FigureChart, FiguresReport } from '../../../../worker/contract/operators/figures.ts';
import type { FigurePeriod } from '../../../../worker/domain/figures.ts';

/** The others are counts. */
const IN_SECONDS: ReadonlySet<FigureChart> = new Set<FigureChart>([
  'trade-seconds',
  'quote-seconds',
  'tick-seconds',
  'price-age',
  'mail-oldest',
]);

type FigureCardProps = {
  readonly chart: FigureChart;
  readonly period: FigurePeriod;
  /** Undefined while they load. */
  readonly points: FiguresReport['charts'][number]['points'] | undefined;
};

export function FigureCard({ chart, period, points }: FigureCardProps) {
  const t = useMessages(messages);
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const id = useId();
  const format = useFigureFormat(IN_SECONDS.has(chart));
  const samples = useMemo(() => points?.map(({ at, value }) => ({ at: Date.parse(at), value })), [points]);
  const last = samples?.at(-1);
  const unit = t(IN_SECONDS.has(chart) ? 'unit.seconds' : 'unit.count');
  return (
    <section className="card" aria-labelledby={id} data-figure={chart}>
      <header className="card-header">
        <h2 className="card-title" id={id}>
          {t(`charts.${chart}.title`)}
        </h2>
        <strong className="num">{last === undefined ? UNKNOWN : format.full(last.value)}</strong>
      </header>
      <div className="card-padded price-chart">
        <ChartBody
          name={`${chart} ${period}`}
          label={t(`charts.${chart}.title`)}
          unit={unit}
          boxRef={box}
          near={near}
          series={
            samples === undefined
              ? { status: 'waiting' }
              : samples.length < 2
                ? { status: 'empty' }
                : { status: 'ready', samples, dollars: null }
          }
          resolution="minute"
          format={format}
          boot={null}
          error={{ title: t('error.title'), text: t('error.text') }}
          empty={<EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>}
          summary={t(`charts.${chart}.text`)}
          legend={t(`step.${period}`)}
          columns={{ value: unit, dollars: '' }}
        />
      </div>
    </section>
  );
}

function useFigureFormat(isSeconds: boolean): ValueFormat {
  const t = useMessages(messages);
  const f = useFormat();
  return useMemo(() => {
    const bare = (value: number) =>
      isSeconds && value < 10 ? f.decimal(value, 2) : f.integer(Math.round(value));
    return {
      bare,
      full: (value) => (isSeconds ? t('seconds', { n: bare(value) }) : bare(value)),
      // Below nothing there is nothing, and counts have no halves: such lines have no label.
      axis: (value, ticks) =>
        value < 0 || (!isSeconds && !Number.isInteger(value))
          ? ''
          : f.decimal(value, ticks.every(Number.isInteger) || !isSeconds ? 0 : 2),
    };
  }, [f, t, isSeconds]);
}
