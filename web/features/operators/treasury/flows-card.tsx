// What comes, or goes, next: day by day and by method.

import { brasiliaDay } from '../../../../worker/domain/brasilia.ts';
import type { MoneyFlow } from '../../../../worker/contract/operators/treasury.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import transactionsMessages from '#messages/transactions.json';
import { useNow } from '../../../live/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/data-table.tsx';

type FlowsCardProps = {
  readonly title: string;
  readonly note: string;
  readonly flows: readonly MoneyFlow[] | undefined;
};

export function FlowsCard({ title, note, flows }: FlowsCardProps) {
  const t = useMessages(messages.flows);
  const methods = useMessages(transactionsMessages.methods);
  const f = useFormat();
  const today = brasiliaDay(useNow(60_000));
  return (
    <Card title={title} aria-busy={flows === undefined}>
      <Table
        className="admin-table"
        caption={title}
        rows={flows}
        rowKey={({ day, method }) => `${day} ${method}`}
        skeletons={2}
        empty={t('empty')}
        columns={[
          {
            key: 'day',
            label: t('day'),
            header: true,
            render: ({ day }) => (
              <>
                {f.dateTime(`${day}T00:00:00.000Z`, 'dayMonthYear', 'UTC')}{' '}
                {day < today && <Badge tone="failed">{t('late')}</Badge>}
              </>
            ),
          },
          { key: 'method', label: t('method'), render: ({ method }) => methods(method) },
          {
            key: 'count',
            label: t('count'),
            align: 'right',
            className: 'num',
            render: ({ count }) => f.integer(count),
          },
          {
            key: 'cents',
            label: t('amount'),
            align: 'right',
            className: 'num',
            render: ({ cents }) => f.money(cents),
          },
        ]}
      />
      <div className="card-footer">
        <p className="small quiet">{note}</p>
      </div>
    </Card>
  );
}
