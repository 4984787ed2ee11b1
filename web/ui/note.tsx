import type { ReactNode } from 'react';
import commonMessages from '#messages/common.json';
import uiMessages from '#messages/ui.json';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import '../styles/parts.css';

export type NoteTone = 'info' | 'warning' | 'error' | 'success';

const ICONS: Readonly<Record<NoteTone, IconName>> = {
  info: 'info',
  warning: 'clock',
  error: 'alert',
  success: 'check',
};

type NoteProps = {
  readonly tone?: NoteTone;
  readonly icon?: IconName;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Announced when it appears: `alert` at once (a refusal), `status` politely. Omit for a note that was always there. */
  readonly role?: 'alert' | 'status';
};

export function Note({ tone = 'info', icon, title, children, actions, role }: NoteProps) {
  return (
    <div className={`note note-${tone}`} role={role}>
      <Icon name={icon ?? ICONS[tone]} />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <span>{children}</span>}
        {actions !== undefined && <div className="note-actions">{actions}</div>}
      </div>
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
