// /api/admin/media, /api/admin/card-images and /api/admin/videos: the library of the site's images and videos.
// A file is the raw body of POST /api/admin/media?filename=... (or /videos?filename=...&category=...). The server reads its
// type from its bytes and ignores the name and the Content-Type.

import * as v from 'valibot';
import { CARD_CURSOR, ORDER_CURSOR } from '../../domain/cursors.ts';
import { cursor, nextCursor, pageLimit } from '../page.ts';
import { isCardOf } from '../../domain/card-catalogue.ts';
import {
  ALT_TEXT_MAX_CHARACTERS,
  DISPLAY_ORDER_MAX,
  FILENAME_MAX_CHARACTERS,
  IMAGE_TYPES,
  MEDIA_CATEGORIES,
  TITLE_MAX_CHARACTERS,
  VIDEO_CATEGORIES,
  VIDEO_TYPES,
} from '../../domain/media.ts';
import { readable } from '../form-fields.ts';
import { IsoTime } from '../money.ts';
import { Card, Page, Position, Size, Subcategory } from '../site-media.ts';
import type { RuleCode } from '../rule-texts.ts';

const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/u));
const Filename = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(FILENAME_MAX_CHARACTERS));
const AltText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'altTextRequired' satisfies RuleCode),
  v.maxLength(ALT_TEXT_MAX_CHARACTERS),
  readable,
);
/** Empty is none. */
const Title = v.nullable(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(TITLE_MAX_CHARACTERS),
    readable,
    v.transform((title) => (title === '' ? null : title)),
  ),
);
const Order = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(DISPLAY_ORDER_MAX));

export const MEDIA_PAGE = { default: 50, max: 100 } as const;
const Limit = pageLimit(MEDIA_PAGE.default, MEDIA_PAGE.max);

export const UploadQuery = v.object({ filename: Filename });
export type UploadQuery = v.InferOutput<typeof UploadQuery>;

export const MediaImage = v.object({
  id: v.string(),
  /** As it was called when it was uploaded, with the time before it. */
  filename: v.string(),
  url: v.string(),
  mimeType: v.picklist(IMAGE_TYPES),
  /** Bytes. */
  fileSize: v.number(),
  width: v.number(),
  height: v.number(),
  category: v.picklist(MEDIA_CATEGORIES),
  /** Empty until the image is associated. */
  altText: v.string(),
  title: v.nullable(v.string()),
  pageLocation: v.nullable(Page),
  /** False: hidden. Shown on no card, and its address answers 404 to visitors. */
  isActive: v.boolean(),
  displayOrder: v.number(),
  /** On how many sides of cards, shown or switched off: only an image on none may be deleted. */
  uses: v.number(),
  createdAt: IsoTime,
  updatedAt: IsoTime,
});
export type MediaImage = v.InferOutput<typeof MediaImage>;

/** POST /api/admin/media: 201, or 200 when the very same bytes were there already (`isNew: false`). */
export const MediaUploaded = v.object({ image: MediaImage, isNew: v.boolean() });
export type MediaUploaded = v.InferOutput<typeof MediaUploaded>;

export const MEDIA_SEARCH_MAX_CHARACTERS = 100;

export const MediaQuery = v.object({
  category: v.optional(v.picklist(MEDIA_CATEGORIES)),
  pageLocation: v.optional(Page),
  search: v.optional(v.pipe(v.string(), v.maxLength(MEDIA_SEARCH_MAX_CHARACTERS), v.trim()), ''),
  limit: Limit,
  cursor: cursor(ORDER_CURSOR),
});
export type MediaQuery = v.InferOutput<typeof MediaQuery>;
export const MediaList = v.object({ images: v.array(MediaImage), nextCursor });
export type MediaList = v.InferOutput<typeof MediaList>;

/** PATCH /api/admin/media/:id -> MediaImage. DELETE -> 204, or ImageInUse while a card has it. */
export const MediaChange = v.object({
  altText: v.optional(AltText),
  title: v.optional(Title),
  category: v.optional(v.picklist(MEDIA_CATEGORIES)),
  pageLocation: v.optional(v.nullable(Page)),
  isActive: v.optional(v.boolean()),
  displayOrder: v.optional(Order),
});
export type MediaChange = v.InferOutput<typeof MediaChange>;

