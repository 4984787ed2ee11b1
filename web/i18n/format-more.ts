// Formats that few pages use, apart from format.ts, which every page carries.

import { dateFormat, DATE_STYLES, fixed, type Instant } from './format.ts';
import { INTL_TAG, type Locale } from './locale.ts';

/** The same weight in grams (1 troy ounce is 31.1034768 g exactly), to four decimals under 100 g and two above. */
export function grams(locale: Locale, ouncesE4: number): string {
  const tenMillionths = BigInt(ouncesE4) * 311_034_768n; // 1e-11 g
  const digits = ouncesE4 < 32_151 ? 4 : 2;
  const unit = 10n ** BigInt(11 - digits);
  const rounded = Number((tenMillionths + unit / 2n) / unit);
  return `${fixed(locale, rounded, digits, 'none')}\u00a0g`;
}

/** The same without prepositions and points, for the narrow labels of an axis: `21 nov`, `Nov 21`, `nov 2026`. */
export function axisDate(locale: Locale, at: Instant, style: 'dayMonth' | 'monthYear'): string {
  return dateFormat(locale, DATE_STYLES[style])
    .formatToParts(new Date(at))
    .flatMap(({ type, value }) => (type === 'literal' ? [] : [value.replace('.', '')]))
    .join(' ');
}

const RELATIVE_STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** `há 34 minutos`, `34 minutes ago`; under a minute `agora`, `now`. */
export function relativeTime(locale: Locale, at: Instant, now: number): string {
  const format = new Intl.RelativeTimeFormat(INTL_TAG[locale], { numeric: 'always' });
  const elapsed = now - new Date(at).getTime();
  for (const { unit, ms } of RELATIVE_STEPS) {
    if (elapsed >= ms) return format.format(-Math.floor(elapsed / ms), unit);
  }
  return new Intl.RelativeTimeFormat(INTL_TAG[locale], { numeric: 'auto' }).format(0, 'second');
}
