// A card's picture: our drawing, or the image that an operator gave the card. The image replaces the drawing in the
// same box after it has been decoded, so that nothing moves; the drawing stays if the image cannot be loaded.

import { type ReactNode, useEffect, useState } from 'react';
import '../../styles/parts.css';
import { classes } from '../../ui/classes.ts';
import { type CardSlot, useCardImage } from './site-media.ts';

type CardPictureProps = CardSlot & {
  /** The class that gives the drawing its height and margins; the image takes the same box. */
  readonly frame: 'drawing' | 'plate' | 'card-back';
  /** The drawing; absent on the back of a card. */
  readonly children?: ReactNode;
};

export function CardPicture({ frame, children, ...slot }: CardPictureProps) {
  const image = useCardImage(slot);
  const [ready, giveUp] = useDecoded(image?.url);
  if (image === null || !ready) return children;
  const { url, altText, title, width, height, displaySize } = image;
  return (
    <span className={classes('card-image', frame)} data-size={displaySize}>
      <img
        src={url}
        alt={altText}
        title={title ?? undefined}
        width={width}
        height={height}
        decoding="async"
        onError={giveUp}
      />
    </span>
  );
}

/** Whether the image at `url` can be painted, and the callback for one that fails after all. */
function useDecoded(url: string | undefined): readonly [boolean, () => void] {
  const [readyUrl, setReadyUrl] = useState<string | null>(null);
  useEffect(() => {
    if (url === undefined) return;
    let wanted = true;
    const picture = new Image();
    picture.src = url;
    picture.decode().then(
      () => wanted && setReadyUrl(url),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [url]);
  return [url !== undefined && readyUrl === url, () => setReadyUrl(null)];
}