/**
 * POST /api/admin/card-images -> 201 CardImage, active at once. It takes the place of the card's active image in the same
 * position, which is switched off. Alt text, title and category are the image's own, on every card that shows it.
 */
export const NewCardImage = v.pipe(
  v.object({
    mediaId: Id,
    page: Page,
    card: Card,
    position: v.optional(Position, 'front'),
    displaySize: v.optional(Size, 'medium'),
    category: v.optional(v.picklist(MEDIA_CATEGORIES), 'feature'),
    altText: AltText,
    title: v.optional(Title, null),
  }),
  v.forward(
    v.partialCheck(
      [['page'], ['card']],
      ({ page, card }) => isCardOf(page, card),
      'cardOfPage' satisfies RuleCode,
    ),
    ['card'],
  ),
);
export type NewCardImage = v.InferOutput<typeof NewCardImage>;

export const CardImage = v.object({
  id: v.string(),
  page: Page,
  card: Card,
  position: Position,
  displaySize: Size,
  isActive: v.boolean(),
  image: MediaImage,
  createdAt: IsoTime,
});
export type CardImage = v.InferOutput<typeof CardImage>;

/** GET /api/admin/card-images: by page, then card, in the order of their names; the oldest first within a card. */
export const CardImagesQuery = v.object({
  page: v.optional(Page),
  limit: Limit,
  cursor: cursor(CARD_CURSOR),
});
export type CardImagesQuery = v.InferOutput<typeof CardImagesQuery>;
export const CardImageList = v.object({
  cardImages: v.array(CardImage),
  nextCursor,
});
export type CardImageList = v.InferOutput<typeof CardImageList>;

/** GET /api/admin/card-images/cards: the cards that have an active image, for '(Has Image)'. */
export const CardsWithImage = v.object({
  cards: v.array(v.object({ page: Page, card: Card, position: Position })),
});
export type CardsWithImage = v.InferOutput<typeof CardsWithImage>;

/** PATCH /api/admin/card-images/:id -> CardImage. Switching one on switches the card's other one in that position off. */
export const CardImageSwitch = v.object({ isActive: v.boolean() });
// DELETE /api/admin/card-images/:id -> 204. The image itself stays in the library.

// Videos.

/** POST /api/admin/videos?...: the place is said with the upload, so that the video is on its page at once. */
export const VideoUploadQuery = v.object({
  filename: Filename,
  category: v.optional(v.picklist(VIDEO_CATEGORIES), 'background'),
  subcategory: v.optional(Subcategory),
  pageLocation: v.optional(Page),
});
export type VideoUploadQuery = v.InferOutput<typeof VideoUploadQuery>;

export const Video = v.object({
  id: v.string(),
  filename: v.string(),
  url: v.string(),
  mimeType: v.picklist(VIDEO_TYPES),
  fileSize: v.number(),
  category: v.picklist(VIDEO_CATEGORIES),
  subcategory: v.nullable(v.string()),
  pageLocation: v.nullable(Page),
  isActive: v.boolean(),
  displayOrder: v.number(),
  createdAt: IsoTime,
  updatedAt: IsoTime,
});
export type Video = v.InferOutput<typeof Video>;

/** 201, or 200 when the very same bytes were there already: then nothing was changed. */
export const VideoUploaded = v.object({ video: Video, isNew: v.boolean() });
export type VideoUploaded = v.InferOutput<typeof VideoUploaded>;

/** GET /api/admin/videos: by displayOrder, then the newest first; the first active one of a place is the one played. */
export const VideosQuery = v.object({ limit: Limit, cursor: cursor(ORDER_CURSOR) });
export type VideosQuery = v.InferOutput<typeof VideosQuery>;
export const VideoList = v.object({ videos: v.array(Video), nextCursor });
export type VideoList = v.InferOutput<typeof VideoList>;

/** PATCH /api/admin/videos/:id -> Video; DELETE -> 204. */
export const VideoChange = v.object({
  category: v.optional(v.picklist(VIDEO_CATEGORIES)),
  subcategory: v.optional(v.nullable(Subcategory)),
  pageLocation: v.optional(v.nullable(Page)),
  isActive: v.optional(v.boolean()),
  displayOrder: v.optional(Order),
});
export type VideoChange = v.InferOutput<typeof VideoChange>;
