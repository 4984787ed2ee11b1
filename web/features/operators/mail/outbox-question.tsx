// The question before messages are discarded or many of them sent again. Import it lazily, as every dialog.

import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminMailWords } from '../../../i18n/words/admin-mail.ts';
import { ConfirmChange } from '../../../ui/confirm-change.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { OutboxMail } from '../../../../worker/contract/operators/mail.ts';
import type { OutboxAsk } from './outbox-card.tsx';
import { useDiscard } from './queries.ts';
import { useResending } from './use-resending.ts';

type QuestionProps<T> = { readonly open: boolean; readonly ask: T; readonly onDone: () => void };

export function OutboxQuestion({ open, ask, onDone }: QuestionProps<OutboxAsk>) {
  if (ask.what === 'discard') return <DiscardQuestion open={open} ask={ask.mail} onDone={onDone} />;
  return <ResendQuestion open={open} ask={ask.ids} onDone={onDone} />;
}

function DiscardQuestion({ open, ask, onDone }: QuestionProps<OutboxMail>) {
  const t = useWords(adminMailWords);
  const discard = useDiscard();
  const confirm = () =>
    discard.mutate(ask.id, {
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
      text={t('discard.text', { email: ask.email, kind: t(`kinds.${ask.kind}`) })}
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

function ResendQuestion({ open, ask, onDone }: QuestionProps<readonly string[]>) {
  const t = useWords(adminMailWords);
  const f = useFormat();
  const { send, sending } = useResending();
  return (
    <ConfirmChange
      open={open}
      title={t('all.title', { n: f.integer(ask.length) })}
      text={t('all.text')}
      submit={t('resend.dead')}
      busyLabel={t('resend.busy')}
      busy={sending}
      error={null}
      onConfirm={() => send(ask, onDone)}
      onCancel={onDone}
    />
  );
}
