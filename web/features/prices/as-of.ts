import { INTL_TAG, type Locale } from '../../i18n/locale.ts';

const YEAR = { year: 'numeric' } as const;
const MONTH = { ...YEAR, month: 'long' } as const;
const DAY = { ...MONTH, day: 'numeric' } as const;

/** `2025`, `2026-07` and `2025-12-31` in the reader's words: `julho de 2026`. Null for a source without a date. */
export function asOfText(locale: Locale, asOf: string): string | null {
  const parts = asOf.split('-').map(Number);
  const [year, month = 1, day = 1] = parts;
  if (year === undefined || !Number.isInteger(year)) return null;
  const options = [YEAR, MONTH, DAY][parts.length - 1] ?? DAY;
  return new Intl.DateTimeFormat(INTL_TAG[locale], { ...options, timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, day),
  );
}
