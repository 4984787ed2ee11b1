// The question before a decision on a proposal. Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-proposals.json';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from './confirm-change.tsx';
import type { Decision } from './decide.tsx';

type DecisionConfirmationProps = {
  readonly open: boolean;
  readonly id: string;
  readonly how: Decision['how'];
  /** The last look before it is done. */
  readonly about: string;
  readonly decide: {
    readonly mutateAsync: (decision: Decision) => Promise<unknown>;
    readonly isPending: boolean;
    readonly error: unknown;
  };
  readonly onDone: () => void;
};

export function DecisionConfirmation({ open, id, how, about, decide, onDone }: DecisionConfirmationProps) {
  const t = useMessages(messages.decide);
  const onSuccess = () => {
    showToast({ type: 'success', title: t(`${how}.done`) });
    onDone();
  };
  return (
    <ConfirmChange
      open={open}
      title={t(`${how}.title`)}
      about={about}
      text={t(`${how}.text`)}
      submit={t(`${how}.submit`)}
      busyLabel={t(`${how}.busy`)}
      danger={how === 'approve'}
      {...(how === 'reject'
        ? { reason: { label: t('reject.reason'), maxLength: REASON_MAX_CHARACTERS } }
        : {})}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={(note) => afterwards(decide.mutateAsync({ id, how, note }), { onSuccess })}
      onCancel={onDone}
    />
  );
}
