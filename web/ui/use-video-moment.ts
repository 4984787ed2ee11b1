// When a background video may be loaded: the page is idle, and no rule of background-video-rules.ts forbids it.

import { useMemo } from 'react';
import { allowsVideo } from './background-video-rules.ts';
import { REDUCED_MOTION, useMedia } from './use-media.ts';

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

/** `idle`: the page has loaded, and the browser has been idle since. */
export function useVideoMoment(idle: boolean): boolean {
  const reducedMotion = useMedia(REDUCED_MOTION);
  const allowed = useMemo(() => idle && allowsVideo({ ...surroundings(), reducedMotion: false }), [idle]);
  return allowed && !reducedMotion;
}

function surroundings() {
  const { connection } = navigator as { readonly connection?: Connection };
  return {
    width: window.innerWidth,
    saveData: connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches,
    effectiveType: connection?.effectiveType,
  };
}
