// Every account of the house and all customers together: each column sums to zero.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import ledgerMessages from '#messages/operators-ledger.json';
import messages from '#messages/operators-treasury.json';
import { HOUSE_ACCOUNTS, type HouseAccount } from '../../../../worker/contract/operators/ledger.ts';
import type { TreasuryReport } from '../../../../worker/contract/operators/treasury.ts';
import type { Asset } from '../../../../worker/domain/operations.ts';
import { Card } from '../../../ui/card.tsx';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';

type Line = { readonly name: string; readonly amounts: Partial<Record<Asset, number>> };

export function HouseCard({ report }: { readonly report: TreasuryReport | undefined }) {
  const t = useMessages(messages.house);
  const names = useMessages(ledgerMessages.house.names);
  const f = useFormat();
  const column = (asset: Asset, text: (amount: number) => string): TableColumn<Line> => ({
    key: asset,
    label: t(asset),
    align: 'right',
    className: 'num',
    render: ({ amounts }) => text(amounts[asset] ?? 0),
  });
  return (
    <Card title={t('title')} aria-busy={report === undefined}>
      <Table
        className="admin-table"
        caption={t('title')}
        rows={report && linesOf(report, { nameOf: names, customers: t('customers') })}
        footer={report && [{ name: t('sum'), amounts: amountsOf(report.differences) }]}
        rowKey={({ name }) => name}
        skeletons={6}
        columns={[
          {
            key: 'account',
            label: t('account'),
            header: true,
            className: 'admin-breaks',
            render: ({ name }) => name,
          },
          column('usd', (cents) => f.amount(cents)),
          column('brl', (cents) => f.amount(cents)),
          column('gold', (ounces) => f.ounces(ounces)),
          column('silver', (ounces) => f.ounces(ounces)),
        ]}
      />
      <div className="card-footer">
        <p className="small quiet">{t('explained')}</p>
      </div>
    </Card>
  );
}

type Names = { readonly nameOf: (account: HouseAccount) => string; readonly customers: string };

function linesOf({ house, customers }: TreasuryReport, names: Names): Line[] {
  // In the order of the ledger's page.
  const accounts = HOUSE_ACCOUNTS.filter((one) => house.some(({ account }) => account === one));
  return [
    ...accounts.map((account) => ({
      name: names.nameOf(account),
      amounts: amountsOf(house.filter((sum) => sum.account === account)),
    })),
    { name: names.customers, amounts: amountsOf(customers) },
  ];
}

const amountsOf = (
  sums: readonly { readonly asset: Asset; readonly amount: number }[],
): Partial<Record<Asset, number>> => Object.fromEntries(sums.map(({ asset, amount }) => [asset, amount]));
