// What the house has and owes, and the customers on the other side: each column sums to zero.

import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { LedgerOverview } from '../../../../worker/contract/operators/ledger.ts';
import { useLedger } from './queries.ts';

type Balances = LedgerOverview['customers'];
const ACCOUNTS = ['cash', 'metal', 'fees', 'promotion'] as const;

export function HouseCard() {
  const t = useWords(adminLedgerWords);
  const f = useFormat();
  const ledger = useLedger();
  const { data, dataUpdatedAt } = ledger;
  return (
    <Card title={t('house.title')} aria-busy={ledger.isPending}>
      {ledger.isRefetchError && (
        <div className="ledger-note">
          <Note tone="warning" role="alert">
            {t('outdated', { time: f.dateTime(dataUpdatedAt, 'time') })}
          </Note>
        </div>
      )}
      {data === undefined && ledger.isError ? (
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

function HouseTable({ ledger }: { readonly ledger: LedgerOverview | undefined }) {
  const t = useWords(adminLedgerWords);
  const sum = ledger === undefined ? undefined : [...ledger.house, ledger.customers].reduce(added, NOTHING);
  return (
    <table className="table table-cards admin-table">
      <caption className="visually-hidden">{t('house.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('house.account')}</th>
          <th scope="col" className="r">
            {t('house.usd')}
          </th>
          <th scope="col" className="r">
            {t('house.gold')}
          </th>
          <th scope="col" className="r">
            {t('house.silver')}
          </th>
        </tr>
      </thead>
      <tbody>
        {ACCOUNTS.map((account) => (
          <Line
            key={account}
            label={t(`house.names.${account}`)}
            balances={ledger?.house.find((one) => one.account === account)}
          />
        ))}
        <Line label={t('house.customers')} balances={ledger?.customers} />
      </tbody>
      <tfoot>
        <Line label={t('house.sum')} balances={sum} />
      </tfoot>
    </table>
  );
}

const NOTHING: Balances = { usdCents: 0, goldE4: 0, silverE4: 0 };

function added(sum: Balances, { usdCents, goldE4, silverE4 }: Balances): Balances {
  return {
    usdCents: sum.usdCents + usdCents,
    goldE4: sum.goldE4 + goldE4,
    silverE4: sum.silverE4 + silverE4,
  };
}

/** A balance of nothing has no sign. */
function Line({ label, balances }: { readonly label: string; readonly balances: Balances | undefined }) {
  const t = useWords(adminLedgerWords);
  const f = useFormat();
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="r" data-l={t('house.usd')}>
        {balances === undefined ? <Skeleton shape="short" /> : f.amount(balances.usdCents)}
      </td>
      <td className="r" data-l={t('house.gold')}>
        {balances === undefined ? <Skeleton shape="short" /> : f.ounces(balances.goldE4)}
      </td>
      <td className="r" data-l={t('house.silver')}>
        {balances === undefined ? <Skeleton shape="short" /> : f.ounces(balances.silverE4)}
      </td>
    </tr>
  );
}
