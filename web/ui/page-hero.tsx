import type { ReactNode } from 'react';
import { Engraving } from './engraving.tsx';
import '../styles/parts.css';

type PageHeroProps = {
  /** A small line above the title. */
  readonly eyebrow?: ReactNode;
  readonly title: ReactNode;
  readonly lead: ReactNode;
  /** Buttons, at most one primary. */
  readonly actions?: ReactNode;
  /** Right of the text on wide screens, below it on phones: a price, a card of facts. */
  readonly aside?: ReactNode;
};

/** The head of a public page: its only h1. */
export function PageHero({ eyebrow, title, lead, actions, aside }: PageHeroProps) {
  return (
    <section className="page-hero">
      {aside === undefined && (
        <div className="page-hero-art">
          <Engraving />
        </div>
      )}
      <div className="wrap page-hero-grid">
        <div className="page-hero-words">
          {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
          <h1>{title}</h1>
          <p className="page-hero-lead">{lead}</p>
          {actions !== undefined && <div className="page-hero-actions">{actions}</div>}
        </div>
        {aside}
      </div>
    </section>
  );
}
