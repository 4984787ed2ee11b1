import { useId } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import {
  DEPOSIT_FEE_BASIS_POINTS,
  DEPOSIT_METHODS,
  type DepositMethod,
} from '../../../worker/domain/fees.ts';

type MethodChoiceProps = {
  readonly value: DepositMethod;
  readonly disabled: boolean;
  readonly onChange: (method: DepositMethod) => void;
};

/** The payment methods with fee and duration; the free one is recommended. */
export function MethodChoice({ value, disabled, onChange }: MethodChoiceProps) {
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  const name = useId();
  return (
    <fieldset className="deposit-methods" disabled={disabled}>
      <legend className="field-label">{t('method')}</legend>
      {DEPOSIT_METHODS.map((method) => (
        <label key={method} className="deposit-method">
          <input
            type="radio"
            name={name}
            value={method}
            checked={method === value}
            onChange={() => onChange(method)}
          />
          <span className="deposit-method-mark" aria-hidden="true" />
          <b>
            {t(`methods.${method}.name`)}
            {method === 'bank_transfer' && <span className="deposit-recommended">{t('recommended')}</span>}
          </b>
          <span className="small muted">
            {t(`methods.${method}.terms`, { fee: f.percentRound(DEPOSIT_FEE_BASIS_POINTS[method] / 100) })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
