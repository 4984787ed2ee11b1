import { type FormEvent, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import {
  REVERSAL_NOTE_MAX,
  REVERSAL_REASON_MAX,
  REVERSAL_REASON_MIN,
} from '../../../../worker/domain/reversals.ts';
import { usePropose } from './queries.ts';

type ProposeFormProps = { readonly operationId: string; readonly onDone: () => void };

/** The reason, for the operators, and what the customer reads. */
export function ProposeForm({ operationId, onDone }: ProposeFormProps) {
  const t = useWords(adminLedgerWords);
  const f = useFormat();
  const propose = usePropose();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const least = f.integer(REVERSAL_REASON_MIN);
  const isShort = reason.trim().length < REVERSAL_REASON_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isShort) return;
    propose.mutate(
      { operationId, reason: reason.trim(), customerNote: note.trim() },
      {
        onSuccess() {
          showToast({ type: 'success', title: t('propose.done'), message: t('propose.doneText') });
          onDone();
        },
      },
    );
  };
  return (
    <form className="reason-form" noValidate onSubmit={submit}>
      <TextArea
        label={t('propose.reason')}
        hint={t('propose.reasonHint', { least, most: f.integer(REVERSAL_REASON_MAX) })}
        rows={3}
        required
        maxLength={REVERSAL_REASON_MAX}
        value={reason}
        error={asked && isShort ? t('propose.reasonShort', { least }) : null}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextArea
        label={t('propose.note')}
        hint={t('propose.noteHint', { most: f.integer(REVERSAL_NOTE_MAX) })}
        rows={2}
        maxLength={REVERSAL_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {propose.error !== null && <ProblemNotice error={propose.error} />}
      <div className="ledger-buttons">
        <Button type="submit" variant="primary" busy={propose.isPending} busyLabel={t('propose.busy')}>
          {t('propose.submit')}
        </Button>
      </div>
    </form>
  );
}
