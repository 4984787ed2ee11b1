// Deposits in reais that the payer's bank asks for. Not on the page while there are none; the card of payments says where reading fails.

import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import type { ContestedReais } from '../../../../worker/contract/operators/reais.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';
import { Age } from '../frame/age.tsx';
import { Email } from '../frame/email.tsx';
import { CustomerName } from './customer-name.tsx';
import { reaisQuery } from './queries.ts';

type ContestedCardProps = { readonly onView: (depositId: string) => void };

export function ContestedCard({ onView }: ContestedCardProps) {
  const t = useMessages(messages.contested);
  const { data, dataUpdatedAt } = usePages(reaisQuery());
  const columns = useColumns(onView, dataUpdatedAt);
  const contested = data?.pages.flatMap((page) => page.contested) ?? [];
  if (contested.length === 0) return null;
  return (
    <Card title={t('title')}>
      <Table
        className="admin-table"
        caption={t('title')}
        rows={contested}
        rowKey={({ depositId }) => depositId}
        rowData={({ depositId }) => ({ 'data-contested': depositId })}
        columns={columns}
      />
      <p className="card-note small quiet">{t('explained')}</p>
    </Card>
  );
}

function useColumns(
  onView: ContestedCardProps['onView'],
  readAt: number,
): readonly TableColumn<ContestedReais>[] {
  const t = useMessages(messages.contested);
  const list = useMessages(messages.list);
  const f = useFormat();
  return [
    {
      key: 'deposit',
      label: t('columns.deposit'),
      header: true,
      className: 'num',
      render: ({ depositId, usdCents, brlCents, customer }) => (
        <>
          <button
            type="button"
            className="link num"
            aria-label={list('viewNamed', { amount: f.money(usdCents), name: customer.name })}
            onClick={() => onView(depositId)}
          >
            {f.money(usdCents)}
          </button>
          <span className="sub">{f.money(brlCents, 'BRL')}</span>
        </>
      ),
    },
    {
      key: 'who',
      label: list('columns.who'),
      className: 'admin-breaks',
      render: ({ customer }) => (
        <>
          <CustomerName customer={customer} />
          <span className="sub">
            <Email>{customer.email}</Email>
          </span>
        </>
      ),
    },
    {
      key: 'since',
      label: t('columns.since'),
      className: 'num',
      render: ({ contestedAt }) => <Age at={contestedAt} now={readAt} />,
    },
    {
      key: 'state',
      label: list('columns.state'),
      className: 'admin-breaks',
      render: ({ takenBackAt, takenBrlCents }) =>
        takenBackAt === null ? (
          <Badge tone="pending">{t('asked')}</Badge>
        ) : (
          <>
            <Badge tone="failed">{t('taken')}</Badge>
            {takenBrlCents !== null && <span className="sub">{f.money(takenBrlCents, 'BRL')}</span>}
            <span className="sub">{f.dateTime(takenBackAt, 'dayMonthTime')}</span>
          </>
        ),
    },
  ];
}
