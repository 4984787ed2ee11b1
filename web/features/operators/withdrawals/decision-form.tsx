// What an operator says of a withdrawal: approve what two look at, stop what nobody would have looked at, or give the money back; each with
// its reason, and asked once more before it is done.

import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import type { WithdrawalDetails } from '../../../../worker/contract/operators/withdrawals.ts';
import {
  DECIDED_STATES,
  DECISION_REASON_MAX_CHARACTERS,
  DECISION_REASON_MIN_CHARACTERS,
  REJECTION_NOTE_MAX_CHARACTERS,
  type WithdrawalDecisionWord,
} from '../../../../worker/domain/withdrawals.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useTries } from '../../../ui/use-tries.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { type Decision, useDecide } from './queries.ts';

export function DecisionForm({ withdrawal }: { readonly withdrawal: WithdrawalDetails }) {
  const t = useMessages(messages.decide);
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const { form, tried, noteTry } = useTries();
  const [asked, setAsked] = useState<WithdrawalDecisionWord | null>(null);
  const opened = useOpening(asked, asked);
  const ways = waysOf(withdrawal);
  if (!(DECIDED_STATES as readonly string[]).includes(withdrawal.state)) return null;
  if (withdrawal.mine) return <Note tone="info">{t('ownAccount')}</Note>;
  const isReady = reason.trim().length >= DECISION_REASON_MIN_CHARACTERS;
  const ask = (how: WithdrawalDecisionWord) => {
    noteTry();
    if (isReady) setAsked(how);
  };
  return (
    <form ref={form} className="stack" noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
      <h3 className="admin-details-heading">{t('title')}</h3>
      <TextArea
        label={t('reason')}
        hint={t('reasonHint')}
        rows={3}
        required
        maxLength={DECISION_REASON_MAX_CHARACTERS}
        value={reason}
        error={tried && !isReady ? t('reasonMissing') : null}
        onChange={({ target }) => setReason(target.value)}
      />
      <TextArea
        label={t('note')}
        hint={t('noteHint')}
        rows={2}
        maxLength={REJECTION_NOTE_MAX_CHARACTERS}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="ledger-buttons">
        {ways.map((how) => (
          <Button key={how} variant={how === 'approve' ? 'primary' : 'secondary'} onClick={() => ask(how)}>
            {t(`${how}.action`)}
          </Button>
        ))}
      </div>
      {opened !== null && (
        <Confirmation
          key={opened.number}
          open={opened.open}
          withdrawal={withdrawal}
          decision={{
            id: withdrawal.id,
            how: opened.value,
            reason: reason.trim(),
            customerNote: opened.value === 'reject' ? note.trim() : '',
          }}
          onDone={() => setAsked(null)}
        />
      )}
    </form>
  );
}

/** What this operator may still say: nobody approves twice, and what nobody need look at is not approved. */
function waysOf({ flags, waitsForMe, state }: WithdrawalDetails): readonly WithdrawalDecisionWord[] {
  const mayApprove = flags.length > 0 && (waitsForMe || state === 'held');
  return [...(mayApprove ? (['approve'] as const) : []), 'stop', 'reject'];
}

type ConfirmationProps = {
  readonly open: boolean;
  readonly withdrawal: WithdrawalDetails;
  readonly decision: Decision;
  readonly onDone: () => void;
};

function Confirmation({ open, withdrawal, decision, onDone }: ConfirmationProps) {
  const t = useMessages(messages.decide);
  const f = useFormat();
  const decide = useDecide();
  const { how } = decision;
  const { amountCents, customer, to } = withdrawal;
  return (
    <ConfirmChange
      open={open}
      title={t(`${how}.title`)}
      about={`${f.money(amountCents)}, ${customer.name} (${customer.email}), ${to}`}
      text={t(`${how}.text`)}
      submit={t(`${how}.action`)}
      busyLabel={t('busy')}
      danger={how !== 'stop'}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={() =>
        afterwards(decide.mutateAsync(decision), {
          onSuccess() {
            showToast({ type: 'success', title: t(`${how}.done`) });
            onDone();
          },
        })
      }
      onCancel={onDone}
    />
  );
}
