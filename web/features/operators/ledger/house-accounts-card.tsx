// The balances of the house's accounts and of all customers together: each column sums to zero.

import { isUnread } from '../../../ui/unread.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import { Card } from '../../../ui/card.tsx';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { StaleNote } from '../../../ui/note.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { HOUSE_ACCOUNTS, type LedgerOverview } from '../../../../worker/contract/operators/ledger.ts';
import { useLedger } from './queries.ts';

type Balances = LedgerOverview['customers'];

export function HouseAccountsCard() {
  const t = useMessages(operatorsLedgerMessages);
  const ledger = useLedger();
  const { data, dataUpdatedAt } = ledger;
  return (
    <Card title={t('house.title')} aria-busy={ledger.isPending}>
      {ledger.isRefetchError && (
        <StaleNote
          readAt={dataUpdatedAt}
          onRetry={() => void ledger.refetch()}
          retrying={ledger.isFetching}
          inset
        />
      )}
      {isUnread(ledger) ? (
        <ErrorState
          title={t('error.title')}
          onRetry={() => void ledger.refetch()}
          retrying={ledger.isFetching}
        >
          {t('error.text')}
        </ErrorState>
      ) : (
        <HouseTable ledger={data} />
      )}
      <div className="card-footer">
        <p className="small quiet">{t('house.explained')}</p>
      </div>
    </Card>
  );
}

type Line = { readonly label: string; readonly balances: Balances | undefined };

function HouseTable({ ledger }: { readonly ledger: LedgerOverview | undefined }) {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const lines: Line[] = [
    ...HOUSE_ACCOUNTS.map((account) => ({
      label: t(`house.names.${account}`),
      balances: ledger?.house.find((one) => one.account === account),
    })),
    { label: t('house.customers'), balances: ledger?.customers },
  ];
  const sum = ledger && [...ledger.house, ledger.customers].reduce(added, ZERO);
  const column = (key: string, label: string, text: (balances: Balances) => string): TableColumn<Line> => ({
    key,
    label,
    align: 'right',
    render: ({ balances }) => (balances === undefined ? <Skeleton shape="short" /> : text(balances)),
  });
  return (
    <Table
      className="admin-table"
      caption={t('house.title')}
      rows={lines}
      footer={[{ label: t('house.sum'), balances: sum }]}
      rowKey={({ label }) => label}
      columns={[
        { key: 'account', label: t('house.account'), header: true, render: ({ label }) => label },
        column('usd', t('house.usd'), ({ usdCents }) => f.amount(usdCents)),
        column('gold', t('house.gold'), ({ goldE4 }) => f.ounces(goldE4)),
        column('silver', t('house.silver'), ({ silverE4 }) => f.ounces(silverE4)),
      ]}
    />
  );
}

const ZERO: Balances = { usdCents: 0, goldE4: 0, silverE4: 0 };

function added(sum: Balances, { usdCents, goldE4, silverE4 }: Balances): Balances {
  return {
    usdCents: sum.usdCents + usdCents,
    goldE4: sum.goldE4 + goldE4,
    silverE4: sum.silverE4 + silverE4,
  };
}
