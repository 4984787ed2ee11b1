// Accounts that wait: no bank says whose they are, so an operator looks.

import { usePages } from '../../../api/paged.ts';
import { relativeTime } from '../../../i18n/relative-time.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import { useNow } from '../../../live/use-now.ts';
import type { WaitingPayoutAccount } from '../../../../worker/contract/operators/payout-accounts.ts';
import { MINUTE_MS } from '../../../../worker/domain/time.ts';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { Email } from '../frame/email.tsx';
import { waitingAccountsQuery } from './queries.ts';

export function AccountsCard({ onView }: { readonly onView: (id: string) => void }) {
  const t = useMessages(messages);
  const f = useFormat();
  return (
    <ListCard
      title={t('accounts.title')}
      query={usePages(waitingAccountsQuery())}
      rowsOf={(page) => page.accounts}
      rowKey={({ id }) => id}
      rowData={({ id }) => ({ 'data-account': id })}
      columns={useColumns(onView)}
      tableClass="admin-table"
      skeletons={2}
      texts={{
        error: { title: t('accounts.error.title'), text: t('accounts.error.text') },
        empty: { title: t('accounts.empty.title'), text: t('accounts.empty.text') },
      }}
      shown={(n) => t.count('accounts.shown', n, { n: f.integer(n) })}
    />
  );
}

function useColumns(onView: (id: string) => void): readonly TableColumn<WaitingPayoutAccount>[] {
  const t = useMessages(messages);
  const f = useFormat();
  const now = useNow(MINUTE_MS);
  return [
    {
      key: 'customer',
      label: t('columns.customer'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ id, fullName, email }) => (
        <>
          <button
            type="button"
            className="link"
            aria-label={t('accounts.viewNamed', { name: fullName })}
            onClick={() => onView(id)}
          >
            {fullName}
          </button>
          <span className="sub">
            <Email>{email}</Email>
          </span>
        </>
      ),
    },
    {
      key: 'account',
      label: t('columns.to'),
      className: 'admin-breaks',
      skeleton: ['short', 'line'],
      render: ({ method, masked, othersDecide }) => (
        <>
          {t(`methods.${method}`)}
          <span className="sub">{masked}</span>
          {othersDecide && <span className="sub">{t('ownAccount')}</span>}
        </>
      ),
    },
    {
      key: 'age',
      label: t('columns.age'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ createdAt }) => (
        <>
          {relativeTime(f.locale, createdAt, now)}
          <span className="sub">
            <time dateTime={createdAt}>{f.dateTime(createdAt, 'dayMonthTime')}</time>
          </span>
        </>
      ),
    },
  ];
}
