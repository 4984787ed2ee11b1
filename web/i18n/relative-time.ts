// Times as a distance from now.

import type { DateStyle, Instant } from './format.ts';
import { INTL_TAG, type Locale } from './locale.ts';

const RELATIVE_STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** How the day of a moment is written beside its distance: a day of another year with its year, and without the time. */
export const momentStyle = (at: Instant, now: number): DateStyle =>
  new Date(at).getFullYear() === new Date(now).getFullYear() ? 'dayMonthTime' : 'dayMonthYear';

/** `há 34 minutos`, `34 minutes ago`; under a minute `agora`, `now`. */
export function relativeTime(locale: Locale, at: Instant, now: number): string {
  const format = new Intl.RelativeTimeFormat(INTL_TAG[locale], { numeric: 'always' });
  const elapsed = now - new Date(at).getTime();
  for (const { unit, ms } of RELATIVE_STEPS) {
    if (elapsed >= ms) return format.format(-Math.floor(elapsed / ms), unit);
  }
  return new Intl.RelativeTimeFormat(INTL_TAG[locale], { numeric: 'auto' }).format(0, 'second');
}
