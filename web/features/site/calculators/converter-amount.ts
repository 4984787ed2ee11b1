// What is typed into the price calculator, in units of its field. What is no number counts as 0, and so does less than
// nothing (C5); decimals beyond the field's are cut off.

import type { Locale } from '../../../i18n/locale.ts';
import { parseDecimal } from '../../../i18n/parse-decimal.ts';

/** `most` stands for numbers too large to count. */
export function readAmount(locale: Locale, text: string, decimals: number, most: number): number {
  let rest = text;
  let parsed = parseDecimal(locale, rest, decimals);
  while (!parsed.ok && parsed.reason === 'decimals') {
    rest = rest.slice(0, -1);
    parsed = parseDecimal(locale, rest, decimals);
  }
  if (parsed.ok) return parsed.units;
  return parsed.reason === 'range' ? most : 0;
}
