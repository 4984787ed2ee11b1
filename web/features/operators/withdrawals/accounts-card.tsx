// Accounts that wait: no bank says whose they are, so an operator looks.

import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import type { WaitingPayoutAccount } from '../../../../worker/contract/operators/payout-accounts.ts';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { useSharedColumns } from './columns.tsx';
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
  return useSharedColumns<WaitingPayoutAccount>(
    ({ id, fullName, email, method, masked, othersDecide, createdAt }) => ({
      id,
      name: fullName,
      email,
      label: t('accounts.viewNamed', { name: fullName }),
      method,
      to: masked,
      note: othersDecide ? t('ownAccount') : null,
      since: createdAt,
    }),
    onView,
  );
}
