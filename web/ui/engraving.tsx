import { preload } from 'react-dom';
import drawing from '../styles/engraving.svg?url';
import { classes } from './classes.ts';

type EngravingProps = {
  /** Fewer lines, for drawings below 200 px. */
  readonly small?: boolean;
  /** On the dark panels. */
  readonly inverse?: boolean;
};

/** The mark filled with rose-engine lines. Decorative; one large and one small on a page at most. Size it by its parent. */
export function Engraving({ small = false, inverse = false }: EngravingProps) {
  // The large one is the largest thing on the first screen: not found in the stylesheet only. Masks are fetched without
  // credentials, and a preload that asks otherwise is fetched twice.
  if (!small) preload(drawing, { as: 'image', crossOrigin: 'anonymous', fetchPriority: 'high' });
  return (
    <span
      className={classes('engraving', small && 'engraving-small', inverse && 'engraving-inverse')}
      aria-hidden="true"
    />
  );
}
