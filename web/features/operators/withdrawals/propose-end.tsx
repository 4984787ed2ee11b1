// What the bank has said of a withdrawal by another way than its answers, with the evidence that another operator will look at.

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import type { WithdrawalDetails } from '../../../../worker/contract/operators/withdrawals.ts';
import type { WithdrawalProposalKind } from '../../../../worker/domain/operator-proposals.ts';
import { Select } from '../../../ui/select.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { ProposeSection, useEvidence } from '../frame/propose-section.tsx';
import { useProposeEnd } from './queries.ts';

/** Nothing while another proposal about it is open, nor about the operator's own money. */
export function ProposeEnd({ withdrawal }: { readonly withdrawal: WithdrawalDetails }) {
  const t = useMessages(messages.propose);
  const isProposed = withdrawal.proposals.some(({ state }) => state === 'open');
  return (
    <ProposeSection
      title={t('title')}
      begin={t('begin')}
      first={isProposed || withdrawal.mine ? undefined : withdrawal.proposable[0]}
    >
      {(first, onDone) => <Form key={first} withdrawal={withdrawal} first={first} onDone={onDone} />}
    </ProposeSection>
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
  const { reference, isNamed, field } = useEvidence();
  // The bank may have said something meanwhile.
  const kind = proposable.includes(chosen) ? chosen : first;
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
      isComplete={isNamed}
      busy={propose.isPending}
      error={propose.error}
      onPropose={(reason) => afterwards(propose.mutateAsync({ kind, reference, reason }), { onSuccess })}
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
          {field({ label: t('reference'), hint: t('referenceHint'), missing: t('referenceMissing') }, tried)}
        </>
      )}
    </ProposalForm>
  );
}
