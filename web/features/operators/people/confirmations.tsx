// The questions before a decision and before the proposal that somebody loses access. Import it lazily, as every dialog.

import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import type { OperatorSummary } from '../../../../worker/contract/operators/operators.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { type Deciding, useTermsText } from './proposals-card.tsx';
import { usePropose } from '../frame/propose.ts';
import { useDecide } from './queries.ts';

type DecisionProps = Deciding & { readonly open: boolean; readonly onDone: () => void };

export function DecisionConfirmation({ open, proposal, how, onDone }: DecisionProps) {
  const t = useMessages(operatorsPeopleMessages);
  const termsOf = useTermsText();
  const decide = useDecide();
  const { subject } = proposal;
  const about = [t(`kinds.${proposal.kind}`), `${subject.fullName} (${subject.email})`, termsOf(proposal)]
    .filter((part) => part !== null)
    .join(', ');
  const confirm = (note: string) =>
    decide.mutate(
      { id: proposal.id, how, note },
      {
        onSuccess() {
          showToast({ type: 'success', title: t(`decide.${how}.done`) });
          onDone();
        },
      },
    );
  return (
    <ConfirmChange
      open={open}
      title={t(`decide.${how}.title`)}
      about={about}
      text={t(`decide.${how}.text`)}
      submit={t(`decide.${how}.submit`)}
      busyLabel={t(`decide.${how}.busy`)}
      danger={how === 'approve'}
      {...(how === 'reject'
        ? { reason: { label: t('decide.reject.reason'), maxLength: REASON_MAX_CHARACTERS } }
        : {})}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={confirm}
      onCancel={onDone}
    />
  );
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
    propose.mutate(
      { kind: 'revoke', userId: operator.id, reason },
      {
        onSuccess() {
          showToast({ type: 'success', title: t('done'), message: t('doneText') });
          onDone();
        },
      },
    );
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
