import { useCallback } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { showToast } from '../../../ui/toast-store.ts';
import type { MediaImage, MediaUploaded } from '../../../../worker/contract/operators/media.ts';
import { refusalOf } from './file-rules.ts';
import { uploadImage, useLibraryGrown } from './queries.ts';
import type { Run } from './upload-queue.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/**
 * The chosen images. Kept by the page, so that they travel on behind another step. `onAllSent` is told the last one when
 * none has failed: what failed is not left behind unseen.
 */
export function useImageUpload(onAllSent: (last: MediaImage) => void) {
  const t = useWords(adminImagesWords);
  const libraryGrown = useLibraryGrown();
  const finishRun = useCallback(
    ({ uploaded, failed }: Run<MediaUploaded>) => {
      const last = uploaded.at(-1);
      if (last === undefined) return;
      libraryGrown();
      showToast({ type: 'success', title: t.count('upload.done', uploaded.length) });
      if (failed === 0) onAllSent(last.image);
    },
    [libraryGrown, onAllSent, t],
  );
  return useUploadQueue(uploadImage, (file) => refusalOf('image', file), finishRun);
}
export type ImageUpload = ReturnType<typeof useImageUpload>;
