import { MARK_RING, MARK_SPOTS } from './mark-path.ts';

/** The mark with the name, in the colour of the text around it. Decorative: who links it names the link. */
export function Wordmark() {
  return <span className="wordmark" aria-hidden="true" />;
}

/** A function, so that the browser's script leaves it out together with what it draws. */
function outlines(): string {
  const parts = [
    ['ring', MARK_RING],
    ['spots', MARK_SPOTS],
  ];
  return parts
    .map(
      ([name, d]) =>
        `<clipPath id="mark-${name}"><path id="mark-${name}-line" d="${d}" vector-effect="non-scaling-stroke"/></clipPath>`,
    )
    .join('');
}

/**
 * The mark's outlines, once per document: `url(#mark-ring)` and `url(#mark-spots)`, which the engraving's lines are clipped
 * to, and `#mark-ring-line`, `#mark-spots-line` to draw. They are in the page as it was sent and no script carries them:
 * what is inside is not React's own.
 */
export function MarkOutlines() {
  const inside = { __html: import.meta.env.SSR ? outlines() : '' };
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
