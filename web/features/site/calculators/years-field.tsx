import type { SliderRange } from '../../../../worker/domain/calculators/slider-range.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
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
  const t = useMessages(calculatorsMessages);
  return (
    <SliderField
      {...{ label, min, max, step, value, onChange, error }}
      suffix={t.count('yearUnit', value)}
      format={(years) => t.count('years', years)}
    />
  );
}
