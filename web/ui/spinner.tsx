/** Decorative: the busy label or `aria-busy` says what is going on. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
