import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import type { LedgerOperation } from '../../../../worker/contract/operators/ledger.ts';
import { Table } from '../../../ui/data-table.tsx';
import '../../../styles/operators.css';

type EntriesTableProps = Pick<LedgerOperation, 'entries'> & { readonly title: string };

/** Both sides of an operation; each asset sums to zero. */
export function EntriesTable({ title, entries }: EntriesTableProps) {
  const t = useMessages(operatorsLedgerMessages);
  const names = useMessages(commonMessages);
  const f = useFormat();
  return (
    <section className="ledger-section">
      <h3>{title}</h3>
      {entries.length === 0 ? (
        <p className="small quiet">{t('operation.noEntries')}</p>
      ) : (
        <Table
          className="ledger-lines"
          cards={false}
          caption={title}
          rows={entries}
          rowKey={({ account, asset }) => `${account} ${asset}`}
          columns={[
            {
              key: 'account',
              label: t('operation.account'),
              header: true,
              render: ({ account }) =>
                account === 'customer' ? t('operation.customerAccount') : t(`house.names.${account}`),
            },
            {
              key: 'asset',
              label: t('operation.asset'),
              render: ({ asset }) =>
                asset === 'usd' || asset === 'brl' ? t(`operation.${asset}`) : names(`metals.${asset}`),
            },
            {
              key: 'value',
              label: t('operation.value'),
              align: 'right',
              render: ({ asset, amount }) =>
                asset === 'usd' || asset === 'brl' ? f.amount(amount, 'always') : f.weight(amount, 'always'),
            },
          ]}
        />
      )}
    </section>
  );
}
