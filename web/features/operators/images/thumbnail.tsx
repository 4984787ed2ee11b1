import { useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { classes } from '../../../ui/classes.ts';

type ThumbnailProps = {
  readonly image: {
    readonly url: string;
    readonly width: number;
    readonly height: number;
  };
  readonly large?: boolean;
};

/** A stored image in a box of a fixed size; an icon where it cannot be shown. Its name is next to it. */
export function Thumbnail({ image, large = false }: ThumbnailProps) {
  const [broken, setBroken] = useState(false);
  return (
    <span className={classes('image-thumb', large && 'image-thumb-large')}>
      {broken ? (
        <Icon name="eye-off" />
      ) : (
        <img
          src={image.url}
          alt=""
          loading="lazy"
          decoding="async"
          width={image.width}
          height={image.height}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
