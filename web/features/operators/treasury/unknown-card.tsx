// Reais that arrived and of which nobody knows whose they are.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import type { TreasuryReport } from '../../../../worker/contract/operators/treasury.ts';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/data-table.tsx';

export function UnknownCard({ payments }: { readonly payments: TreasuryReport['unknown'] }) {
  const t = useMessages(messages.unknown);
  const methods = useMessages(messages.flows);
  const f = useFormat();
  return (
    <Card title={t('title')}>
      <Table
        className="admin-table"
        caption={t('title')}
        rows={payments}
        rowKey={({ gateway, id }) => `${gateway} ${id}`}
        columns={[
          {
            key: 'payment',
            label: t('payment'),
            header: true,
            className: 'admin-breaks',
            render: ({ gateway, id, method }) => (
              <>
                {id}
                <span className="sub">
                  {methods(`methods.${method}`)}, {gateway}
                </span>
              </>
            ),
          },
          {
            key: 'amount',
            label: t('amount'),
            align: 'right',
            className: 'num',
            render: ({ brlCents }) => f.money(brlCents, 'BRL'),
          },
          {
            key: 'paid',
            label: t('paid'),
            className: 'num',
            render: ({ paidAt }) => f.dateTime(paidAt, 'dayMonthTime'),
          },
        ]}
      />
      <div className="card-footer">
        <p className="small quiet">{t('explained')}</p>
      </div>
    </Card>
  );
}
