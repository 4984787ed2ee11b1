/** A quiet stand-in with the final geometry. Mark the region around it `aria-busy`; this says nothing. */
export function Skeleton({
  shape = 'line',
}: {
  readonly shape?: 'line' | 'short' | 'figure' | 'badge' | 'dial' | 'block';
}) {
  return <span className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}
