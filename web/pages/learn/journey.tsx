import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import { learnWords } from '../../i18n/words/learn.ts';
import { Plate } from '../../ui/plate.tsx';
import { Section } from '../../ui/section.tsx';

/** Six cards, each with its drawing; each leads to its article on this page. */
export function JourneySection() {
  const { journey } = useText(learnWords);
  return (
    <Section id="journey" title={journey.title} lead={journey.lead} tight>
      <ol className="grid-3">
        {wordList(journey.cards).map(({ id, title, text, link, image }) => (
          <li key={id}>
            <article className="link-card journey-card">
              <Plate name={id} label={image} />
              <h3>{title}</h3>
              <p>{text}</p>
              <a href={`#${id}`} className="link">
                {link}
              </a>
            </article>
          </li>
        ))}
      </ol>
    </Section>
  );
}
