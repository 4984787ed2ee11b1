import { asOfText } from '../../features/prices/fact-sources.tsx';
import type { FactSource } from '../../features/prices/facts.ts';
import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import { useLocale } from '../../i18n/use-messages.ts';
import learnMessages from '#messages/learn.json';
import { Section } from '../../ui/section.tsx';
import { SourceNote } from '../../ui/source-note.tsx';
import { EVENT_SOURCES } from './sources.ts';

/** Nine years; an event without a source is not shown (decision 11). */
export function HistorySection() {
  const { history } = useText(learnMessages);
  return (
    <Section id="history" title={history.title} lead={history.lead}>
      <ol className="years">
        {wordList(history.events).map(({ id, year, text }) => {
          const sources = EVENT_SOURCES[id] ?? [];
          return sources.length === 0 ? null : (
            <li key={id}>
              <h3 className="num">{year}</h3>
              <div>
                <p>{text}</p>
                <EventSources sources={sources} />
              </div>
            </li>
          );
        })}
      </ol>
      <p className="source-note years-note">{history.note}</p>
    </Section>
  );
}

/** Each event names its own; that some were read at second hand is said once, below the list. */
function EventSources({ sources }: { readonly sources: readonly FactSource[] }) {
  const locale = useLocale();
  return (
    <SourceNote
      sources={sources.map(({ name, url, asOf }) => ({ name, url, asOf: asOfText(locale, asOf) ?? asOf }))}
    />
  );
}
