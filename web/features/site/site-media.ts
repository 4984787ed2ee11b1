// The operators' images and videos on public pages. No page waits for them: until they are known, and without a reply,
// a page shows its own drawings.

import { useQuery } from '@tanstack/react-query';
import type { SiteCardImage, SiteVideo } from '../../../worker/contract/site-media.ts';
import type { CardId, CardPage, CardPosition } from '../../../worker/domain/card-catalogue.ts';
import { HERO_VIDEO } from '../../../worker/domain/media.ts';
import { queryKeys } from '../../api/keys.ts';
import { receiveLazily } from '../../api/lazy-client.ts';

/** A page that is opened again within this time sends no request. */
const IMAGES_FRESH_MS = 60_000;
/** A9: the list of videos is kept for five minutes. */
const VIDEOS_FRESH_MS = 5 * 60_000;

const schemas = () => import('../../../worker/contract/site-media.ts');

export type CardSlot = {
  readonly page: CardPage;
  readonly card: CardId;
  readonly position?: CardPosition;
};

/** One request serves all cards of a page. */
export function useCardImage({ page, card, position = 'front' }: CardSlot): SiteCardImage | null {
  const { data } = useQuery({
    queryKey: [...queryKeys.siteImages, page],
    queryFn: async ({ signal }) => {
      const { images } = await receiveLazily(
        async () => (await schemas()).SiteCardImages,
        (api) => api['card-images'].$get({ query: { page } }, { init: { signal } }),
      );
      return images;
    },
    staleTime: IMAGES_FRESH_MS,
  });
  return data?.find((image) => image.card === card && image.position === position) ?? null;
}

/** Undefined until known; null without a video or without a reply. */
export function useHeroVideo(): SiteVideo | null | undefined {
  const { data, isError } = useQuery({
    queryKey: queryKeys.siteVideos,
    queryFn: async ({ signal }) => {
      const { videos } = await receiveLazily(
        async () => (await schemas()).SiteVideos,
        (api) => api.videos.$get({ query: { ...HERO_VIDEO } }, { init: { signal } }),
      );
      return videos[0] ?? null;
    },
    staleTime: VIDEOS_FRESH_MS,
    retry: false,
  });
  return isError ? null : data;
}
