// Who runs the product: for owners, who propose changes and decide about each other's proposals.

import { Suspense, useState } from 'react';
import { type Asked, OperatorsCard } from './operators-card.tsx';
import { ProposalsCard } from './proposals-card.tsx';
import { useRefreshPeople } from './queries.ts';
import type { OperatorProposal } from '../../../../worker/contract/operators/operators.ts';
import type { Deciding } from '../frame/decide.tsx';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import titles from '#messages/titles.json';
import { Button } from '../../../ui/button.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const TermsDialog = lazyPart(() => import('./terms-dialog.tsx'), 'TermsDialog');
const PeopleDecision = lazyPart(() => import('./confirmations.tsx'), 'PeopleDecision');
const RevocationConfirmation = lazyPart(() => import('./confirmations.tsx'), 'RevocationConfirmation');

export function People() {
  const t = useMessages(operatorsPeopleMessages);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [deciding, setDeciding] = useState<Deciding<OperatorProposal> | null>(null);
  const asking = useOpening(asked, asked?.what ?? null);
  const decision = useOpening(deciding, deciding?.proposal.id ?? null);
  const close = () => setAsked(null);
  return (
    <OperatorsPanel
      title={titles.operators.title}
      lead={t('lead')}
      actions={<Actions onGrant={() => setAsked({ what: 'grant' })} />}
    >
      <ProposalsCard onDecide={setDeciding} />
      <OperatorsCard onAsk={setAsked} />
      <Suspense fallback={null}>
        {asking?.value.what === 'revoke' && (
          <RevocationConfirmation
            key={asking.number}
            open={asking.open}
            operator={asking.value.operator}
            onDone={close}
          />
        )}
        {asking !== null && asking.value.what !== 'revoke' && (
          <TermsDialog
            key={asking.number}
            open={asking.open}
            operator={asking.value.what === 'grant' ? null : asking.value.operator}
            onClose={close}
          />
        )}
        {decision !== null && (
          <PeopleDecision
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

function Actions({ onGrant }: { readonly onGrant: () => void }) {
  const t = useMessages(operatorsPeopleMessages);
  return (
    <>
      <Refresh onRefresh={useRefreshPeople()} />
      <Button variant="primary" onClick={onGrant}>
        {t('list.grant')}
      </Button>
    </>
  );
}
