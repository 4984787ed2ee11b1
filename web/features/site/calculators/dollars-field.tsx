import type { SliderRange } from '../../../../worker/domain/calculators/slider-range.ts';
import { CURRENCY_SIGN } from '../../../i18n/format.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { SliderField } from '../../../ui/slider-field.tsx';

type DollarsFieldProps = {
  readonly label: string;
  readonly range: SliderRange;
  readonly value: number;
  readonly onChange: (dollars: number) => void;
};

/** Whole dollars. */
export function DollarsField({ label, range: { min, max, step }, value, onChange }: DollarsFieldProps) {
  const f = useFormat();
  return (
    <SliderField
      {...{ label, min, max, step, value, onChange }}
      prefix={CURRENCY_SIGN.USD}
      format={(dollars) => f.moneyRound(dollars * 100)}
    />
  );
}
