import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { CardImage, MediaImage } from '../../../../worker/contract/operators/media.ts';
import { useCardName } from './card-names.ts';
import { useFileFacts } from './file-rules.ts';
import { useSwitchCardImage } from './queries.ts';
import { Thumbnail } from './thumbnail.tsx';

type CardImageRowProps = {
  readonly entry: CardImage;
  readonly onRemove: (entry: CardImage) => void;
  readonly onEdit: (image: MediaImage) => void;
};

export function CardImageRow({ entry, onRemove, onEdit }: CardImageRowProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const facts = useFileFacts();
  const { image } = entry;
  const card = useCardName()(entry.card);
  const named = { name: facts.name(image), card };
  return (
    <li className="image-row">
      <Thumbnail image={image} />
      <div className="file-card-what">
        <p className="file-card-name">{image.title ?? facts.name(image)}</p>
        {!image.isActive && (
          <p>
            <Badge tone="neutral">{t('library.isHidden')}</Badge>
          </p>
        )}
        <p className="small quiet">{image.altText}</p>
        <p className="small quiet num">
          {t(`positions.${entry.position}`)} · {t(`sizes.${entry.displaySize}`)} · {facts.pixels(image)} ·{' '}
          {facts.kilobytes(image.fileSize)}
        </p>
      </div>
      <fieldset className="image-row-actions">
        <legend className="visually-hidden">
          {t('manage.group', { card, position: t(`positions.${entry.position}`) })}
        </legend>
        <ActiveSwitch entry={entry} />
        <Button size="small" aria-label={t('manage.editNamed', named)} onClick={() => onEdit(image)}>
          {t('manage.edit')}
        </Button>
        <Button size="small" aria-label={t('manage.removeNamed', named)} onClick={() => onRemove(entry)}>
          {t('manage.remove')}
        </Button>
      </fieldset>
    </li>
  );
}

function ActiveSwitch({ entry }: { readonly entry: CardImage }) {
  const t = useMessages(operatorsImagesMessages.images);
  const showError = useErrorToast();
  const change = useSwitchCardImage();
  const flip = (isActive: boolean) => {
    if (change.isPending) return;
    afterwards(change.mutateAsync({ id: entry.id, isActive }), {
      onSuccess: () =>
        void showToast({
          id: 'card-image',
          type: 'success',
          title: t(isActive ? 'manage.on' : 'manage.off'),
        }),
      onError: (error) => showError(t('manage.notSwitched'), error),
    });
  };
  // The requested state, until the list has been read again.
  const checked = change.isPending ? change.variables.isActive : entry.isActive;
  return <Switch label={t('manage.active')} checked={checked} onChange={flip} />;
}
