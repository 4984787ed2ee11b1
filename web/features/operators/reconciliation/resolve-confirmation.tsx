// The question before a break is resolved: what it was, in the operator's words. Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-reconciliation.json';
import type { BankBreak } from '../../../../worker/contract/operators/reconciliation.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { useResolveBreak } from './queries.ts';

type ResolveProps = { readonly open: boolean; readonly of: BankBreak; readonly onDone: () => void };

export function ResolveConfirmation({ open, of, onDone }: ResolveProps) {
  const t = useMessages(messages);
  const resolve = useResolveBreak();
  const onSuccess = () => {
    showToast({ type: 'success', title: t('resolve.done') });
    onDone();
  };
  return (
    <ConfirmChange
      open={open}
      title={t('resolve.title')}
      about={`${t(`kinds.${of.kind}`)}, ${of.day}`}
      text={t('resolve.text')}
      submit={t('resolve.submit')}
      busyLabel={t('resolve.busy')}
      reason={{ label: t('resolve.reason'), hint: t('resolve.hint'), maxLength: REASON_MAX_CHARACTERS }}
      busy={resolve.isPending}
      error={resolve.error}
      onConfirm={(reason) => afterwards(resolve.mutateAsync({ id: of.id, reason }), { onSuccess })}
      onCancel={onDone}
    />
  );
}
