// Counts of the ledger: customers, ounces held, trades and the uptime of the price. No figure is written by hand (P10).
// The page imports styles/site.css.

import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import marketMessages from '#messages/market.json';
import { Skeleton } from '../../ui/skeleton.tsx';
import { queryKeys } from '../../api/keys.ts';
import { receiveLazily } from '../../api/lazy-client.ts';
import type { PublicStats } from '../../../worker/contract/stats.ts';
import { numberFormat } from '../../../worker/domain/number-format.ts';
import { INTL_TAG, type Locale } from '../../i18n/locale.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

/** The server recounts every five minutes and lets a reply be cached for one. */
const FRESH_MS = 60_000;

export function StatsBand() {
  const t = useMessages(marketMessages.stats);
  const f = useFormat();
  const query = useQuery({
    queryKey: queryKeys.stats,
    queryFn: ({ signal }) =>
      receiveLazily(
        async () => (await import('../../../worker/contract/stats.ts')).PublicStats,
        (api) => api.stats.$get({}, { init: { signal } }),
      ),
    staleTime: FRESH_MS,
  });
  const { isError, data: stats = null } = query;
  const texts = stats === null ? null : statsTexts(f.locale, stats);
  const waiting = texts === null && !isError;
  const note =
    texts === null ? t('notes.held') : t('notes.ounces', { gold: texts.gold, silver: texts.silver });
  const since = stats === null ? null : countedSince(stats);
  const span =
    stats === null
      ? t('notes.uptime')
      : since === null
        ? t.count('notes.days', stats.feed.days)
        : t('notes.since', { since: f.dateTime(since, 'dayMonthYear') });
  return (
    <section className="stats-band" aria-labelledby="stats-title">
      <div className="wrap">
        <h2 id="stats-title" className="visually-hidden">
          {t('title')}
        </h2>
        <dl aria-busy={waiting}>
          <Count label={t('customers')} note={t('notes.customers')} waiting={waiting}>
            {texts?.customers}
          </Count>
          <Count label={t('ounces')} note={note} waiting={waiting}>
            {texts?.ounces}
          </Count>
          <Count label={t('trades')} note={t('notes.trades')} waiting={waiting}>
            {texts?.trades}
          </Count>
          <Count label={t('uptime')} note={span} waiting={waiting}>
            {texts?.uptime}
          </Count>
        </dl>
        <p className="stats-band-note tiny quiet">
          {stats !== null && t('counted', { time: f.dateTime(stats.asOf, 'minute') })}
          {waiting && t('counting')}
          {stats === null && isError && t('failed')}
        </p>
        <p className="stats-band-unread tiny quiet">{t('script')}</p>
      </div>
    </section>
  );
}

type CountProps = {
  readonly label: string;
  /** One line: its text may change, its height must not. */
  readonly note: string;
  readonly waiting: boolean;
  readonly children: ReactNode;
};

function Count({ label, note, waiting, children }: CountProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="stats-band-figure num">
        {waiting ? <Skeleton shape="short" /> : (children ?? <Unknown />)}
      </dd>
      <dd className="tiny quiet">{note}</dd>
    </div>
  );
}

function Unknown() {
  const t = useMessages(commonMessages);
  return (
    <>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span className="visually-hidden">{t('unknown')}</span>
    </>
  );
}

/** The counts as text. An unknown count is null and shown as a dash, never as zero (P22). */
type StatsTexts = {
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

export function statsTexts(locale: Locale, stats: PublicStats): StatsTexts {
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
