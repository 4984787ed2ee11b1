import type { ReactNode } from 'react';
import { Link } from '../i18n/link.tsx';

type LinkCardProps = {
  /** Unprefixed address. */
  readonly to: string;
  readonly title: ReactNode;
  readonly text: ReactNode;
  /** Says where it leads by itself: several cards must not all say "read more". */
  readonly linkText: string;
  /** Above the title. */
  readonly picture?: ReactNode;
};

/** A card whose whole surface leads somewhere; its link has words of its own. */
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
