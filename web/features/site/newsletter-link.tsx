// The links of the newsletter's letters: one button that confirms the address, and one that takes it off the list.

import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import myDataMessages from '#messages/my-data.json';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

type NewsletterLinkProps = {
  readonly does: 'confirm' | 'leave';
  /** Of the link's fragment; empty where it lost it. */
  readonly token: string;
};

export function NewsletterLink({ does, token }: NewsletterLinkProps) {
  const t = useMessages(myDataMessages.newsletter);
  const ready = useHydrated();
  const press = useMutation({
    mutationFn: async () => {
      if (does === 'confirm') await api.newsletter.confirm.$post({ json: { token } });
      else await api.newsletter.unsubscribe.$post({ query: { token } });
    },
  });
  if (press.isSuccess) {
    const next = (
      <LinkButton to="/" size="small">
        {t(`${does}.done.action`)}
      </LinkButton>
    );
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a note is a block, which <output> cannot hold
      <Note tone="success" role="status" title={t(`${does}.done.title`)} actions={next}>
        {t(`${does}.done.text`)}
      </Note>
    );
  }
  return (
    <div className="stack">
      {press.isError && <ProblemNotice error={press.error} />}
      <Button
        variant="primary"
        full
        disabled={!ready || token === ''}
        busy={press.isPending}
        busyLabel={t(`${does}.busy`)}
        onClick={() => press.mutate()}
      >
        {t(`${does}.submit`)}
      </Button>
    </div>
  );
}
