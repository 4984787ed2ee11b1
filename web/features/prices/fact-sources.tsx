import { useLocale, useWords } from '../../i18n/use-words.ts';
import { marketWords } from '../../i18n/words/market.ts';
import { SourceNote } from '../../ui/source-note.tsx';
import { asOfText } from './as-of.ts';
import type { FactSource } from './facts.ts';
import { distinctSources } from './models.ts';

/** Where the figures beside it come from, and whether we read them at second hand. */
export function FactSources({ sources }: { readonly sources: readonly FactSource[] }) {
  const t = useWords(marketWords);
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
