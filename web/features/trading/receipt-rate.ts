// The exchange rate of a past transaction, on its receipt and in the list: that of its own time, whenever it is shown (P49).

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FxHistory } from '../../../worker/contract/prices.ts';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { useCurrency } from '../../i18n/currency.ts';
import type { Rate } from '../../i18n/display.ts';
import { rateHistoryQuery } from '../../live/history-query.ts';
import { usePrices } from '../../live/live-prices.tsx';

/** The live rate is that of what has just happened. */
const JUST_NOW_MS = 2 * MINUTE_MS;
/** The ranges whose stored rates are an hour, a day and longer apart. */
const RANGES: readonly (readonly [HistoryRange, days: number])[] = [
  ['7D', 7],
  ['1M', 30],
  ['1Y', 365],
];

export function rangeOf(at: number, now: number): HistoryRange {
  return RANGES.find(([, days]) => now - at < days * DAY_MS - HOUR_MS)?.[0] ?? 'ALL';
}

/** The last stored rate that was true at `at`; null before the first one. */
export function rateAt({ points }: Pick<FxHistory, 'points'>, at: number): Rate | null {
  const point = points.findLast((one) => Date.parse(one.at) <= at);
  return point === undefined ? null : { usdBrlE4: point.rateE4, asOf: point.at };
}

/** Undefined while it is on its way, null where no rate of that time is stored. */
export function useRateAt(createdAt: string, openedAt: number): Rate | null | undefined {
  const at = Date.parse(createdAt);
  const live = usePrices().data?.fx;
  // The first one: what has happened does not follow the live rate.
  const [kept, keep] = useState(live);
  if (!kept && live) keep(live);
  const fresh = openedAt - at < JUST_NOW_MS;
  const wanted = useCurrency() === 'BRL' && !fresh;
  const { data, isError } = useQuery({ ...rateHistoryQuery(rangeOf(at, openedAt)), enabled: wanted });
  if (fresh) return kept ?? live;
  return data === undefined ? (isError ? null : undefined) : rateAt(data, at);
}
