import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { MediaImage } from '../../../../worker/contract/operators/media.ts';
import { useFileFacts } from './file-facts.ts';
import { useLibrary } from './queries.ts';
import { Thumbnail } from './thumbnail.tsx';

const SKELETONS = ['one', 'two', 'three', 'four', 'five', 'six'] as const;

type LibraryProps = {
  readonly chosen: MediaImage | null;
  readonly onChoose: (image: MediaImage) => void;
  readonly onUpload: () => void;
};

/** Every image that was uploaded, the newest first: one of them is chosen. */
export function Library({ chosen, onChoose, onUpload }: LibraryProps) {
  const t = useWords(adminImagesWords);
  const facts = useFileFacts();
  const query = useLibrary();
  const images = query.data?.pages.flatMap((page) => page.images);
  if (images === undefined && query.isError) {
    return (
      <ErrorState
        title={t('associate.error.title')}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        {t('associate.error.text')}
      </ErrorState>
    );
  }
  if (images?.length === 0) {
    return (
      <EmptyState
        title={t('associate.empty.title')}
        action={<Button onClick={onUpload}>{t('associate.empty.action')}</Button>}
      >
        {t('associate.empty.text')}
      </EmptyState>
    );
  }
  return (
    <div aria-busy={images === undefined}>
      <div role="radiogroup" aria-label={t('associate.library')} className="image-choices">
        {images === undefined
          ? SKELETONS.map((key) => (
              <span key={key} className="image-choice">
                <Skeleton shape="block" />
              </span>
            ))
          : images.map((image) => (
              <label key={image.id} className="image-choice">
                <input
                  type="radio"
                  name="image"
                  className="visually-hidden"
                  checked={image.id === chosen?.id}
                  onChange={() => onChoose(image)}
                />
                <Thumbnail image={image} />
                <span className="image-choice-name">{facts.name(image)}</span>
              </label>
            ))}
      </div>
      <LoadMore
        shown={images === undefined ? '' : t.count('associate.shown', images.length)}
        more={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}
