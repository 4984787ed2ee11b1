// The decision on an open proposal: another operator approves or rejects it, the proposer withdraws it.

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import { Button } from '../../../ui/button.tsx';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { useMay } from '../frame/may.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import { showToast } from '../../../ui/toast-store.ts';
import type { LedgerOperation, ReversalProposal } from '../../../../worker/contract/operators/ledger.ts';
import { REVERSAL_REASON_MAX } from '../../../../worker/domain/reversals.ts';
import { type Decision, useDecide } from './queries.ts';
import { useTransactionName } from './use-transaction-name.ts';

type How = Decision['how'];
type ReversalDecisionProps = {
  readonly proposal: ReversalProposal;
  readonly reversal: NonNullable<LedgerOperation['reversal']>;
};

export function ReversalDecision({ proposal, reversal }: ReversalDecisionProps) {
  const t = useMessages(operatorsLedgerMessages);
  const may = useMay();
  const [asked, setAsked] = useState<How | null>(null);
  const opened = useOpening(asked, asked);
  const confirmation = opened !== null && (
    <Confirmation
      key={opened.number}
      open={opened.open}
      proposal={proposal}
      how={opened.value}
      onDone={() => setAsked(null)}
    />
  );
  if (proposal.mine) {
    return (
      <>
        <p className="small quiet">{t('decide.mine')}</p>
        <div className="ledger-buttons">
          <Button onClick={() => setAsked('withdraw')}>{t('decide.withdraw')}</Button>
        </div>
        {confirmation}
      </>
    );
  }
  if (!may('reversals.decide')) return null;
  if (reversal.ownAccount) return <p className="small quiet">{t('decide.ownAccount')}</p>;
  return (
    <>
      <div className="ledger-buttons">
        <Button onClick={() => setAsked('reject')}>{t('decide.reject')}</Button>
        <Button variant="primary" disabled={reversal.after === null} onClick={() => setAsked('approve')}>
          {t('decide.approve')}
        </Button>
      </div>
      {confirmation}
    </>
  );
}

type ConfirmationProps = {
  readonly proposal: ReversalProposal;
  readonly open: boolean;
  readonly how: How;
  readonly onDone: () => void;
};

/** Asks before the decision and confirms it with a toast. */
function Confirmation({ open, proposal, how, onDone }: ConfirmationProps) {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const nameOf = useTransactionName();
  const decide = useDecide();
  const { customer, ouncesE4, totalCents } = proposal;
  const about = [
    nameOf(proposal),
    ...(ouncesE4 === null ? [] : [f.weight(ouncesE4)]),
    f.money(totalCents),
    `${customer.name} (${customer.email})`,
  ].join(', ');
  const question = {
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
    afterwards(decide.mutateAsync({ id: proposal.id, how, note }), {
      onSuccess() {
        showToast({ type: 'success', ...done });
        onDone();
      },
    });
  return (
    <ConfirmChange
      open={open}
      title={question.title}
      about={about}
      text={question.text}
      submit={t(`decide.${how}`)}
      busyLabel={question.busy}
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
