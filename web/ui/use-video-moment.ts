// When a background video may be fetched: the page has loaded and is idle, and nothing speaks against it.

import { useEffect, useState } from 'react';
import { allowsVideo } from './background-video-rules.ts';
import { REDUCED_MOTION, useMedia } from './use-media.ts';

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

/** After the load event the page still hydrates and asks for its prices: a moment of peace comes first. */
const IDLE_PATIENCE_MS = 4_000;
/** For browsers that cannot tell when they are idle. */
const SOON_MS = 1_000;

export function useVideoMoment(): boolean {
  const [come, setCome] = useState(false);
  const reducedMotion = useMedia(REDUCED_MOTION);
  useEffect(() => {
    const ask = () => {
      if (allowsVideo({ ...surroundings(), reducedMotion: false })) setCome(true);
    };
    return afterLoad(() => whenQuiet(ask));
  }, []);
  return come && !reducedMotion;
}

function surroundings() {
  const { connection } = navigator as { readonly connection?: Connection };
  return {
    width: window.innerWidth,
    saveData: connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches,
    effectiveType: connection?.effectiveType,
  };
}

type Cancel = () => void;

/** Runs `start` once everything the page asked for is there; the reply undoes whichever of the two is pending. */
function afterLoad(start: () => Cancel): Cancel {
  if (document.readyState === 'complete') return start();
  let cancel: Cancel | undefined;
  const loaded = () => void (cancel = start());
  window.addEventListener('load', loaded, { once: true });
  return () => {
    window.removeEventListener('load', loaded);
    cancel?.();
  };
}

function whenQuiet(run: () => void): Cancel {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, SOON_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_PATIENCE_MS });
  return () => cancelIdleCallback(handle);
}
