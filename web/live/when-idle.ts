/** The longest a page waits for a quiet moment. */
const PATIENCE_MS = 2_000;
/** Where the browser cannot tell (Safari): after the first paint. */
const SOON_MS = 200;

/** Runs once the page has nothing better to do; the reply takes it back. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, SOON_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(handle);
}
