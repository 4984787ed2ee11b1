import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import { SourceNote } from '../../ui/source-note.tsx';
import { asOfText } from './as-of.ts';
import type { FactSource } from './facts.ts';
import { distinctSources } from './models.ts';

/** Where the figures beside it come from, and whether we read them at second hand. */
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
