// The place of a video on the site.

import type { Video } from '../../../../worker/contract/operators/media.ts';
import type { CardPage } from '../../../../worker/domain/card-catalogue.ts';
import { HERO_VIDEO, type VideoCategory } from '../../../../worker/domain/media.ts';

export type VideoPlace = {
  readonly category: VideoCategory;
  /** As typed; empty for none. */
  readonly subcategory: string;
  readonly page: CardPage | '';
};

/** The only place that the site plays so far. */
export const HERO_PLACE: VideoPlace = {
  category: HERO_VIDEO.category,
  subcategory: HERO_VIDEO.subcategory,
  page: HERO_VIDEO.pageLocation,
};

export function subcategoryOrNull({ subcategory }: VideoPlace): string | null {
  return subcategory.trim() || null;
}

export function isSubcategory(text: string): boolean {
  return text.trim() === '' || /^[a-z0-9][a-z0-9_-]{0,39}$/u.test(text.trim());
}

export function placeOf({ category, subcategory, pageLocation }: Video): VideoPlace {
  return { category, subcategory: subcategory ?? '', page: pageLocation ?? '' };
}

/** The video that the site plays: the first active one in that place, in display order. */
export function playing(videos: readonly Video[]): Video | null {
  const { category, subcategory, pageLocation } = HERO_VIDEO;
  return (
    videos.find(
      (video) =>
        video.isActive &&
        video.category === category &&
        video.subcategory === subcategory &&
        video.pageLocation === pageLocation,
    ) ?? null
  );
}
