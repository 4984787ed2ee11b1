import type { CardsOf } from '../../../worker/domain/card-catalogue.ts';
import { CardPicture } from '../../features/site/card-picture.tsx';
import { wordList } from '../../i18n/filled.ts';
import { useText } from '../../i18n/use-text.ts';
import learnMessages from '#messages/learn.json';
import { Plate } from '../../ui/plate.tsx';
import { Section } from '../../ui/section.tsx';

/** Three of the six are in the catalogue of cards that an operator may give an image. */
const IN_CATALOGUE: Readonly<Record<string, CardsOf<'learn'>>> = {
  basics: 'investment',
  why: 'history',
  timing: 'market',
};

/** Six cards, each with its drawing; each leads to its article on this page. */
export function JourneySection() {
  const { journey } = useText(learnMessages);
  return (
    <Section id="journey" title={journey.title} lead={journey.lead} tight>
      <ol className="grid-3">
        {wordList(journey.cards).map(({ id, title, text, link, image }) => (
          <li key={id}>
            <article className="link-card journey-card">
              <JourneyPicture id={id} label={image} />
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

function JourneyPicture({ id, label }: { readonly id: string; readonly label: string }) {
  const plate = <Plate name={id} label={label} />;
  const card = IN_CATALOGUE[id];
  if (card === undefined) return plate;
  return (
    <CardPicture page="learn" card={card} room="plate">
      {plate}
    </CardPicture>
  );
}
