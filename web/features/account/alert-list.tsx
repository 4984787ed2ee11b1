import { isUnread } from '../../ui/unread.ts';
import { useRef } from 'react';
import { accountTerms } from '../../i18n/account-terms.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import alertsMessages from '#messages/alerts.json';
import type { AlertList } from '../../../worker/contract/alerts.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/data-state.tsx';
import { StaleNote } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AlertRow } from './alert-row.tsx';
import { useAlerts } from './alerts.ts';

const SKELETONS = ['one', 'two', 'three'] as const;

/** All alerts of the user, those that are switched off too (A2). */
export function AlertListCard() {
  const t = useMessages(alertsMessages);
  const f = useFormat();
  const list = useAlerts();
  const region = useRef<HTMLElement>(null);
  const { data } = list;
  const count =
    data !== undefined && data.alerts.length > 0 ? (
      <span className="small quiet num">
        {t('list.count', { ...accountTerms(f.locale), n: f.integer(data.alerts.length) })}
      </span>
    ) : undefined;
  return (
    <Card
      ref={region}
      tabIndex={-1}
      title={t('list.title')}
      aside={count}
      className="alerts-card"
      aria-busy={list.isPending}
    >
      {isUnread(list) ? (
        <ErrorState
          title={t('list.error.title')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          {t('list.error.text')}
        </ErrorState>
      ) : data === undefined ? (
        <ul className="alert-list">
          {SKELETONS.map((key) => (
            <LoadingRow key={key} />
          ))}
        </ul>
      ) : (
        <>
          {list.isError && (
            <div className="alerts-outdated">
              <StaleNote
                readAt={list.dataUpdatedAt}
                texts={{ title: t('list.outdated.title'), text: (time) => t('list.outdated.text', { time }) }}
                onRetry={() => void list.refetch()}
                retrying={list.isFetching}
              />
            </div>
          )}
          {data.alerts.length === 0 ? (
            <EmptyState title={t('list.empty.title')}>{t('list.empty.text')}</EmptyState>
          ) : (
            <ul className="alert-list">
              {data.alerts.map((alert) => (
                // The focus of a deleted alert goes to the list.
                <AlertRow key={alert.id} alert={alert} onGone={() => region.current?.focus()} />
              ))}
            </ul>
          )}
          <Ways by={data.by} />
        </>
      )}
    </Card>
  );
}

/** Through which channels the user is notified, and where to change that. */
function Ways({ by }: { readonly by: AlertList['by'] }) {
  const t = useMessages(alertsMessages);
  const { locale } = useFormat();
  const ways = new Intl.ListFormat(locale).format([t('ways.bell'), ...by.map((way) => t(`ways.${way}`))]);
  return (
    <p className="alerts-ways small quiet">
      {t('ways.told', { ways })}{' '}
      <Link className="link" to="/profile/settings">
        {t('ways.settings')}
      </Link>
    </p>
  );
}

function LoadingRow() {
  return (
    <li className="alert-row">
      <div className="alert-what">
        <Skeleton shape="line" />
        <Skeleton shape="short" />
      </div>
      <div className="alert-state">
        <Skeleton shape="badge" />
      </div>
      <div className="alert-actions">
        <Skeleton shape="badge" />
      </div>
    </li>
  );
}
