import type { ReactNode } from 'react';
import { Engraving } from '../ui/engraving.tsx';

type MessageScreenProps = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly actions: ReactNode;
};

/** A page with only a message: not found, something went wrong. */
export function MessageScreen({ title, children, actions }: MessageScreenProps) {
  return (
    <div className="message-screen">
      <div className="message-screen-art">
        <Engraving />
      </div>
      <div className="wrap">
        <h1>{title}</h1>
        {children}
        <div className="message-screen-actions">{actions}</div>
      </div>
    </div>
  );
}
