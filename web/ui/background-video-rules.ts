// Whether a page may fetch a moving background at all: only where it costs the reader nothing that is felt.

export type VideoSituation = {
  readonly reducedMotion: boolean;
  /** Of the window, in CSS pixels. */
  readonly width: number;
  /** The browser's own "save data", by setting or by media query. */
  readonly saveData: boolean;
  /** What the browser believes of the connection; undefined where it does not tell. */
  readonly effectiveType: string | undefined;
};

/** Narrower windows show the still drawing: the video would be a strip below everything else. */
export const VIDEO_MIN_WIDTH = 900;
const SLOW: ReadonlySet<string | undefined> = new Set(['slow-2g', '2g', '3g']);

export function allowsVideo({ reducedMotion, width, saveData, effectiveType }: VideoSituation): boolean {
  return !reducedMotion && !saveData && width >= VIDEO_MIN_WIDTH && !SLOW.has(effectiveType);
}
