// The questions before a decision and before the proposal that somebody loses access. Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import type { OperatorProposal, OperatorSummary } from '../../../../worker/contract/operators/operators.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import type { Deciding } from '../frame/decide.tsx';
import { DecisionConfirmation } from '../frame/decision-confirmation.tsx';
import { useTermsText } from './proposals-card.tsx';
import { usePropose } from '../frame/propose.ts';
import { useDecide } from './queries.ts';

type DecisionProps = Deciding<OperatorProposal> & {
  readonly open: boolean;
  readonly onDone: () => void;
};

export function PeopleDecision({ open, proposal, how, onDone }: DecisionProps) {
  const t = useMessages(operatorsPeopleMessages);
  const termsOf = useTermsText();
  const decide = useDecide();
  const { id, kind, subject } = proposal;
  const about = [t(`kinds.${kind}`), `${subject.fullName} (${subject.email})`, termsOf(proposal)]
    .filter((part) => part !== null)
    .join(', ');
  return <DecisionConfirmation {...{ open, id, how, about, decide, onDone }} />;
}

type RevocationProps = {
  readonly open: boolean;
  readonly operator: OperatorSummary;
  readonly onDone: () => void;
};

export function RevocationConfirmation({ open, operator, onDone }: RevocationProps) {
  const t = useMessages(operatorsPeopleMessages.propose);
  const propose = usePropose();
  const confirm = (reason: string) =>
    afterwards(propose.mutateAsync({ kind: 'revoke', userId: operator.id, reason }), {
      onSuccess() {
        showToast({ type: 'success', title: t('done'), message: t('doneText') });
        onDone();
      },
    });
  return (
    <ConfirmChange
      open={open}
      title={t('revokeTitle', { email: operator.email })}
      text={t('revokeText')}
      submit={t('submit')}
      busyLabel={t('busy')}
      danger
      reason={{ label: t('reason'), hint: t('reasonHint'), maxLength: REASON_MAX_CHARACTERS }}
      busy={propose.isPending}
      error={propose.error}
      onConfirm={confirm}
      onCancel={onDone}
    />
  );
}
