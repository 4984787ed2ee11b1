import { type ReactNode, type Ref, use } from 'react';
import uiMessages from '#messages/ui.json';
import { RateContext } from '../i18n/display.ts';
import { type Currency, CURRENCY_SIGN } from '../i18n/format.ts';
import { inOtherCurrency, type MoneyInput } from '../i18n/money-input.ts';
import { unitIn } from '../i18n/parse-decimal.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import { SegmentedControl } from './segmented-control.tsx';
import { TextInput } from './text-input.tsx';

const CURRENCIES = ['USD', 'BRL'] as const satisfies readonly Currency[];

type CurrencySwitchProps = { readonly value: Currency; readonly onChange: (currency: Currency) => void };

/** The currency that a field takes, at the field. */
export function CurrencySwitch({ value, onChange }: CurrencySwitchProps) {
  const t = useMessages(uiMessages.moneyField);
  return (
    <SegmentedControl
      label={t('currency')}
      value={value}
      options={CURRENCIES.map((currency) => ({ value: currency, label: CURRENCY_SIGN[currency] }))}
      onChange={onChange}
      compact
    />
  );
}

type MoneyFieldProps = {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: ReactNode;
  readonly input: MoneyInput;
  readonly onInput: (input: MoneyInput) => void;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
};

/** An amount in dollars or in reais. An amount in the other currency is refused with the way to that currency. */
export function MoneyField({ input, onInput, error = null, ...rest }: MoneyFieldProps) {
  const t = useMessages(uiMessages.moneyField);
  const locale = useLocale();
  const rate = use(RateContext) ?? null;
  const typed = unitIn(input.text);
  const other = typed === 'USD' || typed === 'BRL' ? typed : input.currency;
  return (
    <TextInput
      {...rest}
      numeric
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={input.text}
      error={error}
      remedy={
        other === input.currency
          ? undefined
          : {
              label: t('use', { unit: CURRENCY_SIGN[other] }),
              onPress: () => onInput({ ...input, currency: other }),
            }
      }
      suffix={
        <CurrencySwitch
          value={input.currency}
          onChange={(currency) => onInput(inOtherCurrency(locale, input, currency, rate))}
        />
      }
      onChange={(event) => onInput({ ...input, text: event.target.value })}
    />
  );
}
