// The images on the site's cards and the videos on its pages, as visitors see them.

import type {
  SiteCardImages,
  SiteCardImagesQuery,
  SiteVideos,
  SiteVideosQuery,
} from '../contract/site-media.ts';
import { listShownCardImages } from '../db/card-images.ts';
import { listShownVideos } from '../db/videos.ts';
import type { Deps } from './deps.ts';

export async function shownCardImages(
  { db }: Pick<Deps, 'db'>,
  { page, card }: SiteCardImagesQuery,
): Promise<SiteCardImages> {
  const rows = await listShownCardImages(db, { page: page ?? null, card: card ?? null });
  return {
    images: rows.map(({ media, ...shown }) => ({
      page: shown.page,
      card: shown.card,
      position: shown.position,
      displaySize: shown.displaySize,
      url: `/${media.storageKey}`,
      altText: media.altText,
      title: media.title,
      width: media.width,
      height: media.height,
    })),
  };
}

export async function shownVideos({ db }: Pick<Deps, 'db'>, query: SiteVideosQuery): Promise<SiteVideos> {
  const rows = await listShownVideos(db, {
    category: query.category ?? null,
    subcategory: query.subcategory ?? null,
    pageLocation: query.pageLocation ?? null,
  });
  return {
    videos: rows.map(({ storageKey, mimeType, category, subcategory, pageLocation }) => ({
      url: `/${storageKey}`,
      mimeType,
      category,
      subcategory,
      pageLocation,
    })),
  };
}
