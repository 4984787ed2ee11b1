// Withdrawals as work: what waits, by age, and the accounts that no bank says whose they are. The open one is in the URL, so that Back
// closes it and a link to it can be sent.

import { lazy, Suspense } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import titles from '#messages/titles.json';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { AccountsCard } from './accounts-card.tsx';
import { useRefreshWithdrawals } from './queries.ts';
import { QueueCard } from './queue-card.tsx';

const WithdrawalDialog = lazy(async () => ({
  default: (await import('./withdrawal-dialog.tsx')).WithdrawalDialog,
}));
const AccountDialog = lazy(async () => ({ default: (await import('./account-dialog.tsx')).AccountDialog }));

export function Withdrawals() {
  const t = useMessages(messages);
  const [withdrawal, openWithdrawal] = useOpened('withdrawal');
  const [account, openAccount] = useOpened('account');
  return (
    <OperatorsPanel
      title={titles.withdrawals.title}
      lead={t('lead')}
      actions={<Refresh onRefresh={useRefreshWithdrawals()} />}
    >
      <QueueCard onView={openWithdrawal} />
      <Allowed to="payouts.decide">
        <AccountsCard onView={openAccount} />
      </Allowed>
      <Suspense fallback={null}>
        {withdrawal !== null && (
          <WithdrawalDialog
            key={`withdrawal-${withdrawal.number}`}
            open={withdrawal.open}
            id={withdrawal.value}
            onClose={() => openWithdrawal(null)}
          />
        )}
        {account !== null && (
          <AccountDialog
            key={`account-${account.number}`}
            open={account.open}
            id={account.value}
            onClose={() => openAccount(null)}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}
