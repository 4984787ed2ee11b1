import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { MediaImage } from '../../../../worker/contract/operators/media.ts';
import { ALT_TEXT_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '../../../../worker/domain/media.ts';
import { CategorySelect } from './associate-form.tsx';
import { useChangeImage } from './queries.ts';

type EditDialogProps = { readonly image: MediaImage; readonly onClose: () => void };

/** The details of an image, which are the same on every card. Import it lazily, as every dialog. */
export function EditDialog({ image, onClose }: EditDialogProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const change = useChangeImage();
  const [altText, setAltText] = useState(image.altText);
  const [title, setTitle] = useState(image.title ?? '');
  const [category, setCategory] = useState(image.category);
  const written = altText.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    afterwards(
      change.mutateAsync({
        id: image.id,
        change: { altText: written, title: title.trim() || null, category },
      }),
      {
        onSuccess() {
          showToast({ type: 'success', title: t('edit.saved') });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={t('edit.title')} locked={change.isPending}>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="small quiet">{t('edit.everywhere')}</p>
        <TextInput
          label={t('associate.alt')}
          required
          autoComplete="off"
          maxLength={ALT_TEXT_MAX_CHARACTERS}
          value={altText}
          onChange={(event) => setAltText(event.target.value)}
        />
        <TextInput
          label={t('associate.name')}
          optional
          autoComplete="off"
          maxLength={TITLE_MAX_CHARACTERS}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <CategorySelect value={category} onChange={setCategory} />
        {change.error !== null && <ProblemNotice error={change.error} />}
        <div className="dialog-buttons">
          <Button disabled={change.isPending} onClick={onClose}>
            {t('edit.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={written === ''}
            busy={change.isPending}
            busyLabel={t('edit.busy')}
          >
            {t('edit.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
