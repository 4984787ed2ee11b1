import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';
import { Select } from '../../../ui/select.tsx';
import { MEDIA_CATEGORIES, type MediaCategory } from '../../../../worker/domain/media.ts';

type CategorySelectProps = {
  readonly value: MediaCategory;
  readonly onChange: (value: MediaCategory) => void;
};

export function CategorySelect({ value, onChange }: CategorySelectProps) {
  const t = useWords(adminImagesWords);
  return (
    <Select
      label={t('associate.category')}
      value={value}
      options={MEDIA_CATEGORIES.map((category) => ({ value: category, label: t(`categories.${category}`) }))}
      onChange={onChange}
    />
  );
}
