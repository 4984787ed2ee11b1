// The question before an order that was booked by mistake is taken back. Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-treasury.json';
import type { TreasuryOrder } from '../../../../worker/contract/operators/treasury.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { useUndoOrder } from './queries.ts';
import { useOrderText } from './use-order-text.ts';

type UndoProps = { readonly open: boolean; readonly of: TreasuryOrder; readonly onDone: () => void };

export function UndoConfirmation({ open, of, onDone }: UndoProps) {
  const t = useMessages(messages.orders);
  const text = useOrderText();
  const undo = useUndoOrder();
  const onSuccess = () => {
    showToast({ type: 'success', title: t('undo.done') });
    onDone();
  };
  return (
    <ConfirmChange
      open={open}
      title={t('undo.title')}
      about={`${t(`kinds.${of.kind}.name`)}: ${text(of)} (${of.reference})`}
      text={t('undo.text')}
      submit={t('undo.submit')}
      busyLabel={t('propose.busy')}
      reason={{ label: t('undo.reason'), hint: t('undo.hint'), maxLength: REASON_MAX_CHARACTERS }}
      busy={undo.isPending}
      error={undo.error}
      onConfirm={(reason) => afterwards(undo.mutateAsync({ id: of.id, reason }), { onSuccess })}
      onCancel={onDone}
    />
  );
}
