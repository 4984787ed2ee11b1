import emailMessages from '#messages/email.json';
import { useMessages } from '../../i18n/use-messages.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { EmailConfirmed } from '../../../worker/contract/emails.ts';
import { useConfirmEmail } from './email-links.ts';
import { PressLink, type Pressed } from './press-link.tsx';

export function ConfirmEmail({ token }: { readonly token: string }) {
  const t = useMessages(emailMessages.confirm);
  const confirm = useConfirmEmail();
  const done = useDone(confirm.data);
  return (
    <PressLink
      token={token}
      submit={t('submit')}
      busyLabel={t('busy')}
      busy={confirm.isPending}
      error={confirm.error}
      again={
        <LinkButton to="/profile" size="small">
          {t('askAgain')}
        </LinkButton>
      }
      done={done}
      onPress={() => confirm.mutate(token)}
    />
  );
}

function useDone(confirmed: EmailConfirmed | undefined): Pressed | null {
  const t = useMessages(emailMessages.confirm);
  if (confirmed === undefined) return null;
  const { what, email, waitsFor } = confirmed;
  const say =
    waitsFor === null ? what : waitsFor === 'old' ? ('waitsForOld' as const) : ('waitsForNew' as const);
  return {
    title: t(`${say}.title`),
    text: t(`${say}.text`, { email }),
    action: t(`${say}.action`),
    to: say === 'address' ? '/dashboard' : '/profile',
  };
}
