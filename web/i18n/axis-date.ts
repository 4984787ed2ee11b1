import { DATE_STYLES, dateFormat, type Instant } from './format.ts';
import type { Locale } from './locale.ts';

/** A date without prepositions and points, for the narrow labels of an axis: `21 nov`, `Nov 21`, `nov 2026`. */
export function axisDate(locale: Locale, at: Instant, style: 'dayMonth' | 'monthYear'): string {
  return dateFormat(locale, DATE_STYLES[style])
    .formatToParts(new Date(at))
    .flatMap(({ type, value }) => (type === 'literal' ? [] : [value.replace('.', '')]))
    .join(' ');
}
