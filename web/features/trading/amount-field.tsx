import { type Ref, useId } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { Unit } from './order.ts';

type AmountFieldProps = {
  readonly ref: Ref<HTMLInputElement>;
  readonly by: Unit;
  readonly text: string;
  readonly hint: string;
  readonly error: string | null;
  readonly onText: (text: string) => void;
  readonly onUnit: (by: Unit) => void;
};

/** The amount of the order, by weight or by money. */
export function AmountField({ ref, by, text, hint, error, onText, onUnit }: AmountFieldProps) {
  const t = useMessages(ordersMessages.trade);
  const id = useId();
  return (
    <div className="amount">
      <div className="amount-head">
        <label className="field-label" htmlFor={id}>
          {t('howMuch')}
        </label>
        <SegmentedControl<Unit>
          label={t('unit')}
          value={by}
          onChange={onUnit}
          options={[
            { value: 'weight', label: t('weight') },
            { value: 'money', label: t('money') },
          ]}
        />
      </div>
      <div className="amount-line" data-invalid={error !== null}>
        {by === 'money' && <span>US$</span>}
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
        {by === 'weight' && <span>oz</span>}
      </div>
      <div id={`${id}-note`} className="amount-note" aria-live="polite">
        {error === null ? (
          <p className="small muted num">{hint}</p>
        ) : (
          <p className="field-error">
            <Icon name="alert" small />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}
