import { FactSources } from '../../features/market/fact-sources.tsx';
import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import { learnWords } from '../../i18n/words/learn.ts';
import { Section } from '../../ui/section.tsx';
import { EVENT_SOURCES } from './sources.ts';

/** Nine years; an event without a source is not shown (decision 11). */
export function HistorySection() {
  const { history } = useText(learnWords);
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
                <FactSources sources={sources} />
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
