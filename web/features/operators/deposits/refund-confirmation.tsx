// The question before a payment goes back where it came from, before the bank is no longer asked to send it, and after it went twice.
// Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import transactionsMessages from '#messages/transactions.json';
import type { ReaisPayment } from '../../../../worker/contract/operators/reais.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { useRefundChange } from './queries.ts';

/** `answer` is about a refund by hand, by its `proposal`; the others about the payment. */
export type RefundQuestion = Pick<ReaisPayment, 'gateway' | 'id' | 'brlCents'> & {
  readonly method: ReaisPayment['method'] | null;
} & (
    | { readonly how: 'sendBack' | 'hold' | 'release' }
    | { readonly how: 'answer'; readonly proposal: string }
  );

type RefundProps = { readonly open: boolean; readonly of: RefundQuestion; readonly onDone: () => void };

export function RefundConfirmation({ open, of, onDone }: RefundProps) {
  const t = useMessages(messages.refund);
  const words = useMessages(transactionsMessages);
  const f = useFormat();
  const change = useRefundChange();
  const { how, id, method, brlCents } = of;
  const amount = f.money(brlCents, 'BRL');
  const onSuccess = () => {
    showToast({ type: 'success', title: t(`${how}.done`), message: t(`${how}.doneText`) });
    onDone();
  };
  return (
    <ConfirmChange
      open={open}
      title={t(`${how}.title`)}
      about={
        method === null ? `${amount}, ${id}` : t('about', { amount, method: words(`methods.${method}`), id })
      }
      text={t(`${how}.text`)}
      submit={t(`${how}.submit`)}
      busyLabel={t(`${how}.busy`)}
      danger={how === 'sendBack'}
      reason={{ label: t(`${how}.reason`), hint: t('hint'), maxLength: REASON_MAX_CHARACTERS }}
      busy={change.isPending}
      error={change.error}
      onConfirm={(note) => afterwards(change.mutateAsync({ question: of, note }), { onSuccess })}
      onCancel={onDone}
    />
  );
}
