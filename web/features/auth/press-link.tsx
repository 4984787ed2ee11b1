// The one button of a link out of a letter. Nothing happens before it is pressed: mail programs open links by themselves.

import type { ReactNode } from 'react';
import emailMessages from '#messages/email.json';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

export type Pressed = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly to: string;
};

type PressLinkProps = {
  /** From the link's fragment, which is in no server's log; empty where the link lost it. */
  readonly token: string;
  readonly submit: string;
  readonly busyLabel: string;
  readonly busy: boolean;
  readonly error: Error | null;
  /** Where to ask for another link. */
  readonly again?: ReactNode;
  /** What came of it. */
  readonly done: Pressed | null;
  readonly onPress: () => void;
};

export function PressLink({ token, submit, busyLabel, busy, error, again, done, onPress }: PressLinkProps) {
  const t = useMessages(emailMessages.confirm);
  const ready = useHydrated();
  if (token === '') {
    return (
      <Note tone="error" role="alert" title={t('missing.title')}>
        {t('missing.text')}
      </Note>
    );
  }
  if (done !== null) {
    const next = (
      <LinkButton to={done.to} size="small">
        {done.action}
      </LinkButton>
    );
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a note is a block, which <output> cannot hold
      <Note tone="success" role="status" title={done.title} actions={next}>
        {done.text}
      </Note>
    );
  }
  return (
    <div className="stack">
      {error !== null && <ProblemNotice error={error} actions={again} />}
      <Button variant="primary" full disabled={!ready} busy={busy} busyLabel={busyLabel} onClick={onPress}>
        {submit}
      </Button>
    </div>
  );
}
