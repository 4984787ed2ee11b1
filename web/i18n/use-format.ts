import { useMemo } from 'react';
import * as format from './format.ts';
import type { Locale } from './locale.ts';
import { useLocale } from './use-messages.ts';

export type Formats = ReturnType<typeof formatsFor>;

/** The common formats of format.ts with the locale filled in; the others take `f.locale`. */
export function formatsFor(locale: Locale) {
  return {
    locale,
    amount: (cents: number, sign?: format.Sign) => format.amount(locale, cents, sign),
    money: (cents: number, currency?: format.Currency, sign?: format.Sign) =>
      format.money(locale, cents, currency, sign),
    moneyRound: (cents: number, currency?: format.Currency) => format.moneyRound(locale, cents, currency),
    rate: (rateE4: number) => format.rate(locale, rateE4),
    ounces: (ouncesE4: number, sign?: format.Sign) => format.ounces(locale, ouncesE4, sign),
    weight: (ouncesE4: number, sign?: format.Sign) => format.weight(locale, ouncesE4, sign),
    percent: (value: number | null, sign?: format.Sign, digits?: number) =>
      format.percent(locale, value, sign, digits),
    percentRound: (value: number) => format.percentRound(locale, value),
    integer: (value: number) => format.integer(locale, value),
    dateTime: (at: string | number | Date, style: format.DateStyle, timeZone?: string) =>
      format.dateTime(locale, at, style, timeZone),
    decimal: (value: number, digits: number) => format.decimal(locale, value, digits),
  };
}

export function useFormat(): Formats {
  const locale = useLocale();
  return useMemo(() => formatsFor(locale), [locale]);
}
