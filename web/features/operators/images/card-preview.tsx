import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import type { Draft } from './draft.ts';
import { picturesRoom } from './picture-rooms.ts';
import '../../../styles/parts.css';

type CardPreviewProps = Pick<Draft, 'image' | 'page' | 'position' | 'displaySize'>;

/** The picture as its card will show it: the same room, the same crop, in a large window and on a phone. */
export function CardPreview({ image, page, position, displaySize }: CardPreviewProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const rooms = picturesRoom(page, position);
  if (position === 'back' && page === 'home') return <p className="field-hint">{t('preview.back')}</p>;
  if (image === null || rooms === null) return null;
  return (
    <section className="card-previews" aria-label={t('preview.label')}>
      {(['desk', 'phone'] as const).map((where) => {
        const { width, height } = rooms[where];
        return (
          <figure key={where}>
            <div
              className="card-preview"
              style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${width}px)` }}
            >
              <span className="card-image" data-size={displaySize}>
                <img src={image.url} alt="" width={image.width} height={image.height} decoding="async" />
              </span>
            </div>
            <figcaption className="small quiet num">{t(`preview.${where}`, { width, height })}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}
