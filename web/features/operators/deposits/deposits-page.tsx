// Deposits as work: proposals that wait for a second operator, payments in reais that nobody is known for, contested ones, and the list
// by what waits. The open deposit and the filters are in the URL, so that one operator can send them to another.

import { Suspense, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import titles from '#messages/titles.json';
import type { DepositProposal } from '../../../../worker/contract/operators/deposits.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import type { Deciding } from '../frame/decide.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { useOpened } from '../frame/use-opened.ts';
import { ContestedCard } from './contested-card.tsx';
import { DepositsCard } from './deposits-card.tsx';
import { HandRefundsCard } from './hand-refunds-card.tsx';
import { ProposalsCard } from './proposals-card.tsx';
import { useRefreshDeposits } from './queries.ts';
import { ReaisCard } from './reais-card.tsx';
import type { RefundQuestion } from './refund-confirmation.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const DepositDialog = lazyPart(() => import('./deposit-dialog.tsx'), 'DepositDialog');
const DepositDecision = lazyPart(() => import('./deposit-decision.tsx'), 'DepositDecision');
const RefundConfirmation = lazyPart(() => import('./refund-confirmation.tsx'), 'RefundConfirmation');

export function Deposits() {
  const t = useMessages(messages);
  const [opened, go] = useOpened('deposit');
  const [deciding, setDeciding] = useState<Deciding<DepositProposal> | null>(null);
  const decision = useOpening(deciding, deciding?.proposal.id ?? null);
  const [asked, setAsked] = useState<RefundQuestion | null>(null);
  const refund = useOpening(asked, asked === null ? null : `${asked.how} ${asked.gateway} ${asked.id}`);
  return (
    <OperatorsPanel
      title={titles.deposits.title}
      lead={t('lead')}
      actions={<Refresh onRefresh={useRefreshDeposits()} />}
    >
      <ProposalsCard onDecide={setDeciding} onView={go} />
      <ReaisCard onAsk={setAsked} />
      <HandRefundsCard onAsk={setAsked} />
      <ContestedCard onView={go} />
      <DepositsCard onView={go} />
      <Suspense fallback={null}>
        {opened !== null && (
          <DepositDialog
            key={opened.number}
            open={opened.open}
            id={opened.value}
            onDecide={setDeciding}
            onClose={() => go(null)}
          />
        )}
        {decision !== null && (
          <DepositDecision
            key={decision.number}
            open={decision.open}
            {...decision.value}
            onDone={() => setDeciding(null)}
          />
        )}
        {refund !== null && (
          <RefundConfirmation
            key={refund.number}
            open={refund.open}
            of={refund.value}
            onDone={() => setAsked(null)}
          />
        )}
      </Suspense>
    </OperatorsPanel>
  );
}
