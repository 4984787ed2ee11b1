// Counts of the ledger: customers, ounces held and trades, and below them how much of the time there was a price. No figure
// is written by hand (P10).
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
  const uptime = stats === null ? null : uptimeSaid(stats);
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
          <Count label={t('gold')} note={t('notes.ounces')} waiting={waiting}>
            {texts?.gold}
          </Count>
          <Count label={t('silver')} note={t('notes.ounces')} waiting={waiting}>
            {texts?.silver}
          </Count>
          <Count label={t('trades')} note={t('notes.trades')} waiting={waiting}>
            {texts?.trades}
          </Count>
        </dl>
        <p className="stats-band-note tiny quiet">
          {stats !== null && t('counted', { time: f.dateTime(stats.asOf, 'minute') })}
          {waiting && t('counting')}
          {stats === null && isError && t('failed')}
          <span className="stats-band-uptime">
            {uptime !== null &&
              t.count('uptime', uptime.days, { percent: f.percent(uptime.percent, 'none') })}
          </span>
        </p>
        <p className="stats-band-unread tiny quiet">{t('script')}</p>
      </div>
    </section>
  );
}

type CountProps = {
  readonly label: string;
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

/** The counts as text. */
type StatsTexts = {
  readonly customers: string;
  readonly trades: string;
  readonly gold: string;
  readonly silver: string;
};

/** A share of less than this says nothing about the feed: its first minutes would look like a failure. */
const LEAST_DAYS = 7;

/** How much of the open market had a price, in the days that were sampled; null while they are few. */
export function uptimeSaid({ asOf, feed }: PublicStats): { percent: number; days: number } | null {
  if (feed.since === null || feed.uptimePercent === null) return null;
  const days = Math.min(feed.days, Math.floor((Date.parse(asOf) - Date.parse(feed.since)) / DAY_MS));
  return days < LEAST_DAYS ? null : { percent: feed.uptimePercent, days };
}

/** Hundredths of an ounce in ten-thousandths. */
const HUNDREDTH_E4 = 100;

export function statsTexts(locale: Locale, stats: PublicStats): StatsTexts {
  return {
    customers: number(locale, stats.customers, 0),
    trades: number(locale, stats.trades, 0),
    gold: ounces(locale, stats.ouncesE4.gold),
    silver: ounces(locale, stats.ouncesE4.silver),
  };
}

/** Two decimals, rounded down: the band never shows more than the ledger holds. */
function ounces(locale: Locale, ouncesE4: number): string {
  return number(locale, Math.floor(ouncesE4 / HUNDREDTH_E4) / 100, 2);
}

function number(locale: Locale, value: number, decimals: number): string {
  return numberFormat(INTL_TAG[locale], decimals, decimals).format(value);
}
