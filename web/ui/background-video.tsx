// A silent loop behind the hero, with the button that stops it (WCAG 2.2.2). It takes no focus and covers no text. The
// drawing beneath is hidden only while the video plays, and shown again when it cannot.

import { useRef, useState } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import uiMessages from '#messages/ui.json';
import '../styles/late.css';
import { IconButton } from './icon-button.tsx';

/** Best first. `type` with its codecs, so that a browser fetches only what it can play. */
export type VideoSource = { readonly src: string; readonly type: string };

export function BackgroundVideo({ sources }: { readonly sources: readonly VideoSource[] }) {
  const t = useMessages(uiMessages.video);
  const video = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(false);
  const [still, setStill] = useState(false);
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  const toggle = () => {
    if (still) void video.current?.play().catch(() => setFailed(true));
    else video.current?.pause();
    setStill(!still);
  };
  return (
    <>
      <div className="background-video" data-shown={shown || undefined} aria-hidden="true">
        <video
          ref={video}
          muted
          loop
          autoPlay
          playsInline
          disablePictureInPicture
          tabIndex={-1}
          onPlaying={({ currentTarget }) => onFirstFrame(currentTarget, () => setShown(true))}
          // React passes a source's error on to the video: the browser then tries the next source.
          onError={({ target, currentTarget }) => target === currentTarget && setFailed(true)}
        >
          {sources.map(({ src, type }, i) => (
            <source
              key={src}
              src={src}
              type={type}
              // The last source failed: no source can be played.
              onError={i === sources.length - 1 ? () => setFailed(true) : undefined}
            />
          ))}
        </video>
      </div>
      {shown && (
        <IconButton
          className="background-video-button"
          icon={still ? 'play' : 'pause'}
          label={still ? t('play') : t('pause')}
          onClick={toggle}
        />
      )}
    </>
  );
}

/**
 * `playing` fires before the first frame is painted: where the browser reports frames, this waits for the first one.
 */
function onFirstFrame(video: HTMLVideoElement, run: () => void): void {
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(run);
  else run();
}
