// The question before a payment goes back where it came from. Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import transactionsMessages from '#messages/transactions.json';
import type { ReaisPayment } from '../../../../worker/contract/operators/reais.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { useSendBack } from './queries.ts';

type RefundProps = { readonly open: boolean; readonly of: ReaisPayment; readonly onDone: () => void };

export function RefundConfirmation({ open, of, onDone }: RefundProps) {
  const t = useMessages(messages.refund);
  const words = useMessages(transactionsMessages);
  const f = useFormat();
  const sendBack = useSendBack();
  const { gateway, id, method, brlCents } = of;
  const onSuccess = () => {
    showToast({ type: 'success', title: t('done'), message: t('doneText') });
    onDone();
  };
  return (
    <ConfirmChange
      open={open}
      title={t('title')}
      about={t('about', { amount: f.money(brlCents, 'BRL'), method: words(`methods.${method}`), id })}
      text={t('text')}
      submit={t('submit')}
      busyLabel={t('busy')}
      danger
      reason={{ label: t('reason'), hint: t('hint'), maxLength: REASON_MAX_CHARACTERS }}
      busy={sendBack.isPending}
      error={sendBack.error}
      onConfirm={(note) => afterwards(sendBack.mutateAsync({ gateway, id, note }), { onSuccess })}
      onCancel={onDone}
    />
  );
}
