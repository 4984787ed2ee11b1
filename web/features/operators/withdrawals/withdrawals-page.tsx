// Withdrawals as work: ends that wait for a second operator, what waits, by age, and the accounts that no bank says whose they are. The
// open one is in the URL, so that Back closes it and a link to it can be sent.

import { Suspense, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import titles from '#messages/titles.json';
import type { WithdrawalProposal } from '../../../../worker/contract/operators/withdrawals.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import type { Deciding } from '../frame/decide.tsx';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { AccountsCard } from './accounts-card.tsx';
import { ProposalsCard } from './proposals-card.tsx';
import { useRefreshWithdrawals } from './queries.ts';
import { QueueCard } from './queue-card.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const WithdrawalDialog = lazyPart(() => import('./withdrawal-dialog.tsx'), 'WithdrawalDialog');
const EndDecision = lazyPart(() => import('./end-decision.tsx'), 'EndDecision');
const AccountDialog = lazyPart(() => import('./account-dialog.tsx'), 'AccountDialog');

export function Withdrawals() {
  const t = useMessages(messages);
  const [withdrawal, openWithdrawal] = useOpened('withdrawal');
  const [account, openAccount] = useOpened('account');
  const [deciding, setDeciding] = useState<Deciding<WithdrawalProposal> | null>(null);
  const decision = useOpening(deciding, deciding?.proposal.id ?? null);
  return (
    <OperatorsPanel
      title={titles.withdrawals.title}
      lead={t('lead')}
      actions={<Refresh onRefresh={useRefreshWithdrawals()} />}
    >
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
