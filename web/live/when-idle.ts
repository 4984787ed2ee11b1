import { useEffect, useState } from 'react';

/** The longest wait for an idle moment. */
const MAX_WAIT_MS = 2_000;
/** For browsers without `requestIdleCallback` (Safari): after the first paint. */
const FALLBACK_DELAY_MS = 200;

type Cancel = () => void;
type Options = {
  /** Wait for the load event first: everything that the page requested has then arrived. */
  readonly afterLoad?: boolean;
};

/** Runs once the browser is idle; the returned function cancels it. */
export function whenIdle(run: () => void, { afterLoad = false }: Options = {}): Cancel {
  if (afterLoad && document.readyState !== 'complete') return whenLoaded(() => whenIdle(run));
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(handle);
}

function whenLoaded(start: () => Cancel): Cancel {
  let cancel: Cancel | undefined;
  const loaded = () => void (cancel = start());
  addEventListener('load', loaded, { once: true });
  return () => {
    removeEventListener('load', loaded);
    cancel?.();
  };
}

/** True once the browser has been idle. */
export function useIdle({ afterLoad = false }: Options = {}): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), { afterLoad }), [afterLoad]);
  return idle;
}
