import { MARK_RING, MARK_SPOTS } from './mark-path.ts';

/** The mark alone, in the colour of the text around it. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d={MARK_RING + MARK_SPOTS} />
    </svg>
  );
}
