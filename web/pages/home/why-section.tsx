import type { CardsOf } from '../../../worker/domain/card-catalogue.ts';
import { CardPicture } from '../../features/site/card-picture.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import homeWhyMessages from '#messages/home-why.json';
import { Drawing, type DrawingName } from '../../ui/drawing.tsx';
import { FlipCard } from '../../ui/flip-card.tsx';
import { Section } from '../../ui/section.tsx';

/** Each card with its drawing. */
const CARDS = {
  fee: 'fee',
  hold: 'ticks',
  fractions: 'fractions',
  receipt: 'receipt',
  exit: 'exit',
  books: 'books',
} as const satisfies Record<string, DrawingName>;
/** Three of them are in the catalogue of cards that an operator may give an image. */
const IN_CATALOGUE: Readonly<Partial<Record<keyof typeof CARDS, CardsOf<'home'>>>> = {
  books: 'security',
  exit: 'liquidity',
  receipt: 'trust',
};
const NAMES = Object.keys(CARDS) as (keyof typeof CARDS)[];

export function WhySection() {
  const t = useMessages(homeWhyMessages);
  const named = businessTerms(useLocale());
  return (
    <Section id="why" title={t('title')} lead={t('lead')}>
      <ul className="grid-3">
        {NAMES.map((card) => {
          const title = t(`cards.${card}.title`);
          return (
            <li key={card}>
              <FlipCard
                title={title}
                short={t(`cards.${card}.short`, named)}
                long={t(`cards.${card}.long`, named)}
                {...picturesOf(card)}
                turnLabel={t('turn', { title })}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function picturesOf(name: keyof typeof CARDS) {
  const drawing = <Drawing name={CARDS[name]} />;
  const card = IN_CATALOGUE[name];
  if (card === undefined) return { picture: drawing };
  return {
    picture: (
      <CardPicture page="home" card={card} room="drawing">
        {drawing}
      </CardPicture>
    ),
    backPicture: <CardPicture page="home" card={card} position="back" room="card-back" />,
  };
}
