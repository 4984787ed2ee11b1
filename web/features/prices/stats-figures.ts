// The public counts as text. An unknown count is null and shown as a dash, never as zero (P22).

import type { PublicStats } from '../../../worker/contract/stats.ts';
import { numberFormat } from '../../../worker/domain/number-format.ts';
import { INTL_TAG, type Locale } from '../../i18n/locale.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

export type StatsFigures = {
  readonly customers: string;
  readonly trades: string;
  readonly ounces: string;
  readonly gold: string;
  readonly silver: string;
  readonly uptime: string | null;
};

/** When counting began, if the window is not complete: a day's figure must not look like a month's. */
export function countedSince({ asOf, feed }: PublicStats): string | null {
  if (feed.since === null) return null;
  const lookedBack = Date.parse(asOf) - feed.days * DAY_MS;
  // The window begins on a full hour: up to a day later it still counts as complete.
  return Date.parse(feed.since) > lookedBack + DAY_MS ? feed.since : null;
}

/** Hundredths of an ounce in ten-thousandths. */
const HUNDREDTH_E4 = 100;

export function statsFigures(locale: Locale, stats: PublicStats): StatsFigures {
  const { gold, silver } = stats.ouncesE4;
  const { uptimePercent } = stats.feed;
  return {
    customers: number(locale, stats.customers, 0),
    trades: number(locale, stats.trades, 0),
    ounces: ounces(locale, gold + silver),
    gold: ounces(locale, gold),
    silver: ounces(locale, silver),
    uptime: uptimePercent === null ? null : `${number(locale, uptimePercent, 2)}%`,
  };
}

/** Two decimals, rounded down: the band never shows more than the ledger holds. */
function ounces(locale: Locale, ouncesE4: number): string {
  return number(locale, Math.floor(ouncesE4 / HUNDREDTH_E4) / 100, 2);
}

function number(locale: Locale, value: number, decimals: number): string {
  return numberFormat(INTL_TAG[locale], decimals, decimals).format(value);
}
