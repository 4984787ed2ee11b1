import emailMessages from '#messages/email.json';
import { useMessages } from '../../i18n/use-messages.ts';
import { useFreeze } from './email-links.ts';
import { PressLink } from './press-link.tsx';

/** Freezes the account of whoever got the letter. */
export function FreezeAccount({ token }: { readonly token: string }) {
  const t = useMessages(emailMessages.freeze);
  const freeze = useFreeze();
  const done = {
    title: t('done.title'),
    text: t('done.text'),
    action: t('done.action'),
    to: '/forgot-password',
  };
  return (
    <PressLink
      token={token}
      submit={t('submit')}
      busyLabel={t('busy')}
      busy={freeze.isPending}
      error={freeze.error}
      done={freeze.isSuccess ? done : null}
      onPress={() => freeze.mutate(token)}
    />
  );
}
