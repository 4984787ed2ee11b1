import { INTL_TAG, type Locale } from '../../i18n/locale.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import { SourceNote } from '../../ui/source-note.tsx';
import type { FactSource } from './facts.ts';

/** The sources of the figures beside it, and whether a figure was quoted from another publication. */
export function FactSources({ sources }: { readonly sources: readonly FactSource[] }) {
  const t = useMessages(marketMessages);
  const locale = useLocale();
  const shown = distinctSources(sources);
  return (
    <>
      <SourceNote
        sources={shown.map(({ name, url, asOf }) => ({
          name,
          url,
          asOf: asOfText(locale, asOf) ?? t('undated'),
        }))}
      />
      {shown.some(({ relayed }) => relayed) && <p className="source-relayed">{t('relayed')}</p>}
    </>
  );
}

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

/** `2025`, `2026-07` and `2025-12-31` in the user's language: `julho de 2026`. Null for a source without a date. */
export function asOfText(locale: Locale, asOf: string): string | null {
  const parts = asOf.split('-').map(Number);
  const [year, month = 1, day = 1] = parts;
  if (year === undefined || !Number.isInteger(year)) return null;
  const options = [YEAR, MONTH, DAY][parts.length - 1] ?? DAY;
  return new Intl.DateTimeFormat(INTL_TAG[locale], { ...options, timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, day),
  );
}
