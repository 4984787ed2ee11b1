import type { ReactNode } from 'react';
import commonMessages from '#messages/common.json';
import uiMessages from '#messages/ui.json';
import { useMessages } from '../i18n/use-messages.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { Note } from './note.tsx';

type EmptyStateProps = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** For a list without rows: a title, a text and the next step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <strong>{title}</strong>
      <p>{children}</p>
      {action}
    </div>
  );
}

type ErrorStateProps = {
  readonly title: ReactNode;
  /** The data that the failure has not changed. */
  readonly children: ReactNode;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
};

export function ErrorState({ title, children, onRetry, retrying = false }: ErrorStateProps) {
  const t = useMessages(commonMessages);
  return (
    <div className="state" role="alert">
      <strong>{title}</strong>
      <p>{children}</p>
      {onRetry !== undefined && (
        <Button onClick={onRetry} busy={retrying}>
          <Icon name="refresh" small />
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

export type StaleTexts = {
  readonly title: string;
  /** Gets the time of `readAt`. */
  readonly text: (time: string) => string;
};

type StaleNoteProps = {
  /** When the data was last read, in milliseconds. */
  readonly readAt: number;
  /** Where the common text does not fit. */
  readonly texts?: StaleTexts | undefined;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** With the margins of a card's content. */
  readonly inset?: boolean;
};

/** The data on the screen could not be read again. */
export function StaleNote({ readAt, texts, onRetry, retrying = false, inset = false }: StaleNoteProps) {
  const t = useMessages(uiMessages.lists);
  const common = useMessages(commonMessages);
  const f = useFormat();
  const time = f.dateTime(readAt, 'time');
  const retry = onRetry !== undefined && (
    <Button size="small" busy={retrying} onClick={onRetry}>
      {common('retry')}
    </Button>
  );
  const note = (
    <Note tone="warning" role="alert" title={texts?.title ?? t('stale.title')} actions={retry || undefined}>
      {texts?.text(time) ?? t('stale.text', { time })}
    </Note>
  );
  return inset ? <div className="card-note">{note}</div> : note;
}
