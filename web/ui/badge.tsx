import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** `live`, `stale`, `offline`, `closed` and `paused` describe prices; the others transactions. */
export type BadgeTone =
  | 'live'
  | 'stale'
  | 'offline'
  | 'closed'
  | 'paused'
  | 'success'
  | 'pending'
  | 'failed'
  | 'held'
  | 'neutral';

const ICONS: Readonly<Partial<Record<BadgeTone, IconName>>> = {
  stale: 'clock',
  offline: 'offline',
  closed: 'lock',
  paused: 'pause',
  success: 'check',
  pending: 'clock',
  failed: 'x',
  held: 'lock',
};

/** Colour and shape repeat the text, so that the meaning does not depend on either. */
export function Badge({ tone, children }: { readonly tone: BadgeTone; readonly children: ReactNode }) {
  const icon = ICONS[tone];
  return (
    <span className={`badge badge-${tone}`}>
      {tone === 'live' && <span className="badge-dot" aria-hidden="true" />}
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}
