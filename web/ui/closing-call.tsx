import type { ReactNode } from 'react';
import { Engraving } from './engraving.tsx';

type ClosingCallProps = {
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** Buttons for a dark panel: variant `inverse` first. */
  readonly children: ReactNode;
};

/** The call to action at the end of a page. */
export function ClosingCall({ title, text, children }: ClosingCallProps) {
  return (
    <section className="closing" aria-labelledby="closing-title">
      <div className="closing-art">
        <Engraving inverse />
      </div>
      <div className="wrap">
        <h2 id="closing-title">{title}</h2>
        <p>{text}</p>
        <div className="button-row">{children}</div>
      </div>
    </section>
  );
}
