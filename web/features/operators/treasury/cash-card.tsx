// Money at gateways and banks, by whom it came or left, and its sum beside the ledger's accounts.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import type { TreasuryReport } from '../../../../worker/contract/operators/treasury.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/data-table.tsx';
import { useAssetText } from './use-asset-text.ts';

export function CashCard({ report }: { readonly report: TreasuryReport | undefined }) {
  const t = useMessages(messages.cash);
  const f = useFormat();
  const { nameOf } = useAssetText();
  const totalOf = (asset: 'usd' | 'brl') =>
    (report?.cash ?? [])
      .filter((sum) => sum.asset === asset && sum.origin !== 'trades')
      .reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Card title={t('title')} aria-busy={report === undefined}>
      <Table
        className="admin-table"
        caption={t('title')}
        rows={report?.cash}
        rowKey={({ asset, origin, gateway }) => `${asset} ${origin} ${gateway}`}
        skeletons={2}
        empty={t('empty')}
        columns={[
          {
            key: 'gateway',
            label: t('gateway'),
            header: true,
            className: 'admin-breaks',
            render: ({ origin, gateway }) => (
              <>
                {origin === 'payments' ? (gateway ?? t('other')) : t(origin)}{' '}
                {gateway === 'sandbox' && <Badge tone="pending">{t('sandbox')}</Badge>}
              </>
            ),
          },
          { key: 'currency', label: t('currency'), render: ({ asset }) => nameOf(asset) },
          {
            key: 'amount',
            label: t('amount'),
            align: 'right',
            className: 'num',
            // The currency stands beside it: on a small phone the sign would break the figure.
            render: ({ amount }) => f.amount(amount),
          },
        ]}
      />
      <div className="card-footer">
        <p className="small quiet">
          {t('explained', { usd: f.money(totalOf('usd')), brl: f.money(totalOf('brl'), 'BRL') })}
        </p>
      </div>
    </Card>
  );
}
