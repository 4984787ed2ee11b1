// A field for an amount of money that an operator types.

import { useState } from 'react';
import { CURRENCY_SIGN } from '../../../i18n/format.ts';
import { decimalInputText, parseDecimal } from '../../../i18n/parse-decimal.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { TextInput } from '../../../ui/text-input.tsx';

type AmountTexts = { readonly label: string; readonly hint: string; readonly wrong: string };

/** `cents` are null while it is no amount from one cent to `mostCents`. `tried`: the field says so. */
export function useTypedAmount(currency: 'USD' | 'BRL', mostCents: number, initialCents?: number) {
  const f = useFormat();
  const [text, setText] = useState(() =>
    initialCents === undefined ? '' : decimalInputText(f.locale, initialCents, 2, 2),
  );
  const read = parseDecimal(f.locale, text, 2, currency);
  const cents = read.ok && read.units > 0 && read.units <= mostCents ? read.units : null;
  const field = ({ label, hint, wrong }: AmountTexts, tried: boolean) => (
    <TextInput
      label={label}
      hint={hint}
      required
      numeric
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      prefix={CURRENCY_SIGN[currency]}
      value={text}
      error={tried && cents === null ? wrong : null}
      onChange={(event) => setText(event.target.value)}
    />
  );
  return { cents, field };
}
