// What can be proposed about a deposit as it stands, with the evidence that another operator will look at.

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import type { DepositDetails } from '../../../../worker/contract/operators/deposits.ts';
import { EVIDENCE_MAX_CHARACTERS, EVIDENCE_MIN_CHARACTERS } from '../../../../worker/domain/deposit-work.ts';
import type { DepositProposalKind } from '../../../../worker/domain/operator-proposals.ts';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { useProposeAboutDeposit } from './queries.ts';

/** Nothing while another proposal about it is open. */
export function ProposeAboutDeposit({ details }: { readonly details: DepositDetails }) {
  const t = useMessages(messages.propose);
  const { deposit, proposable } = details;
  const [first] = proposable;
  // After a proposal the form is gone, and a new one begins empty.
  const [open, setOpen] = useState(false);
  if (deposit.proposed || first === undefined) return null;
  return (
    <section className="ledger-section">
      <h3>{t('title')}</h3>
      {open ? (
        <Form key={first} details={details} first={first} onDone={() => setOpen(false)} />
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
  readonly details: DepositDetails;
  readonly first: DepositProposalKind;
  readonly onDone: () => void;
};

function Form({ details, first, onDone }: FormProps) {
  const t = useMessages(messages);
  const { deposit, proposable } = details;
  const propose = useProposeAboutDeposit(deposit.id);
  const [chosen, setChosen] = useState<DepositProposalKind>(first);
  const [reference, setReference] = useState('');
  // What it stood for may have gone meanwhile.
  const kind = proposable.includes(chosen) ? chosen : first;
  const typed = reference.trim();
  const isComplete = typed.length >= EVIDENCE_MIN_CHARACTERS;
  const onSuccess = () => {
    showToast({ type: 'success', title: t('propose.done'), message: t('propose.doneText') });
    onDone();
  };
  return (
    <ProposalForm
      texts={{
        reason: t('propose.reason'),
        reasonHint: t('propose.reasonHint'),
        reasonMissing: t('propose.reasonMissing'),
        cancel: t('propose.cancel'),
        submit: t('propose.submit'),
        busy: t('propose.busy'),
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
            label={t('propose.what')}
            value={kind}
            options={proposable.map((value) => ({ value, label: t(`kinds.${value}.name`) }))}
            onChange={setChosen}
          />
          <p className="small">{t(`kinds.${kind}.text`)}</p>
          <TextInput
            label={t('propose.reference')}
            hint={t('propose.referenceHint')}
            required
            autoComplete="off"
            maxLength={EVIDENCE_MAX_CHARACTERS}
            value={reference}
            error={tried && !isComplete ? t('propose.referenceMissing') : null}
            onChange={(event) => setReference(event.target.value)}
          />
        </>
      )}
    </ProposalForm>
  );
}
