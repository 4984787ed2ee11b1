// The decision on an open proposal: another operator approves or rejects it, the proposer withdraws it.

import { useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import adminLedgerMessages from '#messages/admin-ledger.json';
import { Button } from '../../../ui/button.tsx';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { LedgerOperation, ReversalProposal } from '../../../../worker/contract/operators/ledger.ts';
import { REVERSAL_REASON_MAX } from '../../../../worker/domain/reversals.ts';
import { type Decision, useDecide } from './queries.ts';

type How = Decision['how'];
type ReversalDecisionProps = {
  readonly proposal: ReversalProposal;
  readonly reversal: NonNullable<LedgerOperation['reversal']>;
};

export function ReversalDecision({ proposal, reversal }: ReversalDecisionProps) {
  const t = useMessages(adminLedgerMessages);
  const [asked, setAsked] = useState<How | null>(null);
  const [number, setNumber] = useState(0);
  const ask = (how: How) => {
    setNumber(number + 1);
    setAsked(how);
  };
  const question = <Question key={number} proposal={proposal} asked={asked} onDone={() => setAsked(null)} />;
  if (proposal.mine) {
    return (
      <>
        <p className="small quiet">{t('decide.mine')}</p>
        <div className="ledger-buttons">
          <Button onClick={() => ask('withdraw')}>{t('decide.withdraw')}</Button>
        </div>
        {question}
      </>
    );
  }
  if (reversal.ownAccount) return <p className="small quiet">{t('decide.ownAccount')}</p>;
  return (
    <>
      <div className="ledger-buttons">
        <Button onClick={() => ask('reject')}>{t('decide.reject')}</Button>
        <Button variant="primary" disabled={reversal.after === null} onClick={() => ask('approve')}>
          {t('decide.approve')}
        </Button>
      </div>
      {question}
    </>
  );
}

type QuestionProps = {
  readonly proposal: ReversalProposal;
  readonly asked: How | null;
  readonly onDone: () => void;
};

/** Asks before the decision and confirms it with a toast. */
function Question({ proposal, asked, onDone }: QuestionProps) {
  const t = useMessages(adminLedgerMessages);
  const decide = useDecide();
  // The last question stays on the screen while the dialog closes.
  const [how, setHow] = useState<How>('approve');
  if (asked !== null && asked !== how) setHow(asked);
  const say = {
    approve: { title: t('decide.approve'), text: t('decide.approveText'), busy: t('decide.approving') },
    reject: { title: t('decide.rejectTitle'), text: t('decide.rejectText'), busy: t('decide.rejecting') },
    withdraw: { title: t('decide.withdraw'), text: t('decide.withdrawText'), busy: t('decide.withdrawing') },
  }[how];
  const done = {
    approve: { title: t('decide.approved'), message: t('decide.approvedText') },
    reject: { title: t('decide.rejected') },
    withdraw: { title: t('decide.withdrawn') },
  }[how];
  const confirm = (note: string) =>
    decide.mutate(
      { id: proposal.id, how, note },
      {
        onSuccess() {
          showToast({ type: 'success', ...done });
          onDone();
        },
      },
    );
  return (
    <ConfirmChange
      open={asked !== null}
      title={say.title}
      text={say.text}
      submit={t(`decide.${how}`)}
      busyLabel={say.busy}
      danger={how === 'approve'}
      {...(how === 'reject'
        ? { reason: { label: t('decide.rejectReason'), maxLength: REVERSAL_REASON_MAX } }
        : {})}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={confirm}
      onCancel={onDone}
    />
  );
}
