// The slot of a video on the site.

import type { Video } from '../../../../worker/contract/operators/media.ts';
import { CARD_PAGES, type CardPage } from '../../../../worker/domain/card-catalogue.ts';
import { HERO_VIDEO, VIDEO_CATEGORIES, type VideoCategory } from '../../../../worker/domain/media.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsImagesMessages from '#messages/operators-images.json';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

export type VideoSlot = {
  readonly category: VideoCategory;
  /** As typed; empty for none. */
  readonly subcategory: string;
  readonly page: CardPage | '';
};

/** The only slot that the site plays so far. */
export const HERO_SLOT: VideoSlot = {
  category: HERO_VIDEO.category,
  subcategory: HERO_VIDEO.subcategory,
  page: HERO_VIDEO.pageLocation,
};

export function subcategoryOrNull({ subcategory }: VideoSlot): string | null {
  return subcategory.trim() || null;
}

export function isSubcategory(text: string): boolean {
  return text.trim() === '' || /^[a-z0-9][a-z0-9_-]{0,39}$/u.test(text.trim());
}

export function slotOf({ category, subcategory, pageLocation }: Video): VideoSlot {
  return { category, subcategory: subcategory ?? '', page: pageLocation ?? '' };
}

/** The video that the site plays: the first active one in that slot, in display order. */
export function playedVideo(videos: readonly Video[]): Video | null {
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

const SUBCATEGORY_MAX = 40;

type VideoSlotFieldsProps = {
  readonly slot: VideoSlot;
  readonly disabled?: boolean;
  readonly onChange: (slot: VideoSlot) => void;
};

export function VideoSlotFields({ slot, disabled = false, onChange }: VideoSlotFieldsProps) {
  const t = useMessages(operatorsImagesMessages.videos);
  const pages = useMessages(operatorsImagesMessages.images);
  const { subcategory } = slot;
  return (
    <>
      <Select
        label={t('category')}
        disabled={disabled}
        value={slot.category}
        options={VIDEO_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={(category) => onChange({ ...slot, category })}
      />
      <TextInput
        label={t('subcategory')}
        optional
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={SUBCATEGORY_MAX}
        value={subcategory}
        error={isSubcategory(subcategory) ? null : t('subcategoryHint')}
        onChange={(event) => onChange({ ...slot, subcategory: event.target.value })}
      />
      <Select<CardPage | ''>
        label={t('page')}
        disabled={disabled}
        value={slot.page}
        options={[
          { value: '', label: t('noPage') },
          ...CARD_PAGES.map((value) => ({ value, label: pages(`pages.${value}`) })),
        ]}
        onChange={(page) => onChange({ ...slot, page })}
      />
    </>
  );
}
