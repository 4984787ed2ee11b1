import { useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { adminVideosWords } from '../../../i18n/words/admin-videos.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useTroubleText } from '../../../ui/problem-notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { Video } from '../../../../worker/contract/operators/media.ts';
import { useFileFacts } from './file-facts.ts';
import { useChangeVideo } from './video-queries.ts';

type VideoRowProps = {
  readonly video: Video;
  readonly isPlaying: boolean;
  readonly onEdit: (video: Video) => void;
  readonly onRemove: (video: Video) => void;
};

export function VideoRow({ video, isPlaying, onEdit, onRemove }: VideoRowProps) {
  const t = useWords(adminVideosWords);
  const pages = useWords(adminImagesWords);
  const f = useFormat();
  const facts = useFileFacts();
  const { category, subcategory, pageLocation } = video;
  const name = facts.name(video);
  const place = [
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
        <p className="small quiet">{place.join(' · ')}</p>
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
  const t = useWords(adminVideosWords);
  const facts = useFileFacts();
  const [broken, setBroken] = useState(false);
  return (
    <span className="image-thumb video-thumb">
      {broken ? (
        <Icon name="eye-off" />
      ) : (
        <video
          src={video.url}
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
  const t = useWords(adminVideosWords);
  const trouble = useTroubleText();
  const change = useChangeVideo();
  const flip = (isActive: boolean) => {
    if (change.isPending) return;
    change.mutate(
      { id: video.id, change: { isActive } },
      {
        onSuccess: () => void showToast({ id: 'video', type: 'success', title: t(isActive ? 'on' : 'off') }),
        onError(error) {
          const { what, next } = trouble(error);
          showToast({ type: 'error', title: t('notSwitched'), message: `${what} ${next}` });
        },
      },
    );
  };
  // What was asked for, until the list says what is.
  const checked = change.isPending ? (change.variables.change.isActive ?? false) : video.isActive;
  return <Switch label={t('active')} checked={checked} onChange={flip} />;
}
