// What a frozen account cannot do, and how that ends. Gone as soon as it has ended.

import { afterwards } from '../../api/afterwards.ts';
import emailMessages from '#messages/email.json';
import type { Profile } from '../../../worker/contract/profile.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useUndoFreeze } from './email-links.ts';

export function FrozenNote({ freeze }: { readonly freeze: NonNullable<Profile['freeze']> }) {
  const t = useMessages(emailMessages.frozen);
  const f = useFormat();
  const undo = useUndoFreeze();
  const failed = useErrorToast();
  const { since, endsAt } = freeze;
  if (endsAt !== null) {
    return (
      <Note tone="warning" icon="lock" title={t('title')}>
        {t('ends', { time: f.dateTime(endsAt, 'minute') })}
      </Note>
    );
  }
  const ask = () =>
    afterwards(undo.mutateAsync(), {
      onSuccess: () => showToast({ type: 'success', title: t('asked') }),
      onError: (error) => failed(t('failed'), error),
    });
  return (
    <Note
      tone="warning"
      icon="lock"
      title={t('title')}
      actions={
        <>
          <Button size="small" busy={undo.isPending} busyLabel={t('asking')} onClick={ask}>
            {t('ask')}
          </Button>
          <LinkButton to="/contact" size="small" variant="ghost">
            {t('contact')}
          </LinkButton>
        </>
      }
    >
      {t('open', { since: f.dateTime(since, 'minute') })}
    </Note>
  );
}
