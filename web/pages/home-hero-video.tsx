// The hero's background video: an operator's, or our own loop, which worker/commands/hero-video.ts makes from the
// engraving that it covers.

import mp4 from '../styles/media/hero.mp4?url';
import webm from '../styles/media/hero.webm?url';
import { useHeroVideo } from '../features/site/site-media.ts';
import { BackgroundVideo, type VideoSource } from '../ui/background-video.tsx';

const OWN_VIDEO: readonly VideoSource[] = [
  { src: webm, type: 'video/webm; codecs="av01.0.04M.08"' },
  { src: mp4, type: 'video/mp4' },
];

/** The operators' video if there is one; our own if the browser cannot play or load it. */
export function HeroVideo() {
  const chosen = useHeroVideo();
  if (chosen === undefined) return null;
  const first: readonly VideoSource[] = chosen === null ? [] : [{ src: chosen.url, type: chosen.mimeType }];
  return <BackgroundVideo key={chosen?.url} sources={[...first, ...OWN_VIDEO]} />;
}
