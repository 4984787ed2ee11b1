import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { adminVideosWords } from '../../../i18n/words/admin-videos.ts';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { CARD_PAGES, type CardPage } from '../../../../worker/domain/card-catalogue.ts';
import { VIDEO_CATEGORIES } from '../../../../worker/domain/media.ts';
import { isSubcategory, type VideoPlace } from './video-place.ts';

const SUBCATEGORY_MAX = 40;

type VideoPlaceFieldsProps = {
  readonly place: VideoPlace;
  readonly disabled?: boolean;
  readonly onChange: (place: VideoPlace) => void;
};

export function VideoPlaceFields({ place, disabled = false, onChange }: VideoPlaceFieldsProps) {
  const t = useWords(adminVideosWords);
  const pages = useWords(adminImagesWords);
  const { subcategory } = place;
  return (
    <>
      <Select
        label={t('category')}
        disabled={disabled}
        value={place.category}
        options={VIDEO_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={(category) => onChange({ ...place, category })}
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
        onChange={(event) => onChange({ ...place, subcategory: event.target.value })}
      />
      <Select<CardPage | ''>
        label={t('page')}
        disabled={disabled}
        value={place.page}
        options={[
          { value: '', label: t('noPage') },
          ...CARD_PAGES.map((value) => ({ value, label: pages(`pages.${value}`) })),
        ]}
        onChange={(page) => onChange({ ...place, page })}
      />
    </>
  );
}
