import emailMessages from '#messages/email.json';
import { useMessages } from '../../i18n/use-messages.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useRemoveFactor } from './email-links.ts';
import { PressLink } from './press-link.tsx';

/** Removes a factor that the reader of the letter did not add. */
export function RemoveFactor({ token }: { readonly token: string }) {
  const t = useMessages(emailMessages.remove);
  const remove = useRemoveFactor();
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
      busy={remove.isPending}
      error={remove.error}
      again={
        <LinkButton to={done.to} size="small">
          {done.action}
        </LinkButton>
      }
      done={remove.isSuccess ? done : null}
      onPress={() => remove.mutate(token)}
    />
  );
}
