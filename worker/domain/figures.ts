// Figures as people of each locale read them, from integers, exactly: Intl is given decimal text, never a float.
// Shared by the page and by the Worker that writes the first price into it, so both say the same to the letter.

import { decimalText } from './money.ts';

export type LanguageTag = 'pt-BR' | 'en-US';

const formats = new Map<string, Intl.NumberFormat>();

/** A number format with between `minimum` and `maximum` decimals, made once. */
export function numberFormat(tag: LanguageTag, minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${tag}/${minimum}/${maximum}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(tag, { minimumFractionDigits: minimum, maximumFractionDigits: maximum });
    formats.set(key, format);
  }
  return format;
}

/** `438938` at scale 2 is `4.389,38` in Portuguese and `4,389.38` in English. Any safe integer. */
export function fixedFigure(tag: LanguageTag, units: number, scale: number): string {
  return numberFormat(tag, scale, scale).format(decimalText(units, scale) as `${number}`);
}
