import { INTL_TAG, type Locale } from '../../i18n/locale.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import { SourceNote } from '../../ui/source-note.tsx';
import type { FactSource } from './facts.ts';

/** The sources of the figures beside it. */
export function FactSources({ sources }: { readonly sources: readonly FactSource[] }) {
  const t = useMessages(marketMessages);
  const locale = useLocale();
  const periodOf = (asOf: string) => {
    const date = asOfText(locale, asOf);
    // Beside a report named after the year in which it came out, a bare year would look like a slip.
    return asOf.length === YEAR_LENGTH ? t('dataOf', { year: date }) : date;
  };
  return (
    <SourceNote
      sources={distinctSources(sources).map(({ name, url, asOf }) => ({
        name,
        url,
        asOf: asOf === null ? null : periodOf(asOf),
      }))}
    />
  );
}

const YEAR_LENGTH = 4;

/** One source per name: a table whose rows share a source names it once. */
export function distinctSources(sources: readonly FactSource[]): FactSource[] {
  const byName = new Map<string, FactSource>();
  for (const source of sources) {
    const key = `${source.name} ${source.asOf}`;
    if (!byName.has(key)) byName.set(key, source);
  }
  return [...byName.values()];
}

const YEAR = { year: 'numeric' } as const;
const MONTH = { ...YEAR, month: 'long' } as const;
const DAY = { ...MONTH, day: 'numeric' } as const;

/** `2025`, `2026-07` and `2025-12-31` in the user's language: `julho de 2026`. */
export function asOfText(locale: Locale, asOf: string): string {
  const parts = asOf.split('-').map(Number);
  const [year = 0, month = 1, day = 1] = parts;
  const options = [YEAR, MONTH, DAY][parts.length - 1] ?? DAY;
  return new Intl.DateTimeFormat(INTL_TAG[locale], { ...options, timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, day),
  );
}
