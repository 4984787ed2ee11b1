import {
  type SiteCardImage,
  SiteCardImages,
  type SiteVideo,
  SiteVideos,
} from '../../../worker/contract/site-media.ts';
import type { CardPage } from '../../../worker/domain/card-catalogue.ts';
import { HERO_VIDEO } from '../../../worker/domain/media.ts';
import { api, receive } from '../../api/client.ts';

export async function fetchCardImages(
  page: CardPage,
  signal: AbortSignal,
): Promise<readonly SiteCardImage[]> {
  const call = api['card-images'].$get({ query: { page } }, { init: { signal } });
  return (await receive(SiteCardImages, call)).images;
}

/** The first one is the one to play; null when there is none. */
export async function fetchHeroVideo(signal: AbortSignal): Promise<SiteVideo | null> {
  const { videos } = await receive(
    SiteVideos,
    api.videos.$get({ query: { ...HERO_VIDEO } }, { init: { signal } }),
  );
  return videos[0] ?? null;
}
