// The part of an operation that is about undoing it: what was proposed before, the open proposal with its decision, or the form
// that proposes one.

import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Note } from '../../../ui/note.tsx';
import type { LedgerOperation, ReversalProposal } from '../../../../worker/contract/operators/ledger.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { ProposeForm } from './propose-form.tsx';
import { ReversalEffect } from './reversal-effect.tsx';
import { PROPOSAL_TONES } from './reversals-card.tsx';

export function ReversalPart({ operation }: { readonly operation: LedgerOperation }) {
  const { proposals, reversal } = operation;
  const open = proposals.find(({ state }) => state === 'open');
  return (
    <>
      {proposals.map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal}>
          {proposal === open && reversal !== null && (
            <>
              <ReversalEffect metal={operation.transaction.metal} reversal={reversal} />
              <DecisionButtons proposal={proposal} reversal={reversal} />
            </>
          )}
        </Proposal>
      ))}
      {open === undefined && reversal !== null && <Propose operation={operation} reversal={reversal} />}
    </>
  );
}

type ProposalProps = { readonly proposal: ReversalProposal; readonly children: ReactNode };

function Proposal({ proposal, children }: ProposalProps) {
  const t = useWords(adminLedgerWords);
  const f = useFormat();
  const { state, proposedBy, proposedAt, reason, customerNote, decidedBy, decidedAt, decisionNote } =
    proposal;
  return (
    <section className="ledger-section" data-state={state}>
      <h3>
        {t('decide.title')} <Badge tone={PROPOSAL_TONES[state]}>{t(`reversals.states.${state}`)}</Badge>
      </h3>
      <Facts>
        <Fact label={t('decide.reason')}>{reason}</Fact>
        <Fact label={t('decide.note')}>{customerNote ?? t('decide.noNote')}</Fact>
        <Fact label={t('decide.proposedBy')}>{proposedBy}</Fact>
        <Fact label={t('decide.proposedAt')}>{f.dateTime(proposedAt, 'stamp')}</Fact>
        {decidedBy !== null && <Fact label={t('decide.decidedBy')}>{decidedBy}</Fact>}
        {decidedAt !== null && <Fact label={t('decide.decidedAt')}>{f.dateTime(decidedAt, 'stamp')}</Fact>}
        {decisionNote !== null && <Fact label={t('decide.decisionNote')}>{decisionNote}</Fact>}
      </Facts>
      {children}
    </section>
  );
}

type ProposeProps = {
  readonly operation: LedgerOperation;
  readonly reversal: NonNullable<LedgerOperation['reversal']>;
};

function Propose({ operation, reversal }: ProposeProps) {
  const t = useWords(adminLedgerWords);
  const [started, setStarted] = useState(false);
  const { transaction, operationId } = operation;
  if (reversal.ownAccount) return <Note tone="info">{t('propose.own')}</Note>;
  if (!started) {
    return (
      <div className="ledger-buttons">
        <Button onClick={() => setStarted(true)}>{t('propose.start')}</Button>
      </div>
    );
  }
  return (
    <section className="ledger-section">
      <h3>{t('propose.title')}</h3>
      <p className="small">{t(transaction.type === 'deposit' ? 'propose.deposit' : 'propose.text')}</p>
      <ReversalEffect metal={transaction.metal} reversal={reversal} />
      <ProposeForm operationId={operationId} onDone={() => setStarted(false)} />
    </section>
  );
}
