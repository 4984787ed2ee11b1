// Withdrawals as work: ends that wait for a second operator, what waits, by age, and the accounts that no bank says whose they are. The
// open one is in the URL, so that Back closes it and a link to it can be sent.

import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import titles from '#messages/titles.json';
import type { WithdrawalProposal } from '../../../../worker/contract/operators/withdrawals.ts';
import { presentQuery } from '../../../ui/present-query.ts';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import type { Deciding } from '../frame/decide.tsx';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { ProposalsCard } from './proposals-card.tsx';
import { useRefreshWithdrawals } from './queries.ts';
import { QueueCard } from './queue-card.tsx';

const WithdrawalDialog = lazy(async () => ({
  default: (await import('./withdrawal-dialog.tsx')).WithdrawalDialog,
}));
const EndDecision = lazy(async () => ({ default: (await import('./end-decision.tsx')).EndDecision }));
const AccountDialog = lazy(async () => ({ default: (await import('./account-dialog.tsx')).AccountDialog }));

type Parameter = 'withdrawal' | 'account';

export function Withdrawals() {
  const t = useMessages(messages);
  const [withdrawal, openWithdrawal] = useOpened('withdrawal');
  const [account, openAccount] = useOpened('account');
  const [deciding, setDeciding] = useState<Deciding<WithdrawalProposal> | null>(null);
  const decision = useOpening(deciding, deciding?.proposal.id ?? null);
  return (
    <OperatorsPanel title={titles.withdrawals.title} lead={t('lead')} actions={<Refresh />}>
      <ProposalsCard onDecide={setDeciding} onView={openWithdrawal} />
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
            onDecide={setDeciding}
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
        {decision !== null && (
          <EndDecision
            key={decision.number}
            open={decision.open}
            {...decision.value}
            onDone={() => setDeciding(null)}
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
