// What operators may upload for the site, and its bounds. The rules of the bytes are in image-types.ts and video-types.ts.

/** Largest image, as it arrives: 10 MiB. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** Longest side of an image, in pixels, and its most pixels: what a phone can still decode. */
export const IMAGE_MAX_SIDE = 10_000;
export const IMAGE_MAX_PIXELS = 40_000_000;
/** Largest video, as it arrives: 20 MiB. A loop behind a page's first lines, not a film. */
export const VIDEO_MAX_BYTES = 20 * 1024 * 1024;
/** Longest side of a video, in pixels. */
export const VIDEO_MAX_SIDE = 4096;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
export const VIDEO_TYPES = ['video/mp4', 'video/webm'] as const;
export type VideoType = (typeof VIDEO_TYPES)[number];

export const MEDIA_CATEGORIES = [
  'feature',
  'trust_badge',
  'product',
  'educational',
  'testimonial',
  'process',
] as const;
export type MediaCategory = (typeof MEDIA_CATEGORIES)[number];

/** The site plays one so far: category `background`, subcategory `hero`, page `home` (A7). */
export const VIDEO_CATEGORIES = ['background', 'educational', 'product', 'testimonial', 'process'] as const;
export type VideoCategory = (typeof VIDEO_CATEGORIES)[number];
export const HERO_VIDEO = { category: 'background', subcategory: 'hero', pageLocation: 'home' } as const;

export const FILENAME_MAX_CHARACTERS = 120;
export const ALT_TEXT_MAX_CHARACTERS = 300;
export const TITLE_MAX_CHARACTERS = 120;
export const DISPLAY_ORDER_MAX = 9999;

/**
 * The name under which a file is listed: the time of its upload (A5) and what of its own name can be
 * read safely anywhere: no path, no control or direction characters. It is never used to find the bytes.
 */
export function storedFilename(filename: string, at: number): string {
  const last = filename.split(/[/\\]/u).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._ ()-]/gu, '')
    .trim()
    .replaceAll(/\s+/gu, '-');
  return `${at}-${clean === '' ? 'file' : clean.slice(-FILENAME_MAX_CHARACTERS)}`;
}
