import type { SliderRange } from '../../../../worker/domain/calculators/slider-range.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { calculatorsWords } from '../../../i18n/words/calculators.ts';
import { SliderField } from '../../../ui/slider-field.tsx';

type YearsFieldProps = {
  readonly label: string;
  readonly range: SliderRange;
  readonly value: number;
  readonly onChange: (years: number) => void;
  readonly error?: string | null;
};

export function YearsField({
  label,
  range: { min, max, step },
  value,
  onChange,
  error = null,
}: YearsFieldProps) {
  const t = useWords(calculatorsWords);
  return (
    <SliderField
      {...{ label, min, max, step, value, onChange, error }}
      suffix={t.count('yearUnit', value)}
      format={(years) => t.count('years', years)}
    />
  );
}
