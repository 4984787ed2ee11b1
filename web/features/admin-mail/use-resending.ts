import { useWords } from '../../i18n/use-words.ts';
import { adminMailWords } from '../../i18n/words/admin-mail.ts';
import { useTroubleText } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useResend } from './queries.ts';

/** Sends again, and says how many are on their way and how many could not be. */
export function useResending() {
  const t = useWords(adminMailWords);
  const trouble = useTroubleText();
  const resend = useResend();
  const send = (ids: readonly string[], onDone?: () => void) =>
    resend.mutate(ids, {
      onSuccess({ changed, asked }) {
        const left = asked - changed;
        if (changed > 0) {
          showToast({
            type: 'success',
            title: t('resend.done'),
            message: t.count('resend.doneText', changed),
          });
        }
        if (left > 0) {
          showToast({
            type: 'warning',
            title: t.count('resend.left', left),
            message: t('resend.leftText'),
          });
        }
        onDone?.();
      },
      onError(error) {
        const { what, next } = trouble(error);
        showToast({ type: 'error', title: t('resend.failed'), message: `${what} ${next}` });
        onDone?.();
      },
    });
  return { send, sending: resend.isPending };
}
