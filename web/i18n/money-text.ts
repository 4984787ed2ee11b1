// Amounts and prices in sentences, as this reader sees money and metal (P49, P50).

import { perGramCents } from '../../worker/domain/per-gram.ts';
import type { WeightUnit } from '../../worker/domain/settings-rules.ts';
import { type Display, inCurrency, useDisplay } from './display.ts';
import { type Currency, money, moneyRound, type Sign } from './format.ts';
import type { Locale } from './locale.ts';
import { useLocale } from './use-messages.ts';
import { useWeightUnit } from './weight-unit.ts';

/** `round`: a limit, without its cents where it has none. */
type Shown = Sign | 'round';

/** For sentences: `R$ 5.304,00 (US$ 1.000,00)`, or the dollars alone. */
export function moneyText(
  locale: Locale,
  { leads, rate }: Display,
  cents: number,
  shown: Shown = 'none',
): string {
  const text = (units: number, currency: Currency) =>
    shown === 'round' ? moneyRound(locale, units, currency) : money(locale, units, currency, shown);
  const dollars = text(cents, 'USD');
  const lead = inCurrency(cents, leads, rate);
  return leads === 'USD' || lead === null ? dollars : `${text(lead, leads)} (${dollars})`;
}

export function useMoneyText(): (cents: number, shown?: Shown) => string {
  const locale = useLocale();
  const display = useDisplay();
  return (cents, shown) => moneyText(locale, display, cents, shown);
}

/** A price per ounce for sentences: `R$ 23.493,10 (US$ 4.429,32)`; where grams are shown `R$ 755,32/g (US$ 4.429,32/oz)`. */
export function priceText(locale: Locale, display: Display, unit: WeightUnit, cents: number): string {
  if (unit === 'oz') return moneyText(locale, display, cents);
  const { leads, rate } = display;
  const lead = inCurrency(cents, leads, rate);
  const currency = lead === null ? 'USD' : leads;
  return `${money(locale, perGramCents(lead ?? cents), currency)}/g (${money(locale, cents)}/oz)`;
}

export function usePriceText(): (cents: number) => string {
  const locale = useLocale();
  const display = useDisplay();
  const unit = useWeightUnit();
  return (cents) => priceText(locale, display, unit, cents);
}
