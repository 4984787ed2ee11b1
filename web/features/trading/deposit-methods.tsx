import { useId } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import type { Currency } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import ordersMessages from '#messages/orders.json';
import {
  DEPOSIT_FEE_BASIS_POINTS,
  DEPOSIT_METHODS,
  type DepositMethod,
  type PaymentMethod,
} from '../../../worker/domain/fees.ts';
import { PIX_LOCK_MS } from '../../../worker/domain/limits.ts';
import { BRL_METHODS } from '../../../worker/domain/pix.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { isInReais } from './reais-method.ts';

/**
 * The first one is recommended, and chosen: reais come first for who reads Portuguese or counts in reais. In Portuguese a bank transfer is a
 * PIX or a TED. Where no gateway takes reais, what comes in is dollars.
 */
export function methodsFor(
  locale: Locale,
  currency: Currency,
  takesReais: boolean,
): readonly PaymentMethod[] {
  if (!takesReais) return DEPOSIT_METHODS;
  if (locale === 'pt-BR') return [...BRL_METHODS, 'wire', 'debit_card'];
  return currency === 'BRL' ? [...BRL_METHODS, ...DEPOSIT_METHODS] : [...DEPOSIT_METHODS, ...BRL_METHODS];
}

type MethodChoiceProps = {
  readonly methods: readonly PaymentMethod[];
  readonly value: PaymentMethod;
  readonly disabled: boolean;
  readonly onChange: (method: PaymentMethod) => void;
};

/** The payment methods with fee and duration. */
export function MethodChoice({ methods, value, disabled, onChange }: MethodChoiceProps) {
  const t = useMessages(ordersMessages.deposit);
  const f = useFormat();
  const name = useId();
  const terms = (method: PaymentMethod) =>
    t(`methods.${method}.terms`, {
      minutes: PIX_LOCK_MS / MINUTE_MS,
      fee: isInReais(method) ? '' : f.percentRound(DEPOSIT_FEE_BASIS_POINTS[method as DepositMethod] / 100),
    });
  return (
    <fieldset className="deposit-methods" disabled={disabled}>
      <legend className="field-label">{t('method')}</legend>
      {methods.map((method) => (
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
            {method === methods[0] && <span className="deposit-recommended">{t('recommended')}</span>}
          </b>
          <span className="small muted">{terms(method)}</span>
        </label>
      ))}
    </fieldset>
  );
}
