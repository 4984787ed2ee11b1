import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { Video } from '../../../../worker/contract/operators/media.ts';
import { DISPLAY_ORDER_MAX } from '../../../../worker/domain/media.ts';
import { isSubcategory, slotOf, subcategoryOrNull } from './video-slot.tsx';
import { VideoSlotFields } from './video-slot.tsx';
import { useChangeVideo } from './queries.ts';

type VideoDialogProps = { readonly video: Video; readonly onClose: () => void };

/** The slot and the order of a stored video. Import it lazily, as every dialog. */
export function VideoDialog({ video, onClose }: VideoDialogProps) {
  const t = useMessages(operatorsImagesMessages.videos);
  const f = useFormat();
  const change = useChangeVideo();
  const [slot, setSlot] = useState(slotOf(video));
  const [order, setOrder] = useState(String(video.displayOrder));
  const isOrder = /^\d{1,4}$/u.test(order);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const changed = {
      category: slot.category,
      subcategory: subcategoryOrNull(slot),
      pageLocation: slot.page === '' ? null : slot.page,
      displayOrder: Number(order),
    };
    afterwards(change.mutateAsync({ id: video.id, change: changed }), {
      onSuccess() {
        showToast({ type: 'success', title: t('dialog.saved') });
        onClose();
      },
    });
  };
  return (
    <Dialog open onClose={onClose} title={t('dialog.title')} locked={change.isPending}>
      <form className="stack" noValidate onSubmit={submit}>
        <VideoSlotFields slot={slot} onChange={setSlot} />
        <TextInput
          label={t('order')}
          hint={t('orderHint', { most: f.integer(DISPLAY_ORDER_MAX) })}
          error={isOrder ? null : t('orderHint', { most: f.integer(DISPLAY_ORDER_MAX) })}
          inputMode="numeric"
          autoComplete="off"
          numeric
          maxLength={4}
          value={order}
          onChange={(event) => setOrder(event.target.value)}
        />
        {change.error !== null && <ProblemNotice error={change.error} />}
        <div className="dialog-buttons">
          <Button disabled={change.isPending} onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!isOrder || !isSubcategory(slot.subcategory)}
            busy={change.isPending}
            busyLabel={t('dialog.busy')}
          >
            {t('dialog.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
