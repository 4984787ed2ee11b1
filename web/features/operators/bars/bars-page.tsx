// The vault: what is in it and what of it is free, bars that wait for a second operator, and the register.

import { Suspense, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-bars.json';
import titles from '#messages/titles.json';
import type { Bar, BarProposal } from '../../../../worker/contract/operators/bars.ts';
import { Button } from '../../../ui/button.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import type { Deciding } from '../frame/decide.tsx';
import { Allowed } from '../frame/may.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { ProposalsCard } from './proposals-card.tsx';
import { useRefreshVault } from './queries.ts';
import { RegisterCard } from './register-card.tsx';
import { StockCard } from './stock-card.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ReceiptDialog = lazyPart(() => import('./receipt-dialog.tsx'), 'ReceiptDialog');
const BarDecision = lazyPart(() => import('./confirmations.tsx'), 'BarDecision');
const ReleaseConfirmation = lazyPart(() => import('./confirmations.tsx'), 'ReleaseConfirmation');

export function Bars() {
  const t = useMessages(messages);
  const [receiving, setReceiving] = useState(false);
  const [leaving, setLeaving] = useState<Bar | null>(null);
  const [deciding, setDeciding] = useState<Deciding<BarProposal> | null>(null);
  const receipt = useOpening(receiving ? 'receipt' : null, receiving ? 'receipt' : null);
  const release = useOpening(leaving, leaving?.id ?? null);
  const decision = useOpening(deciding, deciding?.proposal.id ?? null);
  return (
    <OperatorsPanel
      title={titles.bars.title}
      lead={t('lead')}
      actions={<Actions onReceive={() => setReceiving(true)} />}
    >
      <StockCard />
      <ProposalsCard onDecide={setDeciding} />
      <RegisterCard onRelease={setLeaving} />
      <Suspense fallback={null}>
        {receipt !== null && (
          <ReceiptDialog key={receipt.number} open={receipt.open} onClose={() => setReceiving(false)} />
        )}
        {release !== null && (
          <ReleaseConfirmation
            key={release.number}
            open={release.open}
            bar={release.value}
            onDone={() => setLeaving(null)}
          />
        )}
        {decision !== null && (
          <BarDecision
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

function Actions({ onReceive }: { readonly onReceive: () => void }) {
  const t = useMessages(messages);
  return (
    <>
      <Refresh onRefresh={useRefreshVault()} />
      <Allowed to="bars.propose">
        <Button variant="primary" onClick={onReceive}>
          {t('receive')}
        </Button>
      </Allowed>
    </>
  );
}
