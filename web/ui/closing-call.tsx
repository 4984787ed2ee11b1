import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Engraving } from './engraving.tsx';

type ClosingCallProps = {
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** Buttons for a dark panel: variant `inverse` first. */
  readonly children: ReactNode;
  /** Lower and without the drawing: for pages that do not sell. */
  readonly plain?: boolean;
};

/** The call to action at the end of a page. */
export function ClosingCall({ title, text, children, plain = false }: ClosingCallProps) {
  return (
    <section className={classes('closing', plain && 'closing-plain')} aria-labelledby="closing-title">
      {!plain && (
        <div className="closing-art">
          <Engraving inverse />
        </div>
      )}
      <div className="wrap">
        <h2 id="closing-title">{title}</h2>
        <p>{text}</p>
        <div className="button-row">{children}</div>
      </div>
    </section>
  );
}
