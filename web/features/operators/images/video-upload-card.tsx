import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { VideoUploaded } from '../../../../worker/contract/operators/media.ts';
import { VIDEO_MAX_BYTES } from '../../../../worker/domain/media.ts';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FileCard } from './file-card.tsx';
import { accepted, isOfKind, isWorthRetrying, refusalOf } from './file-rules.ts';
import { uploadVideo, useRefreshVideos } from './queries.ts';
import type { FileState } from './upload-queue.ts';
import { HERO_SLOT, isSubcategory, type VideoSlot } from './video-slot.tsx';
import { VideoSlotFields } from './video-slot.tsx';

/** The page keeps this state, so that the upload continues while another tab is open. */
export function useVideoUpload() {
  const t = useMessages(operatorsImagesMessages.videos);
  const refreshVideos = useRefreshVideos();
  const [file, setFile] = useState<File | null>(null);
  const [slot, setSlot] = useState<VideoSlot>(HERO_SLOT);
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const upload = useMutation({
    mutationFn(sent: File) {
      stop.current = new AbortController();
      setShare(0);
      return uploadVideo(sent, slot, { onProgress: setShare, signal: stop.current.signal });
    },
    onSuccess({ isNew }) {
      void refreshVideos();
      if (isNew) showToast({ type: 'success', title: t('done') });
      else showToast({ type: 'info', title: t('known.title'), message: t('known.text') });
    },
  });
  const choose = (chosen: File | null) => {
    stop.current?.abort();
    upload.reset();
    setFile(chosen);
  };
  return { file, state: stateOf(file, upload, share), slot, setSlot, choose, send: upload.mutate };
}
export type VideoUpload = ReturnType<typeof useVideoUpload>;

function stateOf(
  file: File | null,
  upload: UseMutationResult<VideoUploaded, Error, File>,
  share: number,
): FileState<VideoUploaded> {
  const refusal = file && refusalOf('video', file);
  if (refusal !== null) return { kind: 'refused', error: refusal };
  if (upload.isPending) return { kind: 'sending', share };
  if (upload.isSuccess) return { kind: 'uploaded', sent: upload.data };
  return upload.isError ? { kind: 'failed', error: upload.error } : { kind: 'pending' };
}

/** One video at a time: another choice replaces it, except during its upload. */
export function VideoUploadCard({ upload }: { readonly upload: VideoUpload }) {
  const t = useMessages(operatorsImagesMessages.videos);
  const f = useFormat();
  const [ignored, setIgnored] = useState(false);
  const { file, state, slot } = upload;
  const sending = state.kind === 'sending';
  const choose = ([chosen]: readonly File[]) => {
    if (chosen === undefined || sending) return;
    const isVideo = isOfKind('video', chosen);
    setIgnored(!isVideo);
    if (isVideo) upload.choose(chosen);
  };
  return (
    <Card title={t('upload.title')}>
      <div className="card-padded stack-close">
        <DropZone
          label={t('upload.drop')}
          hint={t('upload.limits', { most: f.integer(VIDEO_MAX_BYTES / 1024 / 1024) })}
          accept={accepted('video')}
          multiple={false}
          onFiles={choose}
        />
        <output hidden={!ignored}>
          {ignored && (
            <Note tone="warning" icon="info">
              {t('upload.ignored')}
            </Note>
          )}
        </output>
        <fieldset className="video-place">
          <legend className="field-label">{t('upload.place')}</legend>
          <VideoSlotFields slot={slot} disabled={sending} onChange={upload.setSlot} />
        </fieldset>
      </div>
      {file !== null && (
        <ul className="file-cards" aria-label={t('upload.list')}>
          <FileCard
            file={file}
            state={state}
            preview={
              <span className="image-thumb" aria-hidden="true">
                <Icon name="play" />
              </span>
            }
            texts={{ pending: t('upload.pending'), uploaded: t('upload.uploaded') }}
            note={state.kind === 'uploaded' && !state.sent.isNew ? t('known.text') : undefined}
            onRemove={() => upload.choose(null)}
          >
            <Send
              name={file.name}
              state={state}
              disabled={!isSubcategory(slot.subcategory)}
              onSend={() => upload.send(file)}
            />
          </FileCard>
        </ul>
      )}
    </Card>
  );
}

type SendProps = {
  readonly name: string;
  readonly state: FileState<unknown>;
  readonly disabled: boolean;
  readonly onSend: () => void;
};

function Send({ name, state, disabled, onSend }: SendProps) {
  const t = useMessages(operatorsImagesMessages.images);
  const again = state.kind === 'failed' && isWorthRetrying(state.error);
  if (state.kind !== 'pending' && !again) return null;
  const which = state.kind === 'pending' ? 'one' : 'again';
  return (
    <Button
      variant="primary"
      size="small"
      disabled={disabled}
      aria-label={t(`upload.${which}Named`, { name })}
      onClick={onSend}
    >
      {t(`upload.${which}`)}
    </Button>
  );
}
