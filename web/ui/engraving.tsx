import { Fragment } from 'react';
import fine from '../styles/engraving.svg?url';
import coarse from '../styles/engraving-small.svg?url';
import { classes } from './classes.ts';

/** Each part is a group of lines in the file and an outline in the document (wordmark.tsx). */
const MARK_PARTS = ['ring', 'spots'] as const;

type EngravingProps = {
  /** Fewer lines, for drawings below 200 px. */
  readonly small?: boolean;
  /** On the dark panels. */
  readonly inverse?: boolean;
};

/**
 * The mark filled with rose-engine lines. Decorative; at most one large and one small per page; its parent sets the
 * size. The lines come from a file, so that no script contains them, and as shapes instead of an image: a browser
 * paints an image one frame later and would report it as the largest contentful paint.
 */
export function Engraving({ small = false, inverse = false }: EngravingProps) {
  const lines = small ? coarse : fine;
  return (
    <svg
      className={classes('engraving', inverse && 'engraving-inverse')}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth={small ? 0.8 : 0.88}
      aria-hidden="true"
      focusable="false"
    >
      {MARK_PARTS.map((part) => (
        <Fragment key={part}>
          <g clipPath={`url(#mark-${part})`}>
            <use href={`${lines}#${part}`} />
          </g>
          <use href={`#mark-${part}-line`} strokeWidth="1" />
        </Fragment>
      ))}
    </svg>
  );
}
