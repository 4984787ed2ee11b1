// A card with two sides; on a phone a line of a list that opens. All of it is one toggle button. Both sides stay in the
// document in reading order, so that a screen reader reads them without turning the card; without scripts they are one below
// the other.

import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';

type FlipCardProps = {
  readonly title: string;
  /** The text on the front. */
  readonly short: ReactNode;
  /** The text on the back. */
  readonly long: ReactNode;
  /** Decorative, above the title. */
  readonly picture?: ReactNode;
  /** On the back, in the space that its text leaves. */
  readonly backPicture?: ReactNode;
  /** The accessible name of the button, which names the card. */
  readonly turnLabel: string;
  /** Also turns on hover. Never under reduced motion, and never the only way. */
  readonly flipOnHover?: boolean;
};

export function FlipCard({
  title,
  short,
  long,
  picture,
  backPicture,
  turnLabel,
  flipOnHover = false,
}: FlipCardProps) {
  const [flipped, setFlipped] = useState(false);
  return (
    <div className="flip" data-flipped={flipped || undefined} data-hover={flipOnHover || undefined}>
      <div className="flip-inner">
        <div className="flip-face flip-front">
          {picture}
          <h3>{title}</h3>
          <p>{short}</p>
        </div>
        <div className="flip-face flip-back">
          <span className="title" aria-hidden="true">
            {title}
          </span>
          <p>{long}</p>
          {backPicture}
        </div>
      </div>
      <button
        type="button"
        className="flip-turn"
        aria-pressed={flipped}
        aria-label={turnLabel}
        onClick={() => setFlipped(!flipped)}
      >
        <Icon name="turn" />
        <Icon name="down" small />
      </button>
    </div>
  );
}
