// Withdrawals as work: what waits, by age, and the accounts that no bank says whose they are. The open one is in the URL, so that Back
// closes it and a link to it can be sent.

import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import titles from '#messages/titles.json';
import { presentQuery } from '../../../ui/present-query.ts';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { useRefreshWithdrawals } from './queries.ts';
import { QueueCard } from './queue-card.tsx';

const WithdrawalDialog = lazy(async () => ({
  default: (await import('./withdrawal-dialog.tsx')).WithdrawalDialog,
}));
const AccountDialog = lazy(async () => ({ default: (await import('./account-dialog.tsx')).AccountDialog }));

type Parameter = 'withdrawal' | 'account';

export function Withdrawals() {
  const t = useMessages(messages);
  const [withdrawal, openWithdrawal] = useOpened('withdrawal');
  const [account, openAccount] = useOpened('account');
  return (
    <OperatorsPanel title={titles.withdrawals.title} lead={t('lead')} actions={<Refresh />}>
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

function useOpened(parameter: Parameter) {
  const [address, setAddress] = useSearchParams();
  const shown = address.get(parameter);
  const go = (id: string | null) => {
    const next = presentQuery();
    if (id === null) next.delete(parameter);
    else next.set(parameter, id);
    setAddress(next, { replace: id === null, preventScrollReset: true });
  };
  return [useOpening(shown, shown), go] as const;
}

function Refresh() {
  const t = useMessages(messages);
  return (
    <RefreshButton busyLabel={t('refreshing')} onRefresh={useRefreshWithdrawals()}>
      {t('refresh')}
    </RefreshButton>
  );
}
