// Every alert that fired, newest first, with its notifications. Seeing the log marks the bell as read.

import { useEffect } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import alertsMessages from '#messages/alerts.json';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ListBody } from '../../ui/list-card.tsx';
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
const SKELETONS = 2;

export function AlertLogCard() {
  const t = useMessages(alertsMessages);
  const query = useAlertLog();
  const first = query.data?.pages[0];
  useReadOnSight(first?.deliveries[0]?.id ?? null, first?.unread ?? 0);
  return (
    <Card title={t('log.title')} aria-busy={query.isPending}>
      <ListBody
        query={query}
        rowsOf={(page) => page.deliveries}
        texts={{
          error: { title: t('log.error.title'), text: t('log.error.text') },
          empty: { title: t('log.empty.title'), text: t('log.empty.text') },
          more: { action: t('log.more'), busy: t('log.loadingMore'), failed: t('log.moreError') },
        }}
      >
        {(crossings) => (
          <ul className="crossings">
            {crossings === undefined
              ? Array.from({ length: SKELETONS }, (_, index) => <LoadingCrossing key={index} />)
              : crossings.map((crossing) => (
                  <Crossing key={crossing.id} crossing={crossing} fresh={crossing.readAt === null}>
                    <Ways crossing={crossing} />
                  </Crossing>
                ))}
          </ul>
        )}
      </ListBody>
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
