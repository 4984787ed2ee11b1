import type { ReactNode } from 'react';
import { Link } from '../i18n/link.tsx';
import { Drawing, type DrawingName } from './drawing.tsx';

type LinkCardProps = {
  /** Unprefixed address. */
  readonly to: string;
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** Says where it leads by itself: several cards must not all say "read more". */
  readonly linkText: string;
  readonly drawing?: DrawingName;
};

/** A card whose whole surface leads somewhere; its link has words of its own. */
export function LinkCard({ to, title, text, linkText, drawing }: LinkCardProps) {
  return (
    <article className="link-card">
      {drawing !== undefined && <Drawing name={drawing} />}
      <h3>{title}</h3>
      <p>{text}</p>
      <Link to={to} className="link">
        {linkText}
      </Link>
    </article>
  );
}
