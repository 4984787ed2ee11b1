import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../worker/domain/time.ts';
import { INTL_TAG, type Locale } from '../../../i18n/locale.ts';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** `3 h`, `2,5 dias`: a length of time in its largest unit, to a tenth. Less than a minute is one. */
export function durationText(locale: Locale, ms: number): string {
  const [unit, length] = UNITS.find(([, size]) => ms >= size) ?? (['minute', ms] as const);
  return new Intl.NumberFormat(INTL_TAG[locale], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(ms / length);
}
