import type { ReactNode } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import { Button } from '../ui/button.tsx';

type MessageScreenProps = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  /** Behind the text. */
  readonly art?: ReactNode;
};

/** A page with only a message: not found, something went wrong. */
export function MessageScreen({ title, children, actions, art }: MessageScreenProps) {
  return (
    <div className="message-screen">
      {art}
      <div className="wrap">
        <h1>{title}</h1>
        {children}
        <div className="message-screen-actions">{actions}</div>
      </div>
    </div>
  );
}

/** What is left of a page whose code has failed. `children` stand below the text. */
export function BrokenScreen({ children }: { readonly children?: ReactNode }) {
  const t = useMessages(shellMessages);
  return (
    <MessageScreen
      title={t('broken.title')}
      actions={
        <Button variant="primary" size="large" onClick={() => location.reload()}>
          {t('broken.action')}
        </Button>
      }
    >
      <p>{t('broken.text')}</p>
      {children}
    </MessageScreen>
  );
}
