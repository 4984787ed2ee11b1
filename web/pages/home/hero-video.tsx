// Our own loop, drawn by worker/commands/hero-video.ts from the engraving that it takes the place of.

import mp4 from '../../styles/media/hero.mp4?url';
import webm from '../../styles/media/hero.webm?url';
import { BackgroundVideo, type VideoSource } from '../../ui/background-video.tsx';

export const OWN_VIDEO: readonly VideoSource[] = [
  { src: webm, type: 'video/webm; codecs="av01.0.04M.08"' },
  { src: mp4, type: 'video/mp4' },
];

export function HeroVideo({ sources = OWN_VIDEO }: { readonly sources?: readonly VideoSource[] }) {
  return <BackgroundVideo sources={sources} />;
}
