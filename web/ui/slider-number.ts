// What is typed into the number of a slider, in the reader's marks: `1.234,5` in Portuguese, `1,234.5` in English.

import { parseDecimal } from '../i18n/parse-decimal.ts';
import type { Locale } from '../i18n/locale.ts';

export type SliderBounds = {
  readonly min: number;
  readonly max: number;
  /** Decimals that may be typed: 0 or 1. */
  readonly decimals: number;
};

export type Typed =
  | { readonly ok: true; readonly value: number }
  /** `near` is the end that a number outside stands closest to; null when nothing was understood. */
  | {
      readonly ok: false;
      readonly reason: 'empty' | 'format' | 'decimals' | 'range';
      readonly near: number | null;
    };

/** A unit written after the number is no mistake: `8%`, `5 anos`. */
const UNIT = /[\s%\p{L}]+$/u;

export function readSliderNumber(locale: Locale, text: string, { min, max, decimals }: SliderBounds): Typed {
  const bare = text.replace(UNIT, '');
  if (bare === '' && text.trim() !== '') return { ok: false, reason: 'format', near: null };
  const parsed = parseDecimal(locale, bare, decimals);
  if (!parsed.ok) return { ok: false, reason: parsed.reason, near: parsed.reason === 'range' ? max : null };
  const value = parsed.units / 10 ** decimals;
  if (value < min) return { ok: false, reason: 'range', near: min };
  if (value > max) return { ok: false, reason: 'range', near: max };
  return { ok: true, value };
}
