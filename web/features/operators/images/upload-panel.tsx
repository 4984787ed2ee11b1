// Step one: choose files and upload them. An uploaded image leads to step two.

import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import type { Translate } from '../../../i18n/messages.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import type { MediaImage, MediaUploaded } from '../../../../worker/contract/operators/media.ts';
import { IMAGE_MAX_BYTES } from '../../../../worker/domain/media.ts';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FileCard } from './file-card.tsx';
import { accepted, isOfKind, isWorthRetrying, refusalOf } from './file-rules.ts';
import { type QueuedFile, useUploadQueue } from './upload-queue.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { uploadImage, useRefreshLibrary } from './queries.ts';
import { Icon } from '../../../ui/icon.tsx';

type UploadPanelProps = {
  readonly upload: ImageUpload;
  readonly arrived: boolean;
  readonly onAssociate: (image: MediaImage) => void;
};

export function UploadPanel({ upload: { queue, files }, arrived, onAssociate }: UploadPanelProps) {
  const card = useArrivalFocus<HTMLElement>(arrived);
  const t = useMessages(operatorsImagesMessages.images);
  const f = useFormat();
  const [ignored, setIgnored] = useState(0);
  const choose = (chosen: readonly File[]) => {
    const images = chosen.filter((file) => isOfKind('image', file));
    setIgnored(chosen.length - images.length);
    queue.add(images);
  };
  return (
    <Card ref={card} tabIndex={-1} title={t('upload.title')} className="image-arrival">
      <div className="card-padded stack-close">
        <DropZone
          label={t('upload.drop')}
          hint={t('upload.limits', { most: f.integer(IMAGE_MAX_BYTES / 1024 / 1024) })}
          accept={accepted('image')}
          multiple
          onFiles={choose}
        />
        <output hidden={ignored === 0}>
          {ignored > 0 && (
            <Note tone="warning" icon="info">
              {t.count('upload.ignored', ignored)}
            </Note>
          )}
        </output>
      </div>
      {files.length > 0 && (
        <>
          <ul className="file-cards" aria-label={t('upload.list')}>
            {files.map((entry) => (
              <FileCard
                key={entry.key}
                file={entry.file}
                state={entry.state}
                preview={<FilePreview file={entry.file} />}
                texts={{ pending: t('upload.pending'), uploaded: t('upload.uploaded') }}
                note={
                  entry.state.kind === 'uploaded' && !entry.state.sent.isNew ? t('upload.known') : undefined
                }
                onRemove={() => {
                  queue.remove(entry.key);
                  // The removed file had the focus.
                  card.current?.focus();
                }}
              >
                <Next entry={entry} onSend={() => queue.upload(entry.key)} onAssociate={onAssociate} />
              </FileCard>
            ))}
          </ul>
          <Foot files={files} onAll={() => queue.uploadAll()} />
        </>
      )}
    </Card>
  );
}

type NextProps = {
  readonly entry: QueuedFile<MediaUploaded>;
  readonly onSend: () => void;
  readonly onAssociate: (image: MediaImage) => void;
};

function Next({ entry: { file, state }, onSend, onAssociate }: NextProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const { name } = file;
  if (state.kind === 'pending' || (state.kind === 'failed' && isWorthRetrying(state.error))) {
    const which = state.kind === 'pending' ? 'one' : 'again';
    return (
      <Button size="small" aria-label={t(`upload.${which}Named`, { name })} onClick={onSend}>
        {t(`upload.${which}`)}
      </Button>
    );
  }
  if (state.kind !== 'uploaded') return null;
  const { image } = state.sent;
  return (
    <Button size="small" aria-label={t('upload.associateNamed', { name })} onClick={() => onAssociate(image)}>
      {t('upload.associate')}
    </Button>
  );
}

type FootProps = { readonly files: readonly QueuedFile<MediaUploaded>[]; readonly onAll: () => void };

function Foot({ files, onAll }: FootProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const count = (...kinds: readonly string[]) =>
    files.filter(({ state }) => kinds.includes(state.kind)).length;
  const waiting = count('pending', 'queued', 'sending');
  const busy = count('queued', 'sending') > 0;
  return (
    <div className="card-footer image-foot">
      <output className="small quiet num">
        {waiting === 0 ? t('upload.noneWaiting') : t.count('upload.waiting', waiting)}
      </output>
      <Button
        variant="primary"
        busy={busy}
        busyLabel={t('upload.sending')}
        // Not `disabled`, which would drop the focus of who has just pressed it.
        aria-disabled={waiting === 0 || busy}
        onClick={() => {
          if (waiting > 0) onAll();
        }}
      >
        {t('upload.all')}
      </Button>
    </div>
  );
}

/**
 * The page keeps this state, so that the uploads continue during another step. `onAllSent` gets the last image, unless
 * a file has failed.
 */
export function useImageUpload(onAllSent: (last: MediaImage) => void) {
  const t = useMessages(operatorsImagesMessages.images);
  const refreshLibrary = useRefreshLibrary();
  return useUploadQueue<MediaUploaded>({
    send: uploadImage,
    refusalOf: (file) => refusalOf('image', file),
    onRunEnd({ uploaded, failed }) {
      const last = uploaded.at(-1);
      if (last === undefined) return;
      void refreshLibrary();
      showToast({ type: 'success', ...sentNotice(t, uploaded) });
      if (failed === 0) onAllSent(last.image);
    },
  });
}
export type ImageUpload = ReturnType<typeof useImageUpload>;

/** What a run has sent: an image that was stored before is not counted as uploaded. */
export function sentNotice(
  t: Translate<typeof operatorsImagesMessages.images>,
  uploaded: readonly Pick<MediaUploaded, 'isNew'>[],
): { readonly title: string; readonly message?: string } {
  const fresh = uploaded.filter(({ isNew }) => isNew).length;
  const known = uploaded.length - fresh;
  return {
    title: fresh === 0 ? t('upload.nothingNew') : t.count('upload.done', fresh),
    ...(known === 0 ? {} : { message: t.count('upload.doneKnown', known) }),
  };
}

/** The longest side of a preview, in pixels: sharp on a dense screen, small in memory. */
const SIDE = 192;

/** Drawn on a canvas, because the content security policy allows only images of the site itself. */
function FilePreview({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [readable, setReadable] = useState(true);
  useEffect(() => {
    let unmounted = false;
    const show = async () => {
      try {
        const bitmap = await createImageBitmap(file);
        if (!unmounted && canvas.current !== null) draw(canvas.current, bitmap);
        bitmap.close();
      } catch {
        if (!unmounted) setReadable(false);
      }
    };
    void show();
    return () => {
      unmounted = true;
    };
  }, [file]);
  return (
    <span className="image-thumb" aria-hidden="true">
      {readable ? <canvas ref={canvas} width={1} height={1} /> : <Icon name="eye-off" />}
    </span>
  );
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}
