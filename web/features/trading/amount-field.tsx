import { type Ref, useId } from 'react';
import { WEIGHT_UNITS } from '../../../worker/domain/settings-rules.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import type { FieldUnit } from '../../i18n/parse-decimal.ts';
import ordersMessages from '#messages/orders.json';
import uiMessages from '#messages/ui.json';
import { FieldError, type Remedy } from '../../ui/field.tsx';
import { CurrencySwitch } from '../../ui/money-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { Draft, Unit } from './order.ts';

type AmountFieldProps = {
  readonly ref: Ref<HTMLInputElement>;
  readonly draft: Pick<Draft, 'by' | 'units'>;
  readonly text: string;
  readonly hint: string;
  readonly error: string | null;
  readonly remedy: Remedy | undefined;
  readonly onText: (text: string) => void;
  readonly onUnit: (unit: FieldUnit) => void;
};

/** The amount of the order: a weight in ounces or grams, or money in dollars or reais. */
export function AmountField({ ref, draft, text, hint, error, remedy, onText, onUnit }: AmountFieldProps) {
  const t = useMessages(ordersMessages.trade);
  const ui = useMessages(uiMessages.moneyField);
  const id = useId();
  const { by, units } = draft;
  return (
    <div className="amount">
      <div className="amount-head">
        <label className="field-label" htmlFor={id}>
          {t('howMuch')}
        </label>
        <SegmentedControl<Unit>
          label={t('unit')}
          value={by}
          onChange={(next) => onUnit(next === 'weight' ? units.weight : units.currency)}
          options={[
            { value: 'weight', label: t('weight') },
            { value: 'money', label: t('money') },
          ]}
        />
      </div>
      <div className="amount-line" data-invalid={error !== null}>
        <input
          ref={ref}
          id={id}
          className="num"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={20}
          value={text}
          aria-describedby={`${id}-note`}
          aria-invalid={error !== null || undefined}
          onChange={(event) => onText(event.target.value)}
        />
        {by === 'money' ? (
          <CurrencySwitch value={units.currency} onChange={onUnit} />
        ) : (
          <SegmentedControl
            label={ui('weight')}
            value={units.weight}
            options={WEIGHT_UNITS.map((unit) => ({ value: unit, label: unit }))}
            onChange={onUnit}
            compact
          />
        )}
      </div>
      <div id={`${id}-note`} className="amount-note" aria-live="polite">
        {error === null ? (
          <p className="small muted num">{hint}</p>
        ) : (
          <FieldError error={error} remedy={remedy} />
        )}
      </div>
    </div>
  );
}
