// The library of images and the cards they are on, as operators read and change them.

import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { upload, type UploadOptions } from '../../../api/upload.ts';
import {
  CardImage,
  CardImageList,
  CardsWithImage,
  type MediaChange,
  MediaImage,
  MediaList,
  MediaUploaded,
  type NewCardImage,
} from '../../../../worker/contract/operators/media.ts';
import type { CardPage } from '../../../../worker/domain/card-catalogue.ts';
import { sentName } from './file-rules.ts';

/** Each is a whole image: a screenful at a time. */
const LIBRARY_PAGE = '12';
/** More than the fifteen cards have sides. */
const CARDS_PAGE = '50';

const keys = {
  library: queryKeys.admin('media'),
  cards: queryKeys.admin('card-images'),
  cardList: (page: CardPage | 'all') => queryKeys.admin('card-images', 'list', page),
  marks: queryKeys.admin('card-images', 'marks'),
};

const libraryQuery = infiniteQueryOptions({
  queryKey: keys.library,
  initialPageParam: null as string | null,
  queryFn: ({ pageParam }) =>
    receive(
      MediaList,
      api.admin.media.$get({
        query: { limit: LIBRARY_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    ),
  getNextPageParam: (page) => page.nextCursor,
});

export const useLibrary = () => useInfiniteQuery(libraryQuery);

function cardImagesQuery(page: CardPage | 'all') {
  return infiniteQueryOptions({
    queryKey: keys.cardList(page),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      receive(
        CardImageList,
        api.admin['card-images'].$get({
          query: {
            limit: CARDS_PAGE,
            ...(page === 'all' ? {} : { page }),
            ...(pageParam === null ? {} : { cursor: pageParam }),
          },
        }),
      ),
    getNextPageParam: (list) => list.nextCursor,
    placeholderData: keepPreviousData,
    // Another operator may have changed it: it is read again whenever somebody looks.
    staleTime: 0,
  });
}

export const useCardImages = (page: CardPage | 'all') => useInfiniteQuery(cardImagesQuery(page));

const marksQuery = queryOptions({
  queryKey: keys.marks,
  queryFn: () => receive(CardsWithImage, api.admin['card-images'].cards.$get()),
  staleTime: 0,
});

/** Which cards have an image already. */
export const useMarks = () => useQuery(marksQuery);

export function uploadImage(file: File, options: UploadOptions): Promise<MediaUploaded> {
  const address = api.admin.media.$url({ query: { filename: sentName(file) } });
  return receive(MediaUploaded, upload(address, file, options));
}

/** What was changed is read again wherever it is in sight, whether the change went through or not. */
function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.library }),
      client.invalidateQueries({ queryKey: keys.cards }),
      // What the operator's own site shows next.
      client.invalidateQueries({ queryKey: queryKeys.siteImages }),
    ]);
  };
}

/** After an upload the library is another. */
export function useLibraryGrown(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.library });
}

export function useAssociate() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (json: NewCardImage) => receive(CardImage, api.admin['card-images'].$post({ json })),
    onSettled: readAgain,
  });
}

export function useSwitchCardImage() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, isActive }: { readonly id: string; readonly isActive: boolean }) =>
      receive(CardImage, api.admin['card-images'][':id'].$patch({ param: { id }, json: { isActive } })),
    onSettled: readAgain,
  });
}

export function useRemoveCardImage() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.admin['card-images'][':id'].$delete({ param: { id } });
    },
    onSettled: readAgain,
  });
}

export function useChangeImage() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ id, change }: { readonly id: string; readonly change: MediaChange }) =>
      receive(MediaImage, api.admin.media[':id'].$patch({ param: { id }, json: change })),
    onSettled: readAgain,
  });
}
