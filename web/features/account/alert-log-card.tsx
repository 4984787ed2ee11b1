// Every alert that fired, newest first, with its notifications. Seeing the log marks the bell as read.

import { useEffect } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import alertsMessages from '#messages/alerts.json';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AlertDelivery } from '../../../worker/contract/alerts.ts';
import { Crossing } from './alert-crossing.tsx';
import { useAlertLog, useMarkRead } from './alerts.ts';

type MailState = NonNullable<AlertDelivery['email']>;
const TONES: Readonly<Record<MailState, BadgeTone>> = {
  waiting: 'pending',
  sent: 'success',
  failed: 'failed',
  off: 'neutral',
};
const SKELETONS = ['one', 'two'] as const;

export function AlertLogCard() {
  const t = useMessages(alertsMessages);
  const log = useAlertLog();
  const pages = log.data?.pages;
  const crossings = pages?.flatMap((page) => page.deliveries);
  useReadOnSight(crossings?.[0]?.id ?? null, pages?.[0]?.unread ?? 0);
  return (
    <Card title={t('log.title')} aria-busy={log.isPending}>
      {crossings === undefined && log.isError ? (
        <ErrorState title={t('log.error.title')} onRetry={() => void log.refetch()} retrying={log.isFetching}>
          {t('log.error.text')}
        </ErrorState>
      ) : crossings?.length === 0 ? (
        <EmptyState title={t('log.empty.title')}>{t('log.empty.text')}</EmptyState>
      ) : (
        <ul className="crossings">
          {crossings === undefined
            ? SKELETONS.map((key) => <LoadingCrossing key={key} />)
            : crossings.map((crossing) => (
                <Crossing key={crossing.id} crossing={crossing} fresh={crossing.readAt === null}>
                  <Ways crossing={crossing} />
                </Crossing>
              ))}
        </ul>
      )}
      {log.hasNextPage && (
        <div className="card-footer">
          <output className="small quiet">{log.isFetchNextPageError ? t('log.moreError') : ''}</output>
          <Button
            size="small"
            variant="ghost"
            busy={log.isFetchingNextPage}
            busyLabel={t('log.loadingMore')}
            onClick={() => void log.fetchNextPage()}
          >
            {t('log.more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Ways({ crossing }: { readonly crossing: AlertDelivery }) {
  const t = useMessages(alertsMessages);
  const f = useFormat();
  return (
    <span className="crossing-ways">
      <span className="small quiet num">{f.dateTime(crossing.priceAt, 'minute')}</span>
      <Badge tone="success">{t('log.inApp')}</Badge>
      {crossing.email !== null && (
        <Badge tone={TONES[crossing.email]}>{t(`log.mail.${crossing.email}`)}</Badge>
      )}
    </span>
  );
}

/** Entries count as read while the page is visible. */
function useReadOnSight(newest: string | null, unread: number): void {
  const { mutate } = useMarkRead();
  useEffect(() => {
    if (newest === null || unread === 0) return;
    const read = () => {
      if (document.visibilityState === 'visible') mutate(newest);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [newest, unread, mutate]);
}

export function LoadingCrossing() {
  return (
    <li className="crossing">
      <div className="crossing-text">
        <Skeleton shape="line" />
        <Skeleton shape="short" />
      </div>
    </li>
  );
}
