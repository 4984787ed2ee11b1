// A card with two sides. The whole card is one toggle button; both sides stay in the document and in reading order, so
// that a screen reader has them without turning anything, and without a script they stand one below the other.

import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';

type FlipCardProps = {
  readonly title: string;
  /** The sentence on the front. */
  readonly short: ReactNode;
  /** What is behind it. */
  readonly long: ReactNode;
  /** Decorative, above the title. */
  readonly picture?: ReactNode;
  /** On the other side, in whatever room its words leave. */
  readonly backPicture?: ReactNode;
  /** The button's name: it says which card it turns. */
  readonly turnLabel: string;
  /** Also turn while the mouse is on it. Never under reduced motion, and never the only way. */
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
      </button>
    </div>
  );
}
