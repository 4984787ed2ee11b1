// Counts of the ledger: customers, ounces held, trades and the uptime of the price. No figure is written by hand (P10).
// The page imports styles/stats-band.css.

import type { ReactNode } from 'react';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import marketMessages from '#messages/market.json';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countedSince, statsFigures } from './stats-figures.ts';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/keys.ts';
import { receiveLazily } from '../../api/lazy-client.ts';

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
  const figures = stats === null ? null : statsFigures(f.locale, stats);
  const waiting = figures === null && !isError;
  const note =
    figures === null ? t('notes.held') : t('notes.ounces', { gold: figures.gold, silver: figures.silver });
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
            {figures?.customers}
          </Count>
          <Count label={t('ounces')} note={note} waiting={waiting}>
            {figures?.ounces}
          </Count>
          <Count label={t('trades')} note={t('notes.trades')} waiting={waiting}>
            {figures?.trades}
          </Count>
          <Count label={t('uptime')} note={span} waiting={waiting}>
            {figures?.uptime}
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
  /** One line: its text may change, its height may not. */
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
