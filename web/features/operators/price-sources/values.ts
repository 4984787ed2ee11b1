// The names, values and ages of price series as operators read them.

import { relativeTime } from '../../../i18n/relative-time.ts';
import type { Formats } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import commonMessages from '#messages/common.json';
import type { FeedReport } from '../../../../worker/contract/operators/price-feed.ts';
import { type Series, USD_BRL } from '../../../../worker/domain/price-rules.ts';
import { MINUTE_MS } from '../../../../worker/domain/time.ts';

export function useSeriesName(): (series: Series) => string {
  const t = useMessages(operatorsPriceSourcesMessages);
  const common = useMessages(commonMessages);
  return (series) => (series === USD_BRL ? t('series.usd-brl') : common(`metals.${series}`));
}

/** Dollars per ounce or reais per dollar; a value that is not a whole number of their unit is shown as it came. */
export function valueText(f: Formats, series: Series, value: number): string {
  if (!Number.isSafeInteger(value)) return String(value);
  return series === USD_BRL ? `R$\u00a0${f.decimal(value / 10_000, 4)}` : f.money(value);
}

/** An age below this reads as "now": a number that changes every second only distracts. */
const NOW_MS = 5_000;

/** In seconds below a minute, where the usual format would show "now". */
export function ageText(f: Formats, at: string, now: number): string {
  const elapsed = Math.max(0, now - Date.parse(at));
  if (elapsed >= MINUTE_MS || elapsed < NOW_MS)
    return relativeTime(f.locale, at, Math.max(now, Date.parse(at)));
  const format = new Intl.RelativeTimeFormat(f.locale, { numeric: 'always' });
  return format.format(-Math.floor(elapsed / 1_000), 'second');
}

type LargestDifference = { readonly source: string; readonly series: Series; readonly bp: number };

/** The observation that differs most from its accepted price; null where no price has two sources to compare. */
export function largestDifference(report: FeedReport): LargestDifference | null {
  const all = report.series.flatMap(({ series, words }) =>
    words.flatMap(({ source, differenceBp }) =>
      differenceBp === null || words.length < 2 ? [] : [{ source, series, bp: differenceBp }],
    ),
  );
  return all.reduce<LargestDifference | null>(
    (most, one) => (most === null || Math.abs(one.bp) > Math.abs(most.bp) ? one : most),
    null,
  );
}

/** The newest of all accepted prices. */
export function newestPrice(report: FeedReport): string | null {
  const times = report.series.flatMap(({ series, accepted }) =>
    accepted === null || series === USD_BRL ? [] : [accepted.asOf],
  );
  return times.toSorted().at(-1) ?? null;
}
