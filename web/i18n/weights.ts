// Weights as text, in ounces and in grams.

import { OUNCE_GRAMS_E7 } from '../../worker/domain/per-gram.ts';
import type { WeightUnit } from '../../worker/domain/settings-rules.ts';
import { fixed, type Sign, weight } from './format.ts';
import type { Locale } from './locale.ts';
import { useLocale } from './use-messages.ts';
import { useWeightUnit } from './weight-unit.ts';

const KILOGRAM_DIGITS = 4;

/** The same weight in grams to four decimals, from 100 g on to two; from a kilogram on in kilograms. */
export function grams(locale: Locale, ouncesE4: number, sign: Sign = 'none'): string {
  const gramsE11 = BigInt(Math.abs(ouncesE4)) * OUNCE_GRAMS_E7;
  const to = (digits: number, unitDigits: number) => {
    const unit = 10n ** BigInt(unitDigits - digits);
    const rounded = Number((gramsE11 + unit / 2n) / unit);
    return { rounded: ouncesE4 < 0 ? -rounded : rounded, digits };
  };
  // Judged by the rounded figure: 999.996 g are a kilogram.
  const fine = to(4, 11);
  const coarse = to(2, 11);
  const kilograms = Math.abs(coarse.rounded) >= 100_000;
  const { rounded, digits } = kilograms
    ? to(KILOGRAM_DIGITS, 14)
    : Math.abs(fine.rounded) >= 1_000_000
      ? coarse
      : fine;
  return `${fixed(locale, rounded, digits, sign)}\u00a0${kilograms ? 'kg' : 'g'}`;
}

export function weightIn(locale: Locale, unit: WeightUnit, ouncesE4: number, sign?: Sign): string {
  return unit === 'g' ? grams(locale, ouncesE4, sign) : weight(locale, ouncesE4, sign);
}

/** Weights for sentences: in the chosen unit, and in both, the ledger's ounces first. */
export function useWeightText() {
  const locale = useLocale();
  const unit = useWeightUnit();
  return {
    weight: (ouncesE4: number, sign?: Sign) => weightIn(locale, unit, ouncesE4, sign),
    weightBoth: (ouncesE4: number) => `${weight(locale, ouncesE4)} = ${grams(locale, ouncesE4)}`,
  };
}
