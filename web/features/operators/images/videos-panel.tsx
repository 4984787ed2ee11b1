// The videos of the site: one upload at a time, and the list in display order.

import { afterwards } from '../../../api/afterwards.ts';
import { usePages } from '../../../api/paged.ts';
import { Suspense, useRef, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ListBody } from '../../../ui/list-card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { Video } from '../../../../worker/contract/operators/media.ts';
import type { VideoUpload } from './video-upload-card.tsx';
import { playedVideo } from './video-slot.tsx';
import { useChangeVideo, useRemoveVideo, videosQuery } from './queries.ts';
import { VideoUploadCard } from './video-upload-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useFileFacts } from './file-rules.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ConfirmChange = lazyPart(() => import('../frame/confirm-change.tsx'), 'ConfirmChange');
const VideoDialog = lazyPart(() => import('./video-dialog.tsx'), 'VideoDialog');

export function VideosPanel({ upload }: { readonly upload: VideoUpload }) {
  const t = useMessages(operatorsImagesMessages.videos);
  const query = usePages(videosQuery);
  const card = useRef<HTMLElement>(null);
  return (
    <div className="stack">
      <VideoUploadCard upload={upload} />
      <Card
        ref={card}
        tabIndex={-1}
        title={t('title')}
        className="image-arrival"
        aria-busy={query.isPending}
        aside={
          <Button
            size="small"
            busy={query.isRefetching}
            busyLabel={t('refreshing')}
            onClick={() => void query.refetch()}
          >
            <Icon name="refresh" small />
            {t('refresh')}
          </Button>
        }
      >
        <p className="image-lead small">{t('lead')}</p>
        <ListBody
          query={query}
          rowsOf={(page) => page.videos}
          texts={{
            error: { title: t('error.title'), text: t('error.text') },
            empty: { title: t('empty.title'), text: t('empty.text') },
          }}
          shown={(n) => t.count('shown', n)}
        >
          {(videos) =>
            videos === undefined ? (
              <VideoLoading />
            ) : (
              <Videos videos={videos} onGone={() => card.current?.focus()} />
            )
          }
        </ListBody>
      </Card>
    </div>
  );
}

function VideoLoading() {
  return (
    <div className="image-row">
      <span className="image-thumb video-thumb">
        <Skeleton shape="block" />
      </span>
      <div className="file-card-what">
        <Skeleton shape="line" />
        <Skeleton shape="short" />
      </div>
    </div>
  );
}

type VideosProps = {
  readonly videos: readonly Video[];
  /** A removed video had the focus. */
  readonly onGone: () => void;
};

function Videos({ videos, onGone }: VideosProps) {
  const [removing, setRemoving] = useState<Video | null>(null);
  const [editing, setEditing] = useState<Video | null>(null);
  const played = playedVideo(videos);
  return (
    <>
      <ul className="image-list">
        {videos.map((video) => (
          <VideoRow
            key={video.id}
            video={video}
            isPlaying={video.id === played?.id}
            onEdit={setEditing}
            onRemove={setRemoving}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {removing !== null && (
          <RemoveDialog
            key={removing.id}
            video={removing}
            onClose={() => setRemoving(null)}
            onGone={onGone}
          />
        )}
        {editing !== null && (
          <VideoDialog key={editing.id} video={editing} onClose={() => setEditing(null)} />
        )}
      </Suspense>
    </>
  );
}

type RemoveDialogProps = {
  readonly video: Video;
  readonly onClose: () => void;
  readonly onGone: () => void;
};

function RemoveDialog({ video, onClose, onGone }: RemoveDialogProps) {
  const t = useMessages(operatorsImagesMessages.videos);
  const remove = useRemoveVideo();
  const confirm = () =>
    afterwards(remove.mutateAsync(video.id), {
      onSuccess() {
        showToast({ type: 'success', title: t('removed') });
        onClose();
        onGone();
      },
    });
  return (
    <ConfirmChange
      open
      danger
      title={t('confirm.title')}
      text={t('confirm.text')}
      submit={t('confirm.submit')}
      busyLabel={t('confirm.busy')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

type VideoRowProps = {
  readonly video: Video;
  readonly isPlaying: boolean;
  readonly onEdit: (video: Video) => void;
  readonly onRemove: (video: Video) => void;
};

function VideoRow({ video, isPlaying, onEdit, onRemove }: VideoRowProps) {
  const t = useMessages(operatorsImagesMessages.videos);
  const pages = useMessages(operatorsImagesMessages.images);
  const f = useFormat();
  const facts = useFileFacts();
  const { category, subcategory, pageLocation } = video;
  const name = facts.name(video);
  const slot = [
    t(`categories.${category}`),
    ...(subcategory === null ? [] : [subcategory]),
    ...(pageLocation === null ? [] : [pages(`pages.${pageLocation}`)]),
  ];
  return (
    <li className="image-row">
      <Preview video={video} />
      <div className="file-card-what">
        <p className="file-card-facts">
          <span className="file-card-name">{name}</span>
          {isPlaying && <Badge tone="live">{t('playing')}</Badge>}
        </p>
        <p className="small quiet">{slot.join(' · ')}</p>
        <p className="small quiet num">
          {t('ordered', { order: f.integer(video.displayOrder) })} · {facts.kilobytes(video.fileSize)}
        </p>
      </div>
      <fieldset className="image-row-actions">
        <legend className="visually-hidden">{name}</legend>
        <ActiveSwitch video={video} />
        <Button size="small" aria-label={t('editNamed', { name })} onClick={() => onEdit(video)}>
          {t('edit')}
        </Button>
        <Button size="small" aria-label={t('removeNamed', { name })} onClick={() => onRemove(video)}>
          {t('remove')}
        </Button>
      </fieldset>
    </li>
  );
}

function Preview({ video }: { readonly video: Video }) {
  const t = useMessages(operatorsImagesMessages.videos);
  const facts = useFileFacts();
  const [broken, setBroken] = useState(false);
  return (
    <span className="image-thumb video-thumb">
      {broken ? (
        <Icon name="eye-off" />
      ) : (
        <video
          // Shows the picture of that moment before it plays; the first one of a loop is often empty.
          src={`${video.url}#t=0.5`}
          muted
          playsInline
          controls
          preload="metadata"
          aria-label={t('preview', { name: facts.name(video) })}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}

function ActiveSwitch({ video }: { readonly video: Video }) {
  const t = useMessages(operatorsImagesMessages.videos);
  const showError = useErrorToast();
  const change = useChangeVideo();
  const flip = (isActive: boolean) => {
    if (change.isPending) return;
    afterwards(change.mutateAsync({ id: video.id, change: { isActive } }), {
      onSuccess: () => void showToast({ id: 'video', type: 'success', title: t(isActive ? 'on' : 'off') }),
      onError: (error) => showError(t('notSwitched'), error),
    });
  };
  // The requested state, until the list has been read again.
  const checked = change.isPending ? (change.variables.change.isActive ?? false) : video.isActive;
  return <Switch label={t('active')} checked={checked} onChange={flip} />;
}
