// Asks before a message is discarded or many are sent again. Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMailMessages from '#messages/operators-mail.json';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { OutboxMail } from '../../../../worker/contract/operators/mail.ts';
import type { OutboxRequest } from './outbox-card.tsx';
import { useDiscard, useResending } from './queries.ts';

type ConfirmationProps<T> = { readonly open: boolean; readonly request: T; readonly onDone: () => void };

export function OutboxConfirmation({ open, request, onDone }: ConfirmationProps<OutboxRequest>) {
  if (request.what === 'discard')
    return <DiscardConfirmation open={open} request={request.mail} onDone={onDone} />;
  return <ResendConfirmation open={open} request={request.ids} onDone={onDone} />;
}

function DiscardConfirmation({ open, request, onDone }: ConfirmationProps<OutboxMail>) {
  const t = useMessages(operatorsMailMessages);
  const discard = useDiscard();
  const confirm = () =>
    afterwards(discard.mutateAsync(request.id), {
      onSuccess({ changed }) {
        if (changed > 0) showToast({ type: 'success', title: t('discard.done') });
        else showToast({ type: 'warning', title: t('discard.left'), message: t('discard.leftText') });
        onDone();
      },
    });
  return (
    <ConfirmChange
      open={open}
      title={t('discard.title')}
      text={t('discard.text', { email: request.email, kind: t(`kinds.${request.kind}`) })}
      submit={t('discard.button')}
      busyLabel={t('discard.busy')}
      danger
      busy={discard.isPending}
      error={discard.error}
      onConfirm={confirm}
      onCancel={onDone}
    />
  );
}

function ResendConfirmation({ open, request, onDone }: ConfirmationProps<readonly string[]>) {
  const t = useMessages(operatorsMailMessages);
  const f = useFormat();
  const { send, sending } = useResending();
  return (
    <ConfirmChange
      open={open}
      title={t('all.title', { n: f.integer(request.length) })}
      text={t('all.text')}
      submit={t('resend.dead')}
      busyLabel={t('resend.busy')}
      busy={sending}
      error={null}
      onConfirm={() => send(request, onDone)}
      onCancel={onDone}
    />
  );
}
