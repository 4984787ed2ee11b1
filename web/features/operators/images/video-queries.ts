// The site's videos, as operators read and change them.

import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, receive } from '../../../api/client.ts';
import { queryKeys } from '../../../api/keys.ts';
import { upload, type UploadOptions } from '../../../api/upload.ts';
import {
  Video,
  type VideoChange,
  VideoList,
  VideoUploaded,
} from '../../../../worker/contract/operators/media.ts';
import { sentName } from './file-rules.ts';
import { subcategoryOrNull, type VideoPlace } from './video-place.ts';

const VIDEOS_PAGE = '20';
const videosKey = queryKeys.admin('videos');

const videosQuery = infiniteQueryOptions({
  queryKey: videosKey,
  initialPageParam: null as string | null,
  queryFn: ({ pageParam }) =>
    receive(
      VideoList,
      api.admin.videos.$get({
        query: { limit: VIDEOS_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    ),
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 0,
});

export const useVideos = () => useInfiniteQuery(videosQuery);

export function uploadVideo(file: File, place: VideoPlace, options: UploadOptions): Promise<VideoUploaded> {
  const subcategory = subcategoryOrNull(place);
  const address = api.admin.videos.$url({
    query: {
      filename: sentName(file),
      category: place.category,
      ...(subcategory === null ? {} : { subcategory }),
      ...(place.page === '' ? {} : { pageLocation: place.page }),
    },
  });
  return receive(VideoUploaded, upload(address, file, options));
}

/** Read again whether a change went through or not. */
export function useVideosReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: videosKey }),
      // What the operator's own site plays next.
      client.invalidateQueries({ queryKey: queryKeys.siteVideos }),
    ]);
  };
}

export function useChangeVideo() {
  const readAgain = useVideosReadAgain();
  return useMutation({
    mutationFn: ({ id, change }: { readonly id: string; readonly change: VideoChange }) =>
      receive(Video, api.admin.videos[':id'].$patch({ param: { id }, json: change })),
    onSettled: readAgain,
  });
}

export function useRemoveVideo() {
  const readAgain = useVideosReadAgain();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.admin.videos[':id'].$delete({ param: { id } });
    },
    onSettled: readAgain,
  });
}
