// What is done with an image of the library besides putting it on a card: hide it, show it again, delete it.

import { Suspense, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import type { MediaImage } from '../../../../worker/contract/operators/media.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { useFileFacts } from './file-rules.ts';
import { useChangeImage, useDeleteImage } from './queries.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ConfirmChange = lazyPart(() => import('../frame/confirm-change.tsx'), 'ConfirmChange');

type LibraryActionsProps = {
  readonly image: MediaImage;
  readonly onChanged: (image: MediaImage) => void;
  readonly onDeleted: () => void;
};

export function LibraryActions({ image, onChanged, onDeleted }: LibraryActionsProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const [asked, setAsked] = useState<'hide' | 'delete' | null>(null);
  const opened = useOpening(asked, asked);
  const close = () => setAsked(null);
  return (
    <div className="file-card-actions">
      {image.isActive ? (
        <Button size="small" onClick={() => setAsked('hide')}>
          {t('library.hide')}
        </Button>
      ) : (
        <Restore image={image} onChanged={onChanged} />
      )}
      <Button size="small" onClick={() => setAsked('delete')}>
        {t('library.delete')}
      </Button>
      <Suspense fallback={null}>
        {opened?.value === 'hide' && (
          <HideDialog
            key={opened.number}
            open={opened.open}
            image={image}
            onChanged={onChanged}
            onClose={close}
          />
        )}
        {opened?.value === 'delete' && (
          <DeleteDialog
            key={opened.number}
            open={opened.open}
            image={image}
            onDeleted={onDeleted}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

type RestoreProps = Pick<LibraryActionsProps, 'image' | 'onChanged'>;

function Restore({ image, onChanged }: RestoreProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const showError = useErrorToast();
  const change = useChangeImage();
  const restore = () =>
    afterwards(change.mutateAsync({ id: image.id, change: { isActive: true } }), {
      onSuccess(changed) {
        showToast({ type: 'success', title: t('library.restored') });
        onChanged(changed);
      },
      onError: (error) => showError(t('library.notRestored'), error),
    });
  return (
    <Button size="small" busy={change.isPending} busyLabel={t('library.restore')} onClick={restore}>
      {t('library.restore')}
    </Button>
  );
}

type DialogProps = { readonly open: boolean; readonly image: MediaImage; readonly onClose: () => void };

function HideDialog({
  open,
  image,
  onChanged,
  onClose,
}: DialogProps & Pick<LibraryActionsProps, 'onChanged'>) {
  const t = useMessages(operatorsImagesMessages.images);
  const facts = useFileFacts();
  const change = useChangeImage();
  const hide = () =>
    afterwards(change.mutateAsync({ id: image.id, change: { isActive: false } }), {
      onSuccess(changed) {
        showToast({ type: 'success', title: t('library.hidden') });
        onClose();
        onChanged(changed);
      },
    });
  return (
    <ConfirmChange
      open={open}
      title={t('library.hideTitle')}
      about={facts.name(image)}
      text={image.uses === 0 ? t('library.hideText') : t('library.hideUsedText')}
      submit={t('library.hide')}
      busyLabel={t('library.hiding')}
      busy={change.isPending}
      error={change.error}
      onConfirm={hide}
      onCancel={onClose}
    />
  );
}

function DeleteDialog({
  open,
  image,
  onDeleted,
  onClose,
}: DialogProps & Pick<LibraryActionsProps, 'onDeleted'>) {
  const t = useMessages(operatorsImagesMessages.images);
  const facts = useFileFacts();
  const remove = useDeleteImage();
  const confirm = () =>
    afterwards(remove.mutateAsync(image.id), {
      onSuccess() {
        showToast({ type: 'success', title: t('library.deleted') });
        onClose();
        onDeleted();
      },
    });
  return (
    <ConfirmChange
      open={open}
      danger
      title={t('library.deleteTitle')}
      about={facts.name(image)}
      text={image.uses === 0 ? t('library.deleteText') : t.count('library.deleteUsedText', image.uses)}
      submit={t('library.delete')}
      busyLabel={t('library.deleting')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
