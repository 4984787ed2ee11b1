import { useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { adminVideosWords } from '../../../i18n/words/admin-videos.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { VIDEO_MAX_BYTES } from '../../../../worker/domain/media.ts';
import { DropZone } from './drop-zone.tsx';
import { FileCard } from './file-card.tsx';
import { accepted, isOfKind, isWorthRetrying } from './file-rules.ts';
import type { FileState } from './upload-queue.ts';
import type { VideoUpload } from './use-video-upload.ts';
import { isSubcategory } from './video-place.ts';
import { VideoPlaceFields } from './video-place-fields.tsx';

/** One video at a time: the one chosen takes the place of the one before, unless that is on its way. */
export function VideoUploadCard({ upload }: { readonly upload: VideoUpload }) {
  const t = useWords(adminVideosWords);
  const f = useFormat();
  const [ignored, setIgnored] = useState(false);
  const { queue, files, place, choosePlace } = upload;
  const travelling = files.some(({ state }) => state.kind === 'sending');
  const choose = ([file]: readonly File[]) => {
    if (file === undefined || travelling) return;
    const isVideo = isOfKind('video', file);
    setIgnored(!isVideo);
    if (!isVideo) return;
    for (const { key } of files) queue.remove(key);
    queue.add([file]);
  };
  return (
    <Card title={t('upload.title')}>
      <div className="card-padded image-upload">
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
          <VideoPlaceFields place={place} disabled={travelling} onChange={choosePlace} />
        </fieldset>
      </div>
      {files.length > 0 && (
        <ul className="file-cards" aria-label={t('upload.list')}>
          {files.map((entry) => (
            <FileCard
              key={entry.key}
              entry={entry}
              preview={
                <span className="image-thumb" aria-hidden="true">
                  <Icon name="play" />
                </span>
              }
              said={{ pending: t('upload.pending'), uploaded: t('upload.uploaded') }}
              note={entry.state.kind === 'uploaded' && !entry.state.sent.isNew ? t('known.text') : undefined}
              onRemove={() => queue.remove(entry.key)}
            >
              <Send
                name={entry.file.name}
                state={entry.state}
                disabled={!isSubcategory(place.subcategory)}
                onSend={() => queue.upload(entry.key)}
              />
            </FileCard>
          ))}
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
  const t = useWords(adminImagesWords);
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
