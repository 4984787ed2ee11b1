import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { Change } from '../../ui/change.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { beginning } from '../../ui/chart/chart-formats.ts';
import type { SeriesState } from './series-state.ts';
import { coversRange, summaryOf } from './summary.ts';

type ChangeOverProps = {
  readonly series: SeriesState;
  readonly range: HistoryRange;
  /** The change as text with its sign. */
  readonly amount: (change: number) => string;
};

/** The change of the value over the range, with the range as text; a skeleton keeps its size while it loads. */
export function ChangeOver({ series, range, amount }: ChangeOverProps) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  if (series.status === 'waiting') {
    return (
      <span key="waiting" className="chart-change" aria-busy="true">
        <Skeleton shape="line" />
      </span>
    );
  }
  const summary = series.status === 'ready' ? summaryOf(series) : null;
  if (summary === null || series.status !== 'ready') return null;
  const full = coversRange(range, series.samples);
  return (
    <span key="known" className="chart-change">
      <Change percent={summary.changePercent} amount={amount(summary.change)} />
      <span className="tiny quiet">
        {t(`ranges.${full ? range : 'ALL'}.over`, {
          date: beginning(f, series.origin.resolution, summary.start.at),
        })}
      </span>
    </span>
  );
}
