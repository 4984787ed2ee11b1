/** A placeholder with the final geometry, hidden from assistive technology: mark the region around it `aria-busy`. */
export function Skeleton({
  shape = 'line',
}: {
  readonly shape?: 'line' | 'short' | 'figure' | 'badge' | 'dial' | 'block';
}) {
  return <span className={`skeleton skeleton-${shape}`} aria-hidden="true" />;
}
