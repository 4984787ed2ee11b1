import { useWords } from '../../../i18n/use-words.ts';
import { adminMailWords } from '../../../i18n/words/admin-mail.ts';
import { useTroubleText } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { MailsChanged } from '../../../../worker/contract/operators/mail.ts';
import { useResend } from './queries.ts';

/** Sends messages again and reports how many were queued and how many were not. */
export function useResending() {
  const t = useWords(adminMailWords);
  const trouble = useTroubleText();
  const resend = useResend();
  const answer = ({ changed, asked }: MailsChanged) => {
    const left = asked - changed;
    if (changed > 0) {
      showToast({ type: 'success', title: t('resend.done'), message: t.count('resend.doneText', changed) });
    }
    if (left > 0) {
      showToast({ type: 'warning', title: t.count('resend.left', left), message: t('resend.leftText') });
    }
  };
  const refuse = (error: unknown) => {
    const { what, next } = trouble(error);
    showToast({ type: 'error', title: t('resend.failed'), message: `${what} ${next}` });
  };
  // `mutate`'s own callbacks do not run when the message's row is unmounted before the answer.
  const send = (ids: readonly string[], onDone?: () => void) =>
    void resend.mutateAsync(ids).then(answer, refuse).finally(onDone);
  return { send, sending: resend.isPending };
}
