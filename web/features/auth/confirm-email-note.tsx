// What waits until the e-mail address is confirmed, and another letter. Gone as soon as it is.

import { afterwards } from '../../api/afterwards.ts';
import emailMessages from '#messages/email.json';
import { accountTerms } from '../../i18n/account-terms.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useAskAgainOnReturn, useResendConfirmation } from './email-links.ts';

type ConfirmEmailNoteProps = {
  readonly email: string;
  /** Without the way to the page where the address is put right: it stands on that page. */
  readonly here?: boolean;
};

export function ConfirmEmailNote({ email, here = false }: ConfirmEmailNoteProps) {
  const t = useMessages(emailMessages.note);
  const locale = useLocale();
  return (
    <Note
      tone="warning"
      icon="mail"
      title={t('title')}
      actions={
        <>
          <ResendButton email={email} />
          {!here && (
            <LinkButton to="/profile" size="small" variant="ghost">
              {t('other')}
            </LinkButton>
          )}
        </>
      }
    >
      {t('text', { email, ...accountTerms(locale) })}
    </Note>
  );
}

/** Stands on a page only while the address is not confirmed. */
export function ResendButton({ email }: { readonly email: string }) {
  const t = useMessages(emailMessages.note);
  const resend = useResendConfirmation();
  const failed = useErrorToast();
  useAskAgainOnReturn();
  return (
    <Button
      size="small"
      busy={resend.isPending}
      busyLabel={t('sending')}
      onClick={() =>
        afterwards(resend.mutateAsync(), {
          onSuccess: () => showToast({ type: 'success', title: t('sent', { email }) }),
          onError: (error) => failed(t('failed'), error),
        })
      }
    >
      {t('resend')}
    </Button>
  );
}
