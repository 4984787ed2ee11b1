// When the background video may be fetched: the page has loaded and is idle, and the video costs the user nothing
// noticeable.

import { useIdle } from '../../live/when-idle.ts';
import { REDUCED_MOTION, useMedia } from '../../ui/use-media.ts';

export type VideoConditions = {
  readonly reducedMotion: boolean;
  /** Of the window, in CSS pixels. */
  readonly width: number;
  /** The browser's "save data", by setting or by media query. */
  readonly saveData: boolean;
  /** The browser's estimate of the connection; undefined where it has none. */
  readonly effectiveType: string | undefined;
};

/** Narrower windows show the still drawing: the video would be a strip below everything else. */
export const VIDEO_MIN_WIDTH = 900;
const SLOW: ReadonlySet<string | undefined> = new Set(['slow-2g', '2g', '3g']);

export function allowsVideo({ reducedMotion, width, saveData, effectiveType }: VideoConditions): boolean {
  return !reducedMotion && !saveData && width >= VIDEO_MIN_WIDTH && !SLOW.has(effectiveType);
}

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

export function useVideoAllowed(): boolean {
  const idle = useIdle({ afterLoad: true });
  const reducedMotion = useMedia(REDUCED_MOTION);
  if (!idle) return false;
  const { connection } = navigator as { readonly connection?: Connection };
  return allowsVideo({
    reducedMotion,
    width: innerWidth,
    saveData: connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches,
    effectiveType: connection?.effectiveType,
  });
}
