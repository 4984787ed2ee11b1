// The first page of an operator's day: what cannot wait, and everything that waits, with its age, who has it and the way to it.

import { isUnread } from '../../../ui/unread.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-today.json';
import titles from '#messages/titles.json';
import { Link } from '../../../i18n/link.tsx';
import { useNow } from '../../../live/use-now.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../../ui/data-state.tsx';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';
import { StaleNote } from '../../../ui/note.tsx';
import type { Today as TodayReport } from '../../../../worker/contract/operators/today.ts';
import { Age } from '../frame/age.tsx';
import { Email } from '../frame/email.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { AlertsCard } from './alerts-card.tsx';
import { useRefreshToday, useToday } from './queries.ts';

type Waiting = TodayReport['waiting'][number];

export function Today() {
  const t = useMessages(messages);
  const today = useToday();
  const { data, dataUpdatedAt } = today;
  const refetch = () => void today.refetch();
  return (
    <OperatorsPanel
      title={titles.today.title}
      lead={t('lead')}
      actions={<Refresh onRefresh={useRefreshToday()} />}
    >
      {today.isRefetchError && (
        <StaleNote readAt={dataUpdatedAt} onRetry={refetch} retrying={today.isFetching} />
      )}
      {isUnread(today) ? (
        <Card>
          <ErrorState title={t('error.title')} onRetry={refetch} retrying={today.isFetching}>
            {t('error.text')}
          </ErrorState>
        </Card>
      ) : (
        <>
          <AlertsCard alerts={data?.alerts} />
          <WaitingCard waiting={data?.waiting} />
        </>
      )}
    </OperatorsPanel>
  );
}

function WaitingCard({ waiting }: { readonly waiting: readonly Waiting[] | undefined }) {
  const t = useMessages(messages.waiting);
  const columns = useColumns();
  const rows = waiting?.filter(({ count }) => count > 0);
  const nothing = waiting?.filter(({ count }) => count === 0).map(({ kind }) => t(`kinds.${kind}`)) ?? [];
  return (
    <Card title={t('title')} aria-busy={waiting === undefined}>
      {rows?.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <Table
          className="admin-table"
          caption={t('title')}
          rows={rows}
          rowKey={({ kind }) => kind}
          rowData={({ kind }) => ({ 'data-waits': kind })}
          skeletons={6}
          columns={columns}
        />
      )}
      {nothing.length > 0 && (
        <div className="card-footer">
          <p className="small quiet">{t('nothing', { kinds: nothing.join(', ') })}</p>
        </div>
      )}
    </Card>
  );
}

function useColumns(): readonly TableColumn<Waiting>[] {
  const t = useMessages(messages.waiting);
  const f = useFormat();
  const now = useNow(60_000);
  return [
    {
      key: 'what',
      label: t('what'),
      header: true,
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ kind, page }) => (
        <Link to={page} className="link">
          {t(`kinds.${kind}`)}
        </Link>
      ),
    },
    {
      key: 'count',
      label: t('count'),
      align: 'right',
      className: 'num',
      render: ({ count }) => f.integer(count),
    },
    {
      key: 'oldest',
      label: t('oldest'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ oldestAt }) => oldestAt !== null && <Age at={oldestAt} now={now} />,
    },
    {
      key: 'owner',
      label: t('owner'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ owners }) => <Owners owners={owners} />,
    },
  ];
}

function Owners({ owners }: Pick<Waiting, 'owners'>) {
  const t = useMessages(messages.waiting);
  const f = useFormat();
  if (owners === null) return <span className="quiet">{t('everybody')}</span>;
  return (
    <>
      {owners.emails.map((email) => (
        <span className="sub" key={email}>
          <Email>{email}</Email>
        </span>
      ))}
      {owners.nobody > 0 && (
        <span className="sub quiet">{t.count('nobody', owners.nobody, { n: f.integer(owners.nobody) })}</span>
      )}
    </>
  );
}
