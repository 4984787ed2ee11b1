// The gold to silver ratio over time: the value of an ounce of gold in ounces of silver, the same in every currency.

import { useMemo, useRef, useState } from 'react';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { useNear } from '../../ui/chart/use-near.ts';
import { ChangeOver } from './change-over.tsx';
import { ratioFormat } from '../../ui/chart/chart-formats.ts';
import { ChartPanel, type HeadingLevel } from './chart-panel.tsx';
import { useRatioSeries } from './use-ratio-series.ts';

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
