// The text of a money or weight field as the API's integer. No floats: the digits are cut and padded as text.
// Portuguese writes 1.234,56 and English 1,234.56.

import type { Locale } from './locale.ts';

const MARKS: Readonly<Record<Locale, { decimal: string; group: string }>> = {
  'pt-BR': { decimal: ',', group: '.' },
  en: { decimal: '.', group: ',' },
};

/** What a field counts. */
export type FieldUnit = 'USD' | 'BRL' | 'oz' | 'g';

/** How units are written before or after a number. The others are read before the dollar, whose sign is part of `R$`. */
const UNITS: readonly (readonly [unit: FieldUnit | 'other', written: RegExp])[] = [
  ['other', /^(?:€|EUR|£|GBP)|(?:€|EUR|£|GBP|kg)$/iu],
  ['BRL', /^(?:R\$|BRL)|(?:R\$|BRL|rea(?:is|l))$/iu],
  ['USD', /^(?:US?\$|USD|\$)|(?:US?\$|USD|\$|d[oó]lar(?:es)?|dollars?)$/iu],
  ['oz', /(?:oz|onças?|ounces?)$/iu],
  ['g', /(?:g|gramas?|gram(?:me)?s?)$/iu],
];

/** The unit that is written around a number, so that a field of another one can offer it. */
export function unitIn(text: string): FieldUnit | null {
  const typed = text.replaceAll(/\s/gu, '');
  const unit = UNITS.find(([, pattern]) => pattern.test(typed))?.[0];
  return unit === undefined || unit === 'other' ? null : unit;
}

export type ParsedDecimal =
  | { readonly ok: true; readonly units: number }
  /**
   * `empty`: nothing typed; `unit`: a number of something else; `format`: not a number; `decimals`: more decimals than the
   * field keeps; `range`: too large.
   */
  | { readonly ok: false; readonly reason: 'empty' | 'unit' | 'format' | 'decimals' | 'range' };

/**
 * Reads `text` as a non-negative decimal with at most `scale` decimals, in units of 10^-scale: scale 2 gives
 * cents, scale 4 ten-thousandths of an ounce. The field's own `unit` may stand around the number.
 *
 * Groups must be groups of three and cannot start with a zero (`0.500` is half an ounce, not five hundred). A single mark of the other language is accepted as the decimal mark where it
 * cannot be a group (`0.5` and `12.25` in Portuguese); `1.234` in Portuguese is one thousand two hundred thirty-four.
 */
export function parseDecimal(
  locale: Locale,
  text: string,
  scale: number,
  unit: FieldUnit = 'USD',
): ParsedDecimal {
  const typed = text.replaceAll(/\s/gu, '');
  const written = UNITS.find(([, pattern]) => pattern.test(typed));
  const bare = written === undefined ? typed : typed.replace(written[1], '');
  if (bare === '') return { ok: false, reason: 'empty' };
  const split = splitNumber(bare, MARKS[locale]);
  // `R$ 100` is never read as a hundred dollars, nor `US$ 100` as a hundred ounces.
  if (split && written !== undefined && written[0] !== unit) return { ok: false, reason: 'unit' };
  if (!split) return { ok: false, reason: 'format' };
  const decimals = split.decimals.replace(/0+$/, '');
  if (decimals.length > scale) return { ok: false, reason: 'decimals' };
  const units = Number(split.whole + decimals.padEnd(scale, '0'));
  return Number.isSafeInteger(units) ? { ok: true, units } : { ok: false, reason: 'range' };
}

function splitNumber(
  text: string,
  { decimal, group }: { decimal: string; group: string },
): { whole: string; decimals: string } | null {
  const g = `\\${group}`;
  const d = `\\${decimal}`;
  const native = new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:${g}\\d{3})+)?(?:${d}(\\d*))?$`).exec(text);
  if (native && /\d/.test(text))
    return { whole: (native[1] ?? '0').replaceAll(group, ''), decimals: native[2] ?? '' };
  const foreign = new RegExp(`^(\\d*)${g}(\\d*)$`).exec(text);
  if (foreign && /\d/.test(text)) return { whole: foreign[1] || '0', decimals: foreign[2] ?? '' };
  return null;
}

/** Units as the text of the field, in the locale's notation, without grouping: `12500`, scale 4 -> `1,25`. */
export function decimalInputText(locale: Locale, units: number, scale: number, keepDecimals = 0): string {
  const digits = String(units).padStart(scale + 1, '0');
  const decimals = digits.slice(-scale).replace(/0+$/, '').padEnd(keepDecimals, '0');
  const whole = digits.slice(0, -scale);
  return decimals === '' ? whole : `${whole}${MARKS[locale].decimal}${decimals}`;
}
