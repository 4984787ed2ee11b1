// Every account of the house and all customers together: each column sums to zero.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import type { TreasuryReport } from '../../../../worker/contract/operators/treasury.ts';
import type { Asset } from '../../../../worker/domain/operations.ts';
import { Card } from '../../../ui/card.tsx';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';

type Line = { readonly name: string; readonly amounts: Partial<Record<Asset, number>> };

const NAMES: Readonly<Record<string, string>> = messages.accounts;

export function HouseCard({ report }: { readonly report: TreasuryReport | undefined }) {
  const t = useMessages(messages.house);
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
        rows={report && linesOf(report, t('customers'))}
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

function linesOf({ house, customers }: TreasuryReport, customersName: string): Line[] {
  const accounts = [...new Set(house.map(({ account }) => account))].toSorted();
  return [
    ...accounts.map((account) => ({
      name: NAMES[account] ?? account,
      amounts: amountsOf(house.filter((sum) => sum.account === account)),
    })),
    { name: customersName, amounts: amountsOf(customers) },
  ];
}

const amountsOf = (
  sums: readonly { readonly asset: Asset; readonly amount: number }[],
): Partial<Record<Asset, number>> => Object.fromEntries(sums.map(({ asset, amount }) => [asset, amount]));
