import { MARK_RING, MARK_SPOTS } from './mark-path.ts';

/** `url(#mark-ring)`, `url(#mark-spots)`: what the engraving's lines are clipped to; the paths bear the name and `-line`. */
const OUTLINES = [
  ['ring', MARK_RING],
  ['spots', MARK_SPOTS],
]
  .map(
    ([name, d]) =>
      `<clipPath id="mark-${name}"><path id="mark-${name}-line" d="${d}" vector-effect="non-scaling-stroke"/></clipPath>`,
  )
  .join('');

/**
 * The mark's outlines, once per document. They are in the page as it was sent and no script carries them: what is inside
 * is not React's own.
 */
export function MarkOutlines() {
  const inside = { __html: import.meta.env.SSR ? OUTLINES : '' };
  return (
    // oxlint-disable-next-line react/no-danger -- outlines of our own, above
    <svg
      className="mark-outlines"
      aria-hidden="true"
      dangerouslySetInnerHTML={inside}
      suppressHydrationWarning
    />
  );
}
