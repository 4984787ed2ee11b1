// GET /api/card-images and /api/videos: the images and videos that every visitor may see.

import * as v from 'valibot';
import { CARD_IDS, CARD_PAGES, CARD_POSITIONS, DISPLAY_SIZES } from '../domain/card-catalogue.ts';
import { VIDEO_CATEGORIES, VIDEO_TYPES } from '../domain/media.ts';

export const Page = v.picklist(CARD_PAGES);
export const Card = v.picklist(CARD_IDS);
export const Position = v.picklist(CARD_POSITIONS);
export const Size = v.picklist(DISPLAY_SIZES);
export const Subcategory = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,39}$/u));

export const SiteCardImage = v.object({
  page: Page,
  card: Card,
  position: Position,
  displaySize: Size,
  /** `/images/<key>`: the key is of the content, so the answer never changes. */
  url: v.string(),
  altText: v.string(),
  title: v.nullable(v.string()),
  width: v.number(),
  height: v.number(),
});
export type SiteCardImage = v.InferOutput<typeof SiteCardImage>;
/** At most one per card and position. */
export const SiteCardImages = v.object({ images: v.array(SiteCardImage) });
export type SiteCardImages = v.InferOutput<typeof SiteCardImages>;
export const SiteCardImagesQuery = v.object({ page: v.optional(Page), card: v.optional(Card) });
export type SiteCardImagesQuery = v.InferOutput<typeof SiteCardImagesQuery>;

export const SiteVideo = v.object({
  /** `/videos/<key>`. */
  url: v.string(),
  mimeType: v.picklist(VIDEO_TYPES),
  category: v.picklist(VIDEO_CATEGORIES),
  subcategory: v.nullable(v.string()),
  pageLocation: v.nullable(Page),
});
export type SiteVideo = v.InferOutput<typeof SiteVideo>;
/** The first one is the one to play. */
export const SiteVideos = v.object({ videos: v.array(SiteVideo) });
export type SiteVideos = v.InferOutput<typeof SiteVideos>;
export const SiteVideosQuery = v.object({
  category: v.optional(v.picklist(VIDEO_CATEGORIES)),
  subcategory: v.optional(Subcategory),
  pageLocation: v.optional(Page),
});
export type SiteVideosQuery = v.InferOutput<typeof SiteVideosQuery>;
