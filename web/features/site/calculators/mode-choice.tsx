import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import commonMessages from '#messages/common.json';
import { TRADED_METALS, type TradedMetal } from '../../../../worker/domain/metals.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

/** At a fixed rate, or at the prices that were. */
export type Mode = 'fixed' | 'past';

type ChoiceProps<T> = { readonly value: T; readonly onChange: (value: T) => void };

export function ModeChoice({ value, onChange }: ChoiceProps<Mode>) {
  const t = useMessages(calculatorsMessages);
  return (
    <SegmentedControl<Mode>
      label={t('mode.label')}
      full
      value={value}
      onChange={onChange}
      options={[
        { value: 'fixed', label: t('mode.fixed') },
        { value: 'past', label: t('mode.past') },
      ]}
    />
  );
}

export function MetalChoice({ value, onChange }: ChoiceProps<TradedMetal>) {
  const t = useMessages(calculatorsMessages);
  const names = useMessages(commonMessages);
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {t('metal')}
      </span>
      <SegmentedControl<TradedMetal>
        label={t('metal')}
        full
        value={value}
        onChange={onChange}
        options={TRADED_METALS.map((metal) => ({ value: metal, label: names(`metals.${metal}`) }))}
      />
    </div>
  );
}
