import { MARK_RING, MARK_SPOTS } from './mark-path.ts';

/** The mark with the name, in the current text colour. Decorative: a link around it has a name of its own. */
export function Wordmark() {
  return <span className="wordmark" aria-hidden="true" />;
}

/** A function, so that the browser's build drops it together with the outlines. */
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
 * The mark's outlines, once per document: `url(#mark-ring)` and `url(#mark-spots)` are clip paths for the engraving's
 * lines; `#mark-ring-line` and `#mark-spots-line` are drawn. Only the prerendered HTML contains them, no script does,
 * so React must not hydrate them.
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
