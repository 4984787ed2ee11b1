import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import '../styles/note.css';

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
