// The videos of the site: one upload at a time, and the list in the order in which they count.

import { lazy, Suspense, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { adminVideosWords } from '../../../i18n/words/admin-videos.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { Video } from '../../../../worker/contract/operators/media.ts';
import type { VideoUpload } from './use-video-upload.ts';
import { playing } from './video-place.ts';
import { useRemoveVideo, useVideos } from './video-queries.ts';
import { VideoRow } from './video-row.tsx';
import { VideoUploadCard } from './video-upload-card.tsx';

const ConfirmChange = lazy(async () => ({
  default: (await import('../../../ui/confirm-change.tsx')).ConfirmChange,
}));
const VideoDialog = lazy(async () => ({ default: (await import('./video-dialog.tsx')).VideoDialog }));

export function VideosPanel({ upload }: { readonly upload: VideoUpload }) {
  const t = useWords(adminVideosWords);
  const query = useVideos();
  const place = useRef<HTMLElement>(null);
  const videos = query.data?.pages.flatMap((page) => page.videos);
  const refresh = () => void query.refetch();
  return (
    <div className="image-stack">
      <VideoUploadCard upload={upload} />
      <Card
        ref={place}
        tabIndex={-1}
        title={t('title')}
        className="image-arrival"
        aria-busy={query.isPending}
        aside={
          <Button size="small" busy={query.isRefetching} busyLabel={t('refreshing')} onClick={refresh}>
            <Icon name="refresh" small />
            {t('refresh')}
          </Button>
        }
      >
        <p className="image-lead small">{t('lead')}</p>
        {videos === undefined && query.isError ? (
          <ErrorState title={t('error.title')} onRetry={refresh} retrying={query.isFetching}>
            {t('error.text')}
          </ErrorState>
        ) : (
          <>
            {query.isRefetchError && (
              <div className="image-notice">
                <ProblemNotice error={query.error} onRetry={refresh} retrying={query.isFetching} />
              </div>
            )}
            <Videos videos={videos} onGone={() => place.current?.focus()} />
          </>
        )}
        {videos !== undefined && videos.length > 0 && (
          <LoadMore
            shown={t.count('shown', videos.length)}
            more={query.hasNextPage}
            loading={query.isFetchingNextPage}
            failed={query.isFetchNextPageError}
            onMore={() => void query.fetchNextPage()}
          />
        )}
      </Card>
    </div>
  );
}

type VideosProps = { readonly videos: readonly Video[] | undefined; readonly onGone: () => void };

function Videos({ videos, onGone }: VideosProps) {
  const t = useWords(adminVideosWords);
  const [removing, setRemoving] = useState<Video | null>(null);
  const [editing, setEditing] = useState<Video | null>(null);
  if (videos === undefined) {
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
  if (videos.length === 0) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  const onAir = playing(videos);
  return (
    <>
      <ul className="image-list">
        {videos.map((video) => (
          <VideoRow
            key={video.id}
            video={video}
            isPlaying={video.id === onAir?.id}
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
  const t = useWords(adminVideosWords);
  const remove = useRemoveVideo();
  const confirm = () =>
    remove.mutate(video.id, {
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
