import type { ReactNode } from 'react';
import { Link } from '../i18n/link.tsx';

type LinkCardProps = {
  /** Unprefixed address. */
  readonly to: string;
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** Names the target by itself: several cards must not all read "read more". */
  readonly linkText: string;
  /** Above the title. */
  readonly picture?: ReactNode;
};

/** A card whose whole surface is a link; the link has a text of its own. */
export function LinkCard({ to, title, text, linkText, picture }: LinkCardProps) {
  return (
    <article className="link-card">
      {picture}
      <h3>{title}</h3>
      <p>{text}</p>
      <Link to={to} className="link">
        {linkText}
      </Link>
    </article>
  );
}
