import { useCallback, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { adminVideosWords } from '../../../i18n/words/admin-videos.ts';
import { showToast } from '../../../ui/toast-store.ts';
import type { VideoUploaded } from '../../../../worker/contract/operators/media.ts';
import { refusalOf } from './file-rules.ts';
import type { Run, SendFile } from './upload-queue.ts';
import { useUploadQueue } from './use-upload-queue.ts';
import { HERO_PLACE, type VideoPlace } from './video-place.ts';
import { uploadVideo, useVideosReadAgain } from './video-queries.ts';

/** The chosen video and where it goes. Kept by the page, so that it travels on behind another tab. */
export function useVideoUpload() {
  const t = useWords(adminVideosWords);
  const readAgain = useVideosReadAgain();
  const [place, setPlace] = useState<VideoPlace>(HERO_PLACE);
  const sentTo = useRef(place);
  const send: SendFile<VideoUploaded> = (file, options) => uploadVideo(file, sentTo.current, options);
  const finishRun = useCallback(
    ({ uploaded }: Run<VideoUploaded>) => {
      const last = uploaded.at(-1);
      if (last === undefined) return;
      void readAgain();
      if (last.isNew) showToast({ type: 'success', title: t('done') });
      else showToast({ type: 'info', title: t('known.title'), message: t('known.text') });
    },
    [readAgain, t],
  );
  const { queue, files } = useUploadQueue(send, (file) => refusalOf('video', file), finishRun);
  return {
    queue,
    files,
    place,
    choosePlace(next: VideoPlace) {
      sentTo.current = next;
      setPlace(next);
    },
  };
}
export type VideoUpload = ReturnType<typeof useVideoUpload>;
