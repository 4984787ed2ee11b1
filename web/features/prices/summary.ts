// The summary of a range: start, end, change, highest and lowest value. The head of a chart, its sentence and the market
// insight all take their change from here: from the first stored price of the range to the live one (P43).

import { RANGE_PLANS, type HistoryRange } from '../../../worker/domain/history-ranges.ts';
import type { Sample } from '../../../worker/domain/price-series.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import type { ReadySeries } from './series-state.ts';

export type Summary = {
  readonly start: Sample;
  readonly end: Sample;
  readonly high: number;
  readonly low: number;
  readonly change: number;
  /** Null for a start of zero, which no price has. */
  readonly changePercent: number | null;
};

export function summaryOf({ samples, extremes }: Pick<ReadySeries, 'samples' | 'extremes'>): Summary | null {
  const [start, end] = [samples[0], samples.at(-1)];
  if (start === undefined || end === undefined) return null;
  const change = end.value - start.value;
  return {
    start,
    end,
    high: extremes.high.value,
    low: extremes.low.value,
    change,
    changePercent: start.value === 0 ? null : (change / start.value) * 100,
  };
}

/** The first price of a range may follow a weekend. */
const MISSING_MS = 4 * DAY_MS;

/** Whether the samples cover the whole range: if not, the sentence names their first day. */
export function coversRange(range: HistoryRange, samples: readonly Sample[]): boolean {
  const { days } = RANGE_PLANS[range];
  const [first, last] = [samples[0], samples.at(-1)];
  if (days === null || first === undefined || last === undefined) return false;
  return last.at - first.at >= days * DAY_MS - MISSING_MS;
}
