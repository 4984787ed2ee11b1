// The library of images, the cards they are on, and the videos, as operators read and change them.

import { useMutation, useQuery } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { pagedQuery, useInvalidate } from '../../../api/paged.ts';
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
  Video,
  type VideoChange,
  VideoList,
  VideoUploaded,
} from '../../../../worker/contract/operators/media.ts';
import type { CardPage } from '../../../../worker/domain/card-catalogue.ts';
import { sentName } from './file-rules.ts';
import { subcategoryOrNull, type VideoSlot } from './video-slot.tsx';

/** Rows of a page: a screenful of images, more sides than all cards have, a screenful of videos. */
const LIBRARY_PAGE = '12';
const CARDS_PAGE = '50';
const VIDEOS_PAGE = '20';

const keys = {
  library: queryKeys.operators('images'),
  cards: queryKeys.operators('card-images'),
  videos: queryKeys.operators('videos'),
};

export const libraryQuery = (search: string) =>
  pagedQuery(queryKeys.operators('images', 'list', search), (cursor) =>
    receive(
      MediaList,
      api.admin.media.$get({
        query: { limit: LIBRARY_PAGE, ...(search === '' ? {} : { search }), ...cursor },
      }),
    ),
  );

export const cardImagesQuery = (page: CardPage | 'all') =>
  pagedQuery(queryKeys.operators('card-images', 'list', page), (cursor) =>
    receive(
      CardImageList,
      api.admin['card-images'].$get({
        query: { limit: CARDS_PAGE, ...(page === 'all' ? {} : { page }), ...cursor },
      }),
    ),
  );

export const videosQuery = pagedQuery(keys.videos, (cursor) =>
  receive(VideoList, api.admin.videos.$get({ query: { limit: VIDEOS_PAGE, ...cursor } })),
);

/** The cards that have an image, with its side. */
export function useCardsWithImage() {
  return useQuery({
    queryKey: queryKeys.operators('card-images', 'with-image'),
    queryFn: () => receive(CardsWithImage, api.admin['card-images'].cards.$get()),
    staleTime: 0,
  });
}

export function uploadImage(file: File, options: UploadOptions): Promise<MediaUploaded> {
  const address = api.admin.media.$url({ query: { filename: sentName(file) } });
  return receive(MediaUploaded, upload(address, file, options));
}

export const useRefreshLibrary = () => useInvalidate(keys.library);

/** Also what the operator's own pages of the site show. */
const useRefreshImages = () => useInvalidate(keys.library, keys.cards, queryKeys.siteImages);
export const useRefreshVideos = () => useInvalidate(keys.videos, queryKeys.siteVideos);

export function useAssociate() {
  return useMutation({
    mutationFn: (json: NewCardImage) => receive(CardImage, api.admin['card-images'].$post({ json })),
    onSettled: useRefreshImages(),
  });
}

export function useSwitchCardImage() {
  return useMutation({
    mutationFn: ({ id, isActive }: { readonly id: string; readonly isActive: boolean }) =>
      receive(CardImage, api.admin['card-images'][':id'].$patch({ param: { id }, json: { isActive } })),
    onSettled: useRefreshImages(),
  });
}

export function useRemoveCardImage() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.admin['card-images'][':id'].$delete({ param: { id } });
    },
    onSettled: useRefreshImages(),
  });
}

export function useChangeImage() {
  return useMutation({
    mutationFn: ({ id, change }: { readonly id: string; readonly change: MediaChange }) =>
      receive(MediaImage, api.admin.media[':id'].$patch({ param: { id }, json: change })),
    onSettled: useRefreshImages(),
  });
}

export function useDeleteImage() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.admin.media[':id'].$delete({ param: { id } });
    },
    onSettled: useRefreshImages(),
  });
}

export function uploadVideo(file: File, slot: VideoSlot, options: UploadOptions): Promise<VideoUploaded> {
  const subcategory = subcategoryOrNull(slot);
  const address = api.admin.videos.$url({
    query: {
      filename: sentName(file),
      category: slot.category,
      ...(subcategory === null ? {} : { subcategory }),
      ...(slot.page === '' ? {} : { pageLocation: slot.page }),
    },
  });
  return receive(VideoUploaded, upload(address, file, options));
}

export function useChangeVideo() {
  return useMutation({
    mutationFn: ({ id, change }: { readonly id: string; readonly change: VideoChange }) =>
      receive(Video, api.admin.videos[':id'].$patch({ param: { id }, json: change })),
    onSettled: useRefreshVideos(),
  });
}

export function useRemoveVideo() {
  return useMutation({
    mutationFn: async (id: string) => {
      await api.admin.videos[':id'].$delete({ param: { id } });
    },
    onSettled: useRefreshVideos(),
  });
}
