// What the bank has said of a withdrawal by another way than its answers, with the evidence that another operator will look at.

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import type { WithdrawalDetails } from '../../../../worker/contract/operators/withdrawals.ts';
import { EVIDENCE_MAX_CHARACTERS, EVIDENCE_MIN_CHARACTERS } from '../../../../worker/domain/deposit-work.ts';
import type { WithdrawalProposalKind } from '../../../../worker/domain/operator-proposals.ts';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { useProposeEnd } from './queries.ts';

/** Nothing while another proposal about it is open, nor about the operator's own money. */
export function ProposeEnd({ withdrawal }: { readonly withdrawal: WithdrawalDetails }) {
  const t = useMessages(messages.propose);
  const [first] = withdrawal.proposable;
  // After a proposal the form is gone, and a new one begins empty.
  const [open, setOpen] = useState(false);
  const isProposed = withdrawal.proposals.some(({ state }) => state === 'open');
  if (isProposed || withdrawal.mine || first === undefined) return null;
  return (
    <section className="ledger-section">
      <h3>{t('title')}</h3>
      {open ? (
        <Form key={first} withdrawal={withdrawal} first={first} onDone={() => setOpen(false)} />
      ) : (
        <p>
          <button type="button" className="link" onClick={() => setOpen(true)}>
            {t('begin')}
          </button>
        </p>
      )}
    </section>
  );
}

type FormProps = {
  readonly withdrawal: WithdrawalDetails;
  readonly first: WithdrawalProposalKind;
  readonly onDone: () => void;
};

function Form({ withdrawal: { id, proposable }, first, onDone }: FormProps) {
  const t = useMessages(messages.propose);
  const ends = useMessages(messages.ends);
  const propose = useProposeEnd(id);
  const [chosen, setChosen] = useState<WithdrawalProposalKind>(first);
  const [reference, setReference] = useState('');
  // The bank may have said something meanwhile.
  const kind = proposable.includes(chosen) ? chosen : first;
  const typed = reference.trim();
  const isComplete = typed.length >= EVIDENCE_MIN_CHARACTERS;
  const onSuccess = () => {
    showToast({ type: 'success', title: t('done'), message: t('doneText') });
    onDone();
  };
  return (
    <ProposalForm
      texts={{
        reason: t('reason'),
        reasonHint: t('reasonHint'),
        reasonMissing: t('reasonMissing'),
        cancel: t('cancel'),
        submit: t('submit'),
        busy: t('busy'),
      }}
      isComplete={isComplete}
      busy={propose.isPending}
      error={propose.error}
      onPropose={(reason) =>
        afterwards(propose.mutateAsync({ kind, reference: typed, reason }), { onSuccess })
      }
      onCancel={onDone}
    >
      {(tried) => (
        <>
          <Select
            label={t('what')}
            value={kind}
            options={proposable.map((value) => ({ value, label: ends(`kinds.${value}.name`) }))}
            onChange={setChosen}
          />
          <p className="small">{ends(`kinds.${kind}.text`)}</p>
          <TextInput
            label={t('reference')}
            hint={t('referenceHint')}
            required
            autoComplete="off"
            maxLength={EVIDENCE_MAX_CHARACTERS}
            value={reference}
            error={tried && !isComplete ? t('referenceMissing') : null}
            onChange={(event) => setReference(event.target.value)}
          />
        </>
      )}
    </ProposalForm>
  );
}
