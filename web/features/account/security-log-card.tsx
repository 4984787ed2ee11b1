// Account, Security: the account's sensitive events, newest first.

import { useInfiniteQuery } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { pagedQuery } from '../../api/paged.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import securityLogMessages from '#messages/security-log.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { StaleNote } from '../../ui/stale-note.tsx';
import { type SecurityEvent, SecurityLog } from '../../../worker/contract/own-sessions.ts';
import { TEAM_EVENT_KINDS } from '../../../worker/domain/security-events.ts';
import { SECURITY_LOG_KEPT_DAYS } from '../../../worker/domain/session-rules.ts';
import { SecurityLoadingRow } from './security-loading-row.tsx';
import '../../styles/safety.css';

const SHOWN_AT_ONCE = 8;
const SKELETONS = ['one', 'two', 'three', 'four'] as const;

const securityLogQuery = pagedQuery(queryKeys.securityLog, (cursor) =>
  receive(SecurityLog, api.auth['security-log'].$get({ query: { limit: String(SHOWN_AT_ONCE), ...cursor } })),
);

export function SecurityLogCard() {
  const t = useMessages(securityLogMessages);
  const f = useFormat();
  const log = useInfiniteQuery(securityLogQuery);
  const events = log.data?.pages.flatMap((page) => page.events);
  return (
    <Card title={t('title')} className="safety-card" aria-busy={log.isPending}>
      <p className="safety-lead">{t('text', { days: f.integer(SECURITY_LOG_KEPT_DAYS) })}</p>
      {events === undefined && log.isError ? (
        <ErrorState title={t('error.title')} onRetry={() => void log.refetch()} retrying={log.isFetching}>
          {t('error.text')}
        </ErrorState>
      ) : events?.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <>
          {log.isRefetchError && (
            <div className="safety-note">
              <StaleNote
                readAt={log.dataUpdatedAt}
                texts={{ title: t('outdated.title'), text: (time) => t('outdated.text', { time }) }}
              />
            </div>
          )}
          <ul className="safety-list">
            {events === undefined
              ? SKELETONS.map((key) => <SecurityLoadingRow key={key} />)
              : events.map((event) => <EventRow key={event.id} event={event} />)}
          </ul>
        </>
      )}
      {log.hasNextPage && (
        <div className="safety-foot safety-foot-split">
          <output className="small quiet">{log.isFetchNextPageError ? t('moreError') : ''}</output>
          <Button
            size="small"
            variant="ghost"
            busy={log.isFetchingNextPage}
            busyLabel={t('loadingMore')}
            onClick={() => void log.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function EventRow({ event }: { readonly event: SecurityEvent }) {
  const t = useMessages(securityLogMessages);
  const f = useFormat();
  const kind = t(`kinds.${event.kind}`);
  const where = [
    event.device ?? t(TEAM_EVENT_KINDS.has(event.kind) ? 'team' : 'unknown'),
    ...(event.place === null ? [] : [event.place]),
    ...(event.times > 1 ? [t.count('times', event.times)] : []),
  ];
  return (
    <li className="safety-row">
      <div className="safety-what">
        <p className="safety-name">
          {event.detail === null ? kind : t('named', { what: kind, name: event.detail })}
        </p>
        <p className="small quiet">{where.join(' · ')}</p>
      </div>
      <time className="small quiet num" dateTime={event.at}>
        {f.dateTime(event.at, 'minute')}
      </time>
    </li>
  );
}
